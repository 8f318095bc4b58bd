### Командная строка: подписи, приглашения, ошибки.

## Подписи

label-seconds = Секунды
label-entries = Сыграно действий
label-draws = ничьи
label-playouts = Сыграно партий
label-speed = в секунду
label-won = Победы
playouts-score = Результат { side-name.genitive }: { $score } ± { $error } % (95 %)
playouts-length = Действий и бросков в партии: { $mean } ± { $error }, не больше { $longest }
playouts-branching = Действий на выбор: { $mean } ± { $error }

games-legend = У каждой настройки указаны значение по умолчанию, смысл и возможные значения; под ними — готовые правила, имена для наборов настроек. То и другое пишется после --rules.
games-next = Попробуйте «igroteka position seega»; команды перечислит «igroteka --help».

## Сколько

count-turns = { $count ->
    [one] { $count } ход
    [few] { $count } хода
   *[other] { $count } ходов
}

## Ошибки вызова

error-at-file = { $file }: { $message }
error-unknown-command = Команды «{ $found }» нет; есть команды: { $allowed }
error-missing-command = Не хватает команды; есть команды: { $allowed }
error-unknown-argument = Аргумент «{ $found }» неизвестен; какие есть, покажет --help
error-argument-value = Значения { $name } нет, или оно неверно; что можно, скажет --help
error-repeated-argument = Аргумент { $name } указан дважды или вместе с тем, который его исключает
error-not-utf8-argument = Аргумент не в кодировке UTF-8
error-missing-argument = Не хватает аргумента { $name }
error-bad-argument = { $name } не может быть «{ $found }»; можно: { $allowed }
error-move-illegal = Действие { $number }. { $message }
error-no-action = Здесь действий нет. { $message }
error-no-memory = Нет памяти для хеш-таблицы в { $size } МиБ
error-language = Языка «{ $found }» нет; можно: { $allowed }

## Ошибки файлов и ввода

error-file-read = Файл { $file } не читается: { $message }
error-file-write = Файл { $file } не записывается: { $message }
error-file-too-large = Файл { $file } слишком велик; читается не больше { $allowed } байт
error-line-too-long = Строка слишком длинная; можно не больше { $allowed } байт
error-not-utf8 = Текст не в кодировке UTF-8 (байт { $byte })

## Ошибки JSON

error-not-json = Это не JSON: { $message }
error-not-object = Нужен объект JSON, например {"{"}"game":"seega"{"}"}
error-unknown-session = Сеанса «{ $session }» нет: его открывает строка с полем «game»
error-too-many-sessions = Открыто { $allowed } сеансов — больше нельзя: закройте какой-нибудь через "close":true
error-undo-too-far = Вернуть назад можно не больше { $count } { $count ->
    [one] записи
   *[other] записей
}
error-unknown-field = Поле «{ $field }» неизвестно; можно: { $allowed }
error-missing-field = Не хватает поля «{ $field }»
error-field-type = Поле «{ $field }» должно быть { $type ->
    [string] строкой
    [number] целым числом
    [boolean] true или false
    [array] списком
    [moves] списком строк или чисел
    [object] объектом
   *[string-or-number] строкой или числом
}
