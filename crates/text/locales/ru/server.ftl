### Игровой сервер: почему отказано.

server-bad-request = Запрос непонятен: { $what }
server-bad-rated-guest = Для партии на рейтинг нужна учётная запись: зарегистрируйтесь в браузере, создайте ключ на странице учётной записи и укажите его в --token
server-bad-rated = На рейтинг играют только люди друг с другом, по обычным правилам или по готовому набору, с начальной позиции
server-bad-clock = Часы: none, до 180 минут и до 180 секунд за каждый ход (5+3, 0.5+0) или от 1 до 30 дней на ход (3d)
server-bad-level = У движка уровни от 1 до 8
server-not-found = Здесь такого нет
server-not-your-game = Вы не участник этой партии
server-not-your-turn = Сейчас не ваш ход
server-stale = Партия ушла вперёд: в ней уже { $ply } действий
server-not-started = Партия не началась: одно место ещё свободно
server-game-over = Партия окончена
server-seat-taken = Это место занято
server-nothing-offered = Ничего такого не предлагали
server-nothing-to-take-back = Брать назад нечего
server-too-late-to-abort = Оба игрока уже ходили: прервать партию уже нельзя
server-not-gone = Соперник отсутствует ещё недостаточно долго
server-not-possible = Здесь это невозможно
server-bots-not-agreed = Для партии на рейтинг с программой нужно согласие человека
server-id-reused = Этот номер отправки уже был использован для других действий
server-no-help = Пока люди играют друг с другом, подсказок нет
server-unauthorized = Сначала войдите или проверьте свой ключ
server-name-taken = Это имя занято
server-bad-name = В имени от 2 до 24 букв, цифр, дефисов или подчёркиваний
server-bad-password = В пароле от 8 до 200 знаков
server-wrong-password = Имя и пароль не подходят друг к другу
server-not-invited = Для новой учётной записи здесь нужно приглашение
server-foreign-origin = Запрос пришёл с чужого сайта
server-too-large = Сообщение слишком велико
server-rate-limited = Слишком много запросов; подождите немного
server-cannot-store = Сервер сейчас не может сохранять ходы. Ничего не потеряно, часы стоят; попробуйте ещё раз чуть позже
server-engine-failed = Движок дал сбой; он записан в журнал
server-internal = У нас что-то сломалось; попробуйте ещё раз

## Броски в записи партии

throws-good = { $count ->
    [one] { $count } бросок совпадает с тем, что даёт секрет
    [few] { $count } броска совпадают с тем, что даёт секрет
   *[other] { $count } бросков совпадают с тем, что даёт секрет
}
throws-missing-tag = В записи нет метки «{ $tag }»
throws-commitment = Секрет не тот, о котором было объявлено до партии
throws-wrong = Действие { $ply }, бросок { $number }: в записи { $found }, секрет даёт { $expected }

## Справка по командам

help-serve = Запустить игровой сервер
help-record-verify-throws = Проверить, что броски законченной партии получены из её секрета
help-arg-config = Файл TOML с настройками под именами флагов; флаги и переменные среды важнее
help-arg-bind = Адрес, по которому слушать; порт 0 выбирает свободный
help-arg-data = Папка для партий; обычно в папке данных пользователя
help-arg-database = Адрес PostgreSQL для нескольких узлов с общей базой
help-arg-engine-threads = Сколько потоков ищут ходы движка
help-arg-origin = Ещё один адрес, страницам которого разрешён сервер; можно повторять
help-arg-behind-proxy = Брать адрес клиента из X-Forwarded-For
help-arg-secure-cookies = Отправлять куки только по TLS
help-arg-invitation-only = Новым игрокам нужно приглашение
help-arg-log-json = Писать журнал строками JSON
help-arg-invite = Напечатать код нового приглашения и закончить

serve-address = Игротека работает по адресу http://{ $address }
serve-unknown-key = { $name }: такой настройки нет; разрешены: { $allowed }
serve-file-line = строка { $line }: { $message }
serve-both = { $one } и { $other } нельзя задать вместе
serve-failed = Сервер не запускается: { $message }

## Looking after what is stored

help-store = Присматривать за партиями, которые сохранил сервер
help-store-check = Прочитать все партии и назвать повреждённые
store-failed = Не удаётся открыть партии: { $message }
store-damaged = Партия { $game } повреждена: { $reason }
store-checked = { $games ->
    [one] Прочитана { $games } партия
    [few] Прочитаны { $games } партии
   *[many] Прочитано { $games } партий
}, повреждено: { $damaged }
store-taken-up = { $games ->
    [one] { $games } отложенная партия снова цела
    [few] { $games } отложенные партии снова целы
   *[many] { $games } отложенных партий снова целы
}
