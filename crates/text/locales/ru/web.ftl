### Веб-клиент: оболочка, начало, страница игры.

web-name = Игротека
web-skip = К содержанию
web-nav = Страницы
web-nav-lobby = Зал
web-nav-learn = Учиться
web-nav-analysis = Анализ
web-nav-archive = Архив
web-nav-games = Мои игры
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

web-welcome = Пять игр, у которых не было дома
web-about = Играйте сразу, научитесь за десять минут, изучайте сколько угодно. Без регистрации и рекламы.
web-about-seega = Песок, лунки и камешки с берегов Нила: заполните доску, а потом зажимайте чужие камни между своими.
web-about-salta = Гонка солнц, лун и звёзд сквозь ряды соперника: никого не берут, но прыгать обязательно.
web-about-senet = Игра фараонов: палочки, пять домов и дорога к восходящему солнцу.
web-about-draughts = Русские шашки, где можно брать свои фигуры, а потом возвращать их на доску.
web-about-diaballik = Два шага и пас: донесите мяч до дальнего края и не стройте стенку.
web-play-engine = Играть с движком
web-play-friend = Позвать друга
web-play-local = За обе стороны
web-level = Уровень
web-level-short = Уровень { $level }
web-first-lesson = Первый урок
web-rules = Правила
web-more-options = Все настройки
web-lobby-empty = Сейчас никто не ждёт. Предложите игру: кто-нибудь придёт.
web-offer-game = Предложить игру любому

## Новая игра

web-against = С кем
web-against-engine = С движком
web-against-link = С другом
web-against-lobby = С кем угодно
web-against-local = За обе стороны
web-level-about = { $level ->
    [1] Для первой игры: многого не замечает.
    [2] Видит то, что прямо перед ним.
    [3] Думает немного вперёд.
    [4] Любитель.
    [5] Клубный игрок.
    [6] Сильный игрок.
    [7] Почти ничего не прощает.
   *[8] Всё, что умеет.
}
web-side = Ваша сторона
web-side-any = По жребию
web-begins = начинают
web-clock = Часы
web-clock-none = Без часов
web-clock-days = { $days ->
    [one] { $days } день на ход
    [few] { $days } дня на ход
   *[other] { $days } дней на ход
}
web-clock-live = { $minutes } мин + { $seconds } с
web-clock-left = { $days } д { $hours } ч
web-rules-main = Основные правила
web-rules-own = На выбор
web-usual = обычно
web-read-rules = Прочитать правила
web-from-position = Из заданной позиции
web-from-start = Лучше с начала
web-rated-game = Рейтинговая игра
web-rated-needs-account = нужна учётная запись
web-start-engine = Играть
web-start-link = Создать ссылку
web-start-lobby = Предложить игру
web-start-local = Начать

## За доской

web-board = Доска: { $game }
web-board-region = Доска и игроки
web-board-target = можно выбрать
web-board-movable = может ходить
web-board-must = должна ходить
web-empty = пусто
web-you = Вы
web-guest = Гость
web-nobody = Свободное место
web-bot = бот
web-won = победа
web-engine-level = Движок, уровень { $level }
web-to-move = очередь хода
web-thinks = думает
web-your-move = Ваш ход
web-turn-of = Ход: { $side }
web-guide-place = Выберите отмеченное поле.
web-guide-move = Выберите обведённую фигуру, затем куда она пойдёт.
web-guide-drop = Выберите обведённую фигуру, затем куда она пойдёт; или поставьте на доску простую из резерва.
web-guide-must = Фигура в рамке обязана ходить: выберите её, затем куда она пойдёт.
web-guide-pass = Ходов нет: пропустите ход.
web-opponents-move = Ход соперника
web-engine-thinks = Движок думает…
web-engine-waits = { $ahead ->
    [one] Движок занят: впереди { $ahead } ход
    [few] Движок занят: впереди { $ahead } хода
   *[other] Движок занят: впереди { $ahead } ходов
}
web-watching = Вы наблюдаете
web-spectator = зритель
web-waiting-opponent = Ждём соперника
web-looking-back = После действия { $ply } из { $all }
web-confirm-turn = Отправить этот ход?
web-send = Отправить
web-undo = Отменить
web-action-pass = Пропустить ход
web-action-end = Закончить ход
web-points = { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[other] { $points } очков
}
web-no-game = Такой игры нет
web-invited = { $name } зовёт вас сыграть
web-join = Сесть и играть
web-send-link = Отправьте эту ссылку другу. Игра начнётся, когда он её откроет и сядет за доску.
web-link = Ссылка на игру
web-qr = Ссылка в виде QR-кода
web-in-lobby = Ваша игра в зале. Она начнётся, когда кто-нибудь займёт второе место.
web-see-article = Статья { $article } правил
web-resign = Сдаться
web-abort = Отменить игру
web-ask-resign = Сдать игру?
web-ask-abort = Отменить игру?
web-offer-draw = Предложить ничью
web-draw-offered = Вам предлагают ничью
web-draw-you-offered = Вы предложили ничью
web-takeback = Вернуть ход
web-takeback-asked = Соперник просит вернуть ход
web-takeback-you-asked = Вы попросили вернуть ход
web-accept = Согласиться
web-decline = Отказать
web-engine-failed = Движок дал сбой: верните ход или потребуйте победу
web-claim-win = Потребовать победу
web-claim = Соперник ушёл
web-hint = Подсказка
web-rematch = Ещё раз
web-rematch-accept = Согласиться: ещё раз
web-rematch-waits = Ждём ответа соперника
web-flip = Повернуть доску
web-show-goals = Показать цели
web-show-odds = Показать шансы
web-help = Клавиши и мышь
web-type-move = Ход текстом
web-play = Сыграть
web-rated = рейтинговая
web-unrated = без рейтинга
web-throws-commit = Броски заданы заранее: { $hash }…
web-sure = Вы уверены?
web-play-anyway = Всё равно сыграть
web-moves = Ходы
web-no-moves = Ходов ещё нет
web-navigation = По игре
web-first = В начало
web-back = Назад
web-forward = Вперёд
web-last = В конец
web-taken = Взято фигур
web-odds = Шансы бросков
web-odds-throw = Бросок
web-odds-chance = Шанс
web-odds-moves = Возможных ходов

## Клавиши

web-keys-steps = назад и вперёд по игре
web-keys-ends = в начало, в конец
web-keys-flip = повернуть доску
web-keys-undo = отменить действие незаконченного хода
web-keys-board = к доске; стрелки ведут по клеткам
web-keys-choose = выбрать клетку, отпустить
web-keys-help = эта страница
web-keys-right = Правая кнопка
web-keys-arrows = стрелки и кружки; Shift и Alt меняют цвет
web-keys-wheel = Колесо над доской

## Разбор

web-review = Разбор
web-review-about = Движок посмотрит на каждый ход: где изменился исход и что было лучше.
web-review-start = Разобрать игру
web-review-waits = { $queue ->
    [0] Разбор следующий в очереди
    [one] Впереди в очереди { $queue } работа
    [few] Впереди в очереди { $queue } работы
   *[other] Впереди в очереди { $queue } работ
}
web-review-runs = Движок смотрит игру…
web-review-failed = Разбор не удалось закончить
web-review-graph = Ожидание ({ $side }) по ходу игры
web-accuracy = Точность
web-mark-inaccuracy = Неточности
web-mark-mistake = Ошибки
web-mark-blunder = Зевки
web-luck = Везение в бросках
web-skill = Потеряно выбором
web-better = Лучше: { $action }
web-study = Анализ и выгрузка
web-analyse = На доску для анализа
