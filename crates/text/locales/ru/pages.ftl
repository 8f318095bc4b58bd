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
player-is-you = это вы

## Учётная запись

account-title = Учётная запись
account-guest = Вы играете как гость
account-guest-why = Гостю доступно всё. С учётной записью ваши партии и рейтинги будут с вами на любом устройстве; сыгранное гостем останется вашим.
account-no-mail = Достаточно имени и пароля: почта не нужна, подтверждать нечего. Берегите пароль; если сервер отправляет почту, адрес на случай забытого пароля можно указать потом.
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
account-revoke-tokens = Отозвать и все ключи
account-sessions = Где вы вошли
account-sessions-about = Завершите вход там, где вы его не узнаёте, и смените пароль.
account-session-this = этот браузер
account-session-seen = последний раз { $date }
account-session-unknown = неизвестная программа
account-session-end = Завершить
account-session-end-named = Завершить вход: «{ $name }»
account-session-end-others = Выйти везде, кроме этого браузера
account-tokens = Ключи для ботов
account-tokens-about = С таким ключом программа играет от вашего имени, не зная пароля.
account-token-label = Для чего он?
account-token-scope = Что он разрешает?
account-scope-read = видеть ваши партии
account-scope-play = видеть и играть
account-scope-bot = играть как бот
account-token-make = Создать ключ
account-token-once = Вот ключ. Его видно только сейчас: скопируйте.
account-token-made = создан { $date }
account-token-unnamed = без названия
account-token-revoke = Отозвать
account-token-revoke-named = Отозвать «{ $label }»
account-tokens-none = Ключей пока нет.
account-api = Как играют программы
account-mail = Адрес почты
account-mail-about = Если вы забудете пароль, письмо на этот адрес позволит выбрать новый. Больше он ни для чего не нужен, и никто его не видит.
account-mail-address = Адрес
account-mail-set = Прислать письмо для подтверждения
account-mail-sent = Письмо отправлено. Откройте ссылку из него в течение часа.
account-mail-forget = Забыть адрес
account-mail-confirmed = Адрес подтверждён.
account-code-old = Эта ссылка уже использована или старше часа. Попросите новое письмо.
account-recover = Я не помню пароль
account-recover-sent = Если у учётной записи есть адрес, письмо отправлено. Откройте ссылку из него в течение часа.
account-recover-none = Этот сервер не отправляет почту: обратитесь к тем, кто его держит.
account-recover-choose = Выберите новый пароль
account-export = Ваши данные
account-export-about = Всё, что этот сервер о вас знает, строками JSON: учётная запись, настройки, рейтинги, тетради и ваши партии с записями.
account-export-take = Скачать
account-delete = Удалить учётную запись
account-delete-about = Имя, пароль, рейтинги и ключи исчезнут навсегда. Ваши партии останутся в архиве без имени.
account-delete-sure = Удалить навсегда
account-deleted = Учётная запись удалена.
account-cancel = Отмена
account-offline = Сервер недоступен. Проверьте связь и попробуйте снова.

## Те, кто следит за порядком

notice-title = Сообщение модераторов
notice-read = Прочитано
notice-warn = Модераторы предупреждают вас:
notice-rename = Модераторы дали вам другое имя: { $name }.
notice-ban = До { $date } вам нельзя играть с другими. Начатые партии продолжаются, и с компьютером играть можно. Модераторы пишут:
notice-unban = Вам снова можно играть с другими.
notice-close = Ваша учётная запись закрыта. Вы можете забрать свои данные и удалить её. Модераторы пишут:
notice-reopen = Ваша учётная запись снова открыта.
notice-role = Ваши обязанности на этом сервере изменились.
notice-refund = { $points ->
    [one] Вам возвращено { $points } очко рейтинга
    [few] Вам возвращено { $points } очка рейтинга
   *[many] Вам возвращено { $points } очков рейтинга
} (игра: { $game }): вы проиграли их тому, кто играл нечестно.
notice-report = Модераторы разобрались с вашей жалобой:

