### Веб-клиент: оболочка, начало, страница партии.

web-name = Игротека
web-skip = К содержанию
web-nav = Страницы
web-nav-lobby = Зал
web-nav-learn = Учиться
web-nav-analysis = Анализ
web-nav-archive = Архив
web-nav-games = Мои партии
web-nav-settings = Настройки
web-nav-account = Войти
web-page-failed = Страницу не удалось загрузить. Проверьте связь и обновите её.
web-not-found = Такой страницы нет
web-to-home = На главную
web-connection-lost = Связь потеряна, соединяемся снова…
web-your-turn = Ваш ход
web-title = Игротека: дом пяти настольных игр
web-loading = Загружаем…
web-offline = Сервер недоступен. Проверьте связь и попробуйте снова.
web-close = Закрыть
web-cancel = Отмена
web-copy = Копировать
web-copied = Скопировано

## Главная

web-welcome = Пять игр, у которых не было дома
web-about = Играйте сразу, научитесь за десять минут, изучайте сколько угодно. Без регистрации и рекламы.
web-about-seega = Песок, лунки и камешки с берегов Нила: заполните доску, а потом зажимайте чужие камни между своими.
web-about-salta = Гонка солнц, лун и звёзд сквозь ряды соперника: никого не берут, но прыгать обязательно.
web-about-senet = Игра фараонов: палочки, шесть домов и дорога к восходящему солнцу.
web-about-draughts = Русские шашки, где можно брать свои шашки, а потом возвращать их на доску.
web-about-diaballik = Два шага и пас: донесите мяч до дальнего края и не стройте стенку.
web-play-engine = Играть с компьютером
web-play-friend = Пригласить друга
web-play-local = Вдвоём за одним экраном
web-level = Уровень
web-level-short = Уровень { $level }
web-first-lesson = Первый урок
web-rules = Правила
web-more-options = Все настройки
web-lobby-empty = Сейчас никто не ждёт. Предложите партию: кто-нибудь придёт.
web-choose-game = Выбор игры
web-daily = Позиция дня: { $game }
web-daily-more = К уроку
web-footer = Сиджа · Сальта · Сенет · Русские циклические шашки · Диабаллик
web-offer-game = Предложить партию любому

## Новая партия

web-against = С кем
web-against-engine = С компьютером
web-against-link = С другом
web-against-lobby = С кем угодно
web-against-local = Вдвоём за одним экраном
web-level-about = { $level ->
    [1] Для первой партии: многого не замечает.
    [2] Видит то, что прямо перед ним.
    [3] Думает немного вперёд.
    [4] Любитель.
    [5] Клубный игрок.
    [6] Сильный игрок.
    [7] Почти ничего не прощает.
   *[8] Всё, что умеет.
}
web-side = Ваша сторона
web-side-any = Случайно
web-begins = начинают
web-clock = Часы
web-clock-none = Без часов
web-clock-days = { $days ->
    [one] { $days } день на ход
    [few] { $days } дня на ход
   *[other] { $days } дней на ход
}
web-clock-custom = Своё время
web-clock-minutes = Минут на партию
web-clock-seconds = Добавка за ход, секунд
web-clock-live = { $minutes } мин + { $seconds } с
web-clock-left = { $days } д { $hours } ч
web-rules-main = Основные правила
web-rules-own = Свои
web-usual = обычно
web-read-rules = Прочитать правила
web-from-position = Из заданной позиции
web-from-start = Всё же с начала
web-rated-game = Партия на рейтинг
web-rated-about = В партии на рейтинг движок молчит, а страница сообщает серверу, когда вы её покидаете.
web-private-game = Сделать партию закрытой: её увидят только игроки
web-rated-needs-account = нужна учётная запись
web-public-game = Партию могут смотреть другие, и она попадёт в архив, если друг согласен
web-start-engine = Играть
web-start-link = Создать ссылку
web-start-lobby = Предложить партию
web-start-local = Начать

## За доской

