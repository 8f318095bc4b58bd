### Страницы вокруг игры: списки партий, игроки, учётная запись, настройки, анализ, экспорт.

## Партии и игроки в списках

list-bot = бот
list-versus = { $first } — { $second }
list-rated = на рейтинг
list-casual = без рейтинга
list-rules-main = основные правила
list-your-turn = Ваш ход
list-turn-of = Ход: { $side }
list-throw-next = Бросаются палочки
list-loading = Загружаем…
list-failed = Не удалось загрузить. Скоро попробуем ещё раз.
list-offline = Сервер недоступен. Проверьте связь.
list-older = Более ранние
list-newest = Самые новые
list-again = Ещё раз

## Зал

lobby-title = Зал
lobby-about = Здесь игроки ждут соперника. Одно нажатие — и вы играете.
lobby-join = Играть
lobby-own = Ваше предложение
lobby-open = Открыть
lobby-empty = Сейчас никто не ждёт. Предложите партию — её увидят здесь.
lobby-offer = Предложить партию
lobby-side = Ваша сторона: { $side }
lobby-since = ждёт { $minutes ->
    [0] меньше минуты
    [one] { $minutes } минуту
    [few] { $minutes } минуты
   *[other] { $minutes } минут
}
lobby-waiting = Кто ждёт
lobby-live = Сейчас играют
lobby-count = { $count ->
    [0] Открытых партий нет
    [one] { $count } открытая партия
    [few] { $count } открытые партии
   *[other] { $count } открытых партий
}

## Мои партии

games-title = Мои партии
games-running = Идут
games-open = Ждут соперника
games-done = Закончены
games-none = Сейчас вы ни с кем не играете. Начать партию можно одним нажатием.
games-start = Начать партию
games-watch = Смотреть, как играют другие
games-watch-none = Сейчас больше никто не играет.
games-all = Все партии — в архиве

## Архив

archive-title = Архив
archive-about = Законченные партии с записью ходов. Партии по ссылке видны только их игрокам, если оба не решили иначе.
archive-game = Игра
archive-any-game = любая
archive-player = Игрок
archive-player-hint = имя целиком
archive-result = Итог
archive-any-result = любой
archive-first-won = победа первого
archive-second-won = победа второго
archive-draw = ничья
archive-no-result = прервана
archive-reason = Причина
archive-any-reason = любая
archive-from = С даты
archive-to = По дату
archive-search = Искать
archive-clear = Сбросить
archive-none = Таких партий нет.
archive-date = Дата
archive-players = Игроки
archive-how = Чем кончилась
archive-record = Запись
archive-found = { $count ->
    [0] Ничего не найдено
    [one] Показана { $count } партия
    [few] Показаны { $count } партии
   *[other] Показано { $count } партий
}

## Игрок

player-missing = Игрока «{ $name }» нет
player-since = Здесь с { $date }
player-ratings = Рейтинги
player-unrated = Партий на рейтинг пока не было.
player-provisional = пока неточный
player-provisional-why = Партий на рейтинг пока мало: число может сильно измениться.
player-rated-games = { $count ->
    [one] { $count } партия на рейтинг
    [few] { $count } партии на рейтинг
   *[other] { $count } партий на рейтинг
}
player-graph = Рейтинг со временем
player-graph-text = { $game }: от { $first } до { $last }, партий на рейтинг — { $count }; наименьший { $low }, наибольший { $high }
player-graph-table = Те же числа в таблице
player-rating = Рейтинг
player-deviation = Отклонение
player-games = Партии
player-filter-result = Итог
player-any = все
player-won = победы
player-lost = поражения
player-drawn = ничьи
player-no-games = Таких партий нет.
player-is-you = Это вы.

## Учётная запись

account-title = Учётная запись
account-guest = Вы играете как гость
account-guest-why = Гостю доступно всё. С учётной записью ваши партии и рейтинги будут с вами на любом устройстве; сыгранное гостем останется вашим.
account-no-mail = Достаточно имени и пароля: почта не нужна, подтверждать нечего. Берегите пароль: прислать его вам не смогут.
account-make = Создать учётную запись
account-have = Войти
account-name = Имя
account-name-hint = от 2 до 24 букв, цифр, дефисов или подчёркиваний
account-password = Пароль
account-password-hint = не короче 8 знаков
account-invitation = Код приглашения
account-invitation-hint = Сюда принимают новых игроков по приглашению.
account-lose-guest = Партии, сыгранные гостем, останутся у гостя и не перейдут в учётную запись, в которую вы входите.
account-signed-in = Вы вошли как { $name }
account-profile = Моя страница
account-my-games = Мои партии
account-sign-out = Выйти
account-change-password = Сменить пароль
account-old-password = Текущий пароль
account-new-password = Новый пароль
account-password-changed = Пароль изменён. На других устройствах вход завершён.
account-tokens = Ключи для ботов
account-tokens-about = С таким ключом программа играет от вашего имени, не зная пароля.
account-token-label = Для чего он?
account-token-make = Создать ключ
account-token-once = Вот ключ. Его видно только сейчас: скопируйте.
account-token-made = создан { $date }
account-token-unnamed = без названия
account-token-revoke = Отозвать
account-token-revoke-named = Отозвать «{ $label }»
account-tokens-none = Ключей пока нет.
account-api = Как играют программы
account-delete = Удалить учётную запись
account-delete-about = Имя, пароль, рейтинги и ключи исчезнут навсегда. Ваши партии останутся в архиве без имени.
account-delete-sure = Удалить навсегда
account-deleted = Учётная запись удалена.
account-cancel = Отмена
account-offline = Сервер недоступен. Проверьте связь и попробуйте снова.

