### The command line: labels, prompts, errors.

## Labels

label-seconds = Seconds
label-entries = Actions played
label-draws = draws
label-playouts = Games played
label-speed = per second
label-won = Won
playouts-score = Score of { side-name }: { $score } ± { $error } % (95 %)
playouts-length = Actions and throws a game: { $mean } ± { $error }, at most { $longest }
playouts-branching = Actions to choose from: { $mean } ± { $error }

games-legend = Each option is shown with its default, its meaning and the values allowed; below the options stand the presets, names for sets of them. Both go behind --rules.
games-next = Try “igroteka position seega”; “igroteka --help” lists the commands.

## Counts

count-turns = { $count ->
    [one] { $count } turn
   *[other] { $count } turns
}

## Errors: the call

error-at-file = { $file }: { $message }
error-unknown-command = There is no command “{ $found }”; the commands are: { $allowed }
error-missing-command = A command is missing; the commands are: { $allowed }
error-unknown-argument = The argument “{ $found }” is unknown; --help lists those that there are
error-argument-value = The value of { $name } is missing or wrong; --help says what it takes
error-repeated-argument = The argument { $name } is given twice, or together with one that excludes it
error-not-utf8-argument = An argument is not valid UTF-8
error-missing-argument = The argument { $name } is missing
error-bad-argument = { $name } cannot be “{ $found }”; allowed: { $allowed }
error-move-illegal = Move { $number }. { $message }
error-no-action = No actions are possible here. { $message }
error-no-memory = There is no memory for a hash table of { $size } MiB
error-language = There is no language “{ $found }”; allowed: { $allowed }

## Errors: files and input

error-file-read = { $file } cannot be read: { $message }
error-file-write = { $file } cannot be written: { $message }
error-file-too-large = { $file } is too large; at most { $allowed } bytes are read
error-line-too-long = The line is too long; at most { $allowed } bytes are allowed
error-not-utf8 = The text is not valid UTF-8 (byte { $byte })

## Errors: JSON

error-not-json = This is not JSON: { $message }
error-not-object = A JSON object is needed, as in {"{"}"game":"seega"{"}"}
error-unknown-session = There is no session “{ $session }”: a line with “game” opens one
error-too-many-sessions = { $allowed } sessions are open, as many as there may be: close one with "close":true
error-undo-too-far = Only { $count } { $count ->
    [one] entry
   *[other] entries
} can be taken back
error-unknown-field = The field “{ $field }” is unknown; allowed: { $allowed }
error-missing-field = The field “{ $field }” is missing
error-field-type = The field “{ $field }” must be { $type ->
    [string] a string
    [number] a whole number
    [boolean] true or false
    [array] a list
    [moves] a list of strings or numbers
    [object] an object
   *[string-or-number] a string or a number
}