report-title = Пожаловаться на игрока
report-about = Жалобу прочтут те, кто следит за порядком. Игрок узнает, что они решили, но не от кого она.
report-reason = На что?
report-help = подсказки движка или другого человека
report-rating = игра не на победу
report-conduct = затягивание, уход, оскорбления
report-name = имя
report-other = другое
report-text = Что произошло?
report-send = Отправить
report-sent = Спасибо. Когда жалобу рассмотрят, вам сообщат.

mod-title = Модерация
mod-find = Игрок
mod-open = Открыть
mod-reports = Жалобы
mod-answer = Что сообщить тому, кто пожаловался?
mod-finish = Рассмотрена
mod-suspects = Партии, которые выделяются
mod-suspects-about = Считается по оконченным партиям на рейтинг командой «igroteka admin signals». Это повод присмотреться, а не доказательство.
mod-games = Партии
mod-agreement = Выбор движка
mod-expected = Ожидалось
mod-excess = Отклонения
mod-loss = Средняя потеря
mod-turn = Секунд на ход
mod-spread = Разброс времени
mod-away = Уход со страницы
mod-same-device = Тот же браузер
mod-same-address = Тот же адрес
mod-signals = О чём говорят партии на рейтинг
mod-where = Откуда заходили
mod-addresses = адреса
mod-devices = браузеры
mod-none = Ничего.
mod-log = Что сделано
mod-act = Сделать
mod-what = Что?
mod-do = Выполнить
mod-days = Дней
mod-role = Роль
mod-role-none = никакой
mod-role-moderator = модератор
mod-role-admin = администратор
mod-refund = Вернуть рейтинг, проигранный этому игроку
mod-note-text = Заметка, только для модераторов
mod-told-text = Почему? Это прочтёт игрок.
mod-closed = Закрыта { $date }.
mod-banned = Нельзя играть с другими до { $date }.
mod-act-note = заметка
mod-act-warn = предупредить
mod-act-rename = дать другое имя
mod-act-ban = запретить игру с другими
mod-until = до { $date }
mod-act-unban = разрешить игру с другими
mod-act-close = закрыть учётную запись
mod-act-reopen = открыть снова
mod-act-role = дать роль
mod-act-refund = рейтинг возвращён
mod-act-report = жалоба рассмотрена

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
set-throwing = Сенет: бросать палочки вручную
set-passes = Пропускать ход автоматически, если ходов нет
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
study-options = Настройки правил
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
study-edit-about = Переносите фигуры по доске, с палитры на доску и за её край. Текст ниже меняется вместе с доской; сторону, счётчики и прочее можно исправить в нём.
study-edit-side = Чей ход
study-edit-done = Готово
study-edit-clear = Пустая доска
study-engine = Движок
study-lines = Варианты
study-depth = Глубина { $depth }
study-speed = позиций: { $nodes }
study-value = { $side }: { $percent } %
study-value-bar = Ожидаемый итог, { $side }: { $percent } %
study-win-in = { $turns ->
    [one] победа за { $turns } ход
    [few] победа за { $turns } хода
   *[other] победа за { $turns } ходов
}
study-play-line = Сделать { $move }
study-keys = Клавиши: ← → по ходам, Home и End, f поворачивает доску.

## Что таблицы точно знают о позиции

exact-title = Точно: { $result }
exact-win = { $distance ->
    [one] выигрыш за { $distance } действие
    [few] выигрыш за { $distance } действия
   *[other] выигрыш за { $distance } действий
}
exact-loss = { $distance ->
    [one] проигрыш за { $distance } действие
    [few] проигрыш за { $distance } действия
   *[other] проигрыш за { $distance } действий
}
exact-draw = ничья
exact-beyond-counters = раньше — ничья по счётчикам
exact-expectation = ожидание { $value }
exact-limit-matters = Предел бросков здесь имеет значение.
exact-about = Вычислено, а не оценено. Числа — действия обеих сторон до конца партии; результат — для того, чей ход.

## Экспорт

export-title = Экспорт
export-record = Запись партии
export-position = Копировать позицию
export-svg = Картинка (SVG)
export-png = Картинка (PNG)
export-gif = Анимация (GIF)
export-passing = Позиция { $ply } из { $all }
export-making = Анимация готовится: { $done } из { $all }
export-cancel = Остановить
export-failed = Не получилось. Проверьте связь и попробуйте снова.