web-board = Доска: { $game }
web-board-region = Доска и игроки
web-board-target = можно выбрать
web-board-movable = может ходить
web-board-must = обязательный ход
web-empty = пусто
web-you = Вы
web-guest = Гость
web-nobody = Свободное место
web-bot = бот
web-won = победа
web-engine = Компьютер
web-engine-level = Компьютер, уровень { $level }
web-engine-strength = уровень { $level }
web-engine-proof = Доказательство
web-proof-wins = { $side }: выигрыш доказан.
web-proof-failed = Не удалось загрузить доказательство: проверьте соединение и обновите страницу
web-to-move = ходит
web-thinks = думает
web-your-move = Ваш ход
web-turn-of = Ход: { $side }
web-guide-place = Выберите отмеченное поле.
web-guide-move = Выберите { $game ->
    [seega] обведённый камень, затем куда он
    [draughts] обведённую шашку, затем куда она
   *[other] обведённую фигуру, затем куда она
} пойдёт.
web-guide-drop = Выберите обведённую шашку, затем куда она пойдёт; или поставьте на доску простую из резерва.
web-guide-must = { $game ->
    [seega] Камень в рамке обязан ходить: выберите его, затем куда он
    [draughts] Шашка в рамке обязана ходить: выберите её, затем куда она
   *[other] Фигура в рамке обязана ходить: выберите её, затем куда она
} пойдёт.
web-guide-pass = Ходов нет: пропустите ход.
web-guide-end = Закончите ход.
web-guide-throw = Бросьте палочки: { $touch ->
    [yes] нажмите на них или встряхните телефон.
   *[no] щёлкните по ним или нажмите T.
}
web-guide-loses = Здесь проигрывает любой ход.
web-passing = Ход пропускается…
web-passing-why = Ходов нет.
web-throw = Бросить
web-throw-myself = Бросать палочки вручную
web-throw-sticks = Палочки: нажмите, чтобы бросить
web-quiet = Тихие ходы: { $made } из { $limit }
web-quiet-about = После { $limit } ходов подряд без взятия партия заканчивается; осталось: { $left }.
web-opponent-away = Соперник не в сети
web-claim-in = Потребовать победу можно через { $time }.
web-claim-now = Соперник ушёл: можно потребовать победу.
web-controls = Управление
web-menu = Меню
web-join-public = Партию могут смотреть другие, и она попадёт в архив
web-opponents-move = Ход соперника
web-engine-thinks = Компьютер думает…
web-engine-waits = { $ahead ->
    [one] Компьютер занят: впереди { $ahead } ход
    [few] Компьютер занят: впереди { $ahead } хода
   *[other] Компьютер занят: впереди { $ahead } ходов
}
web-watching = Вы наблюдаете
web-spectator = зритель
web-waiting-opponent = Ждём соперника
web-looking-back = Просмотр: { $ply } из { $all }
web-confirm-turn = Отправить этот ход?
web-send = Отправить
web-undo = Отменить
web-action-pass = Пропустить ход
web-action-end = Закончить ход
web-no-game = Такой партии нет
web-invited = { $name } приглашает вас сыграть
web-join = Сесть за доску
web-send-link = Отправьте эту ссылку другу. Партия начнётся, когда он её откроет и сядет за доску.
web-link = Ссылка на партию
web-qr = Ссылка в виде QR-кода
web-in-lobby = Ваша партия в зале. Она начнётся, когда кто-нибудь займёт второе место.
web-see-article = Статья { $article } правил
web-resign = Сдаться
web-abort = Прервать партию
web-ask-resign = Сдаться?
web-ask-abort = Прервать партию?
web-go-on = Продолжить
web-offer-draw = Предложить ничью
web-draw-offered = Вам предлагают ничью
web-draw-you-offered = Вы предложили ничью
web-takeback = Вернуть ход
web-takeback-asked = Соперник просит вернуть ход
web-takeback-you-asked = Вы попросили вернуть ход
web-accept = Согласиться
web-decline = Отклонить
web-engine-failed = Компьютер дал сбой: верните ход или потребуйте победу
web-claim-win = Потребовать победу
web-hint = Подсказка
web-hint-why = Что это даёт: { $reasons }
web-rematch = Реванш
web-rematch-accept = Согласиться на реванш
web-rematch-waits = Ждём ответа соперника
web-rematch-offered = Соперник предлагает реванш
web-end-won = Победа!
web-end-lost = Поражение
web-end-draw = Ничья
web-end-aborted = Партия прервана
web-end-of = Победа: { $name }
web-end-rating = Ваш рейтинг
web-end-decided = Исход решил ход { $turn }: { $action } ({ $side })
web-end-review = Найти решающий ход
web-end-share = Поделиться
web-end-rematch-link = К реваншу
web-flip = Повернуть доску
web-show-goals = Показать цели
web-show-odds = Показать шансы
web-help = Клавиши и мышь
web-type-move = Ход текстом
web-play = Сыграть
web-rated = на рейтинг
web-unrated = без рейтинга
web-throws-commit = Честность бросков можно проверить: { $hash }…
web-sure = Вы уверены?
web-play-anyway = Всё равно сыграть
web-moves = Ходы
web-no-moves = Ходов ещё нет
web-navigation = Переходы по партии
web-first = В начало
web-back = Назад
web-forward = Вперёд
web-last = В конец
web-taken = { $game ->
    [seega] Взято камней
    [draughts] Взято шашек
   *[other] Взято фигур
}
web-odds = Шансы бросков
web-odds-throw = Бросок
web-odds-chance = Шанс
web-odds-moves = Возможных ходов

## Клавиши

web-keys-steps = назад и вперёд по партии
web-keys-ends = в начало, в конец
web-keys-flip = повернуть доску
web-keys-undo = отменить действие незаконченного хода
web-keys-throw = бросить палочки (сенет); также пробел
web-keys-board = к доске; стрелки ведут по полям
web-keys-choose = выбрать поле, отпустить
web-keys-help = этот список
web-keys-right = Правая кнопка
web-keys-arrows = стрелки и кружки; Shift и Alt меняют цвет
web-keys-wheel = Колесо над доской

## Разбор

web-review = Разбор
web-review-about = Движок рассмотрит каждый ход: где изменился исход и что было лучше.
web-review-start = Разобрать партию
web-review-runs = Движок разбирает партию…
web-review-failed = Разбор не удалось закончить
web-review-graph = Ожидаемый итог по ходу партии: { $side }
web-accuracy = Точность
web-mark-inaccuracy = Неточности
web-mark-mistake = Ошибки
web-mark-blunder = Грубые ошибки
web-luck = Везение в бросках
web-skill = Потеряно своими решениями
web-luck-about = Везение и потери — в процентных пунктах ожидаемого итога.
web-study = Анализ и экспорт
web-analyse = На доску для анализа