## Настройки

set-title = Настройки
set-kept = Сразу сохраняются в этом браузере.
set-kept-account = Сразу сохраняются в учётной записи, для всех ваших устройств.
set-look = Вид
set-language = Язык
set-theme = Тема
set-theme-system = как в системе
set-theme-light = светлая
set-theme-dark = тёмная
set-skin = Доска и фигуры
set-skin-classic = Материал
set-skin-classic-about = каждая игра из своего: песок, кость, папирус, дерево
set-skin-plain = Простой
set-skin-plain-about = плоский и спокойный
set-skin-contrast = Контрастный
set-skin-contrast-about = стороны видны и без цвета
set-preview = Показать на примере
set-board = Доска
set-coordinates = Координаты по краю
set-goals = Сальта: цель каждой фигуры
set-odds = Сенет: вероятности следующего броска
set-motion = Звук и движение
set-sound = Звуки
set-volume = Громкость
set-animation = Анимация ходов
set-pace = Скорость анимации
set-pace-slow = медленно
set-pace-normal = обычно
set-pace-fast = быстро
set-animation-still = Система просит поменьше движения, поэтому ходы показываются без анимации.
set-play = Игра
set-forced = Делать единственный ход автоматически
set-confirm = Спрашивать перед отправкой хода
set-confirm-never = никогда
set-confirm-slow = в партиях по переписке
set-confirm-always = всегда
set-notify = Сообщать, когда мой ход
set-notify-about = Уведомление браузера, пока открыта страница Игротеки.
set-notify-denied = Браузер запрещает уведомления для этой страницы. Разрешите их в настройках сайта и включите снова.
set-notify-unknown = Этот браузер не умеет показывать уведомления.

## Анализ

study-title = Доска для анализа
study-game = Игра
study-rules = Правила
study-rules-main = Основные правила
study-rules-own = Свои: { $options }
study-options = Параметры правил
study-position = Позиция
study-set = Поставить
study-start = Начальная позиция
study-flip = Повернуть доску
study-copy-link = Копировать ссылку
study-play = Играть отсюда
study-moves = Ходы
study-no-moves = Ходите на доске за обе стороны.
study-first = В начало
study-back = На шаг назад
study-next = На шаг вперёд
study-last = В конец
study-type = Ход текстом
study-type-play = Сделать
study-throw = Выберите бросок
study-throw-of = { $side }: выберите бросок
study-throw-points = { throw-points }, { throw-chance }
study-pass = Пропустить ход
study-end = Закончить ход
study-undo = Вернуть
study-edit = Расставить позицию
study-edit-about = Переносите фигуры по доске, с палитры на доску и за её край. Текст ниже меняется вслед; сторону, счётчики и прочее можно исправить в нём.
study-edit-side = Чей ход
study-edit-done = Готово
study-edit-clear = Пустая доска
study-engine = Движок
study-lines = Варианты
study-depth = Глубина { $depth }
study-speed = позиций: { $nodes }
study-waiting = { $count ->
    [0] Движок начинает…
    [one] Впереди { $count } расчёт
    [few] Впереди { $count } расчёта
   *[other] Впереди { $count } расчётов
}
study-no-engine = Движок здесь не ответит: { $reason }
study-value = { $side }: { $percent } %
study-value-bar = Ожидаемый итог, { $side }: { $percent } %
study-win-in = { $turns ->
    [one] победа за { $turns } ход
    [few] победа за { $turns } хода
   *[other] победа за { $turns } ходов
}
study-play-line = Сделать { $move }
study-keys = Клавиши: ← → по ходам, Home и End, f поворачивает доску.

## Экспорт

export-title = Экспорт
export-record = Запись партии
export-position = Копировать позицию
export-svg = Картинка (SVG)
export-png = Картинка (PNG)
export-gif = Анимация (GIF)
export-making = Анимация готовится: { $done } из { $all }
export-cancel = Остановить
export-failed = Не получилось. Проверьте связь и попробуйте снова.
