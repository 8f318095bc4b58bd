### Партии на сервере, в терминале. $side — слово стороны.

## Путь к серверу

online-unreachable = Сервер { $server } недоступен: { $message }
online-strange = { $server } отвечает не так, как сервер Игротеки
online-down = Нет связи; пробуем снова…
online-down-why = Нет связи ({ $message }); пробуем снова…
online-up-again = Связь восстановлена
online-no-connection = Нет связи с сервером или нет партии
online-only = Это для партий на сервере
online-not = Не в партии на сервере

## Игроки и условия

online-guest = гость
online-nobody = пока никого
online-friend = друг по ссылке
online-anyone = любой из зала
online-by-lot = случайно
online-rated = на рейтинг
online-menu-rated = На рейтинг
online-yes = да
online-no = нет

## Что происходит

online-game = Партия { $game }
online-watching = вы смотрите
online-waiting = ждём другую сторону
online-waiting-friend = Ждём, пока кто-нибудь присоединится:
online-making = Создаём партию на сервере…
online-no-game = Партия не открыта: «игры» покажет, какие есть, «войти ID» и «смотреть ID» откроют одну
online-no-game-keys = Партия не открыта: w показывает партии, m начинает новую
online-which-game = Какая партия? Укажите её номер или ссылку
online-begun = Партия начинается
online-taken-back = Последний ход возвращён
online-draw-offered = { side-name } предлагают ничью
online-draw-declined = { side-name } отклоняют ничью
online-takeback-asked = { side-name } просят вернуть ход
online-takeback-declined = { side-name } не дают вернуть ход
online-rematch-offered = { side-name } предлагают реванш
online-rematch-asked = Вы предлагаете реванш
online-asked = Вы просите вернуть ход
online-answer-plain = Введите «принять» или «отклонить».
online-they-draw = соперник предлагает ничью: a – принять, z – отклонить
online-they-takeback = соперник просит вернуть ход: a – согласиться, z – отказать
online-they-rematch = соперник предлагает реванш: a – согласиться
online-over-keys = r предлагает реванш

## Вопросы

online-ask-draw = Предложить ничью?
online-ask-abort = Прервать партию?
online-ask-quit = Выйти? Партия продолжится на сервере.

## Клавиши

online-keys = u назад · = ничья · r сдаться · w партии · m новая · ? справка · q выход
online-keys-watching = w партии · m новая · , . просмотр · f поворот · ? справка · q выход
online-keys-over = r реванш · w партии · m новая · s запись · e оценка · , . назад · q выход
online-key-draw = предложить ничью
online-key-answer = принять или отклонить предложение другой стороны
online-key-takeback = отмена в неоконченном ходе, иначе просьба вернуть ход
online-key-rematch = сдаться; после конца предложить реванш
online-key-abort = прервать партию, пока оба не сходили
online-key-claim = потребовать победу: соперника давно нет
online-key-games = партии на сервере: ваши, ждущие, идущие

## Списки

online-list-title = Партии на сервере
online-list-own = Ваши партии:
online-list-lobby = Ждут любого:
online-list-live = Идут, можно смотреть:
online-list-none = нет
online-list-empty = Партий нет: m начинает новую
online-list-coming = Спрашиваем сервер…
online-list-keys = ↑↓ выбор · Enter открыть · m новая · w обновить · Esc назад
online-actions = { $count ->
    [one] { $count } действие
    [few] { $count } действия
   *[other] { $count } действий
}

## Построчный режим

plain-draw = предложить ничью или согласиться на неё
plain-accept = принять предложение другой стороны
plain-decline = отклонить предложение другой стороны
plain-abort = прервать партию, пока оба не сходили
plain-claim = потребовать победу: соперника давно нет
plain-rematch = предложить реванш после конца
plain-games = ваши партии, зал и партии, которые можно смотреть
plain-join = сесть за партию или вернуться в неё: войти ID
plain-watch = смотреть партию: смотреть ID

## Справка команды

help-arg-play-server = Играть на этом сервере: http://… или https://…
help-arg-play-token = Ваш личный ключ там, иначе из IGROTEKA_TOKEN; без него вы гость
help-arg-play-friend = На сервере: играть с тем, у кого есть ссылка; она печатается
help-arg-play-lobby = На сервере: играть с любым, кто хочет такую же партию
help-arg-play-rated = На сервере: партия людей на рейтинг
help-arg-play-join = Сесть за эту партию на сервере или вернуться в неё: номер или ссылка
help-arg-play-watch = Смотреть эту партию на сервере: номер или ссылка
help-arg-play-list = Показать ваши партии, зал и партии, которые можно смотреть, и закончить
