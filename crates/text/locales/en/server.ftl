### The play server: why something was refused.

server-bad-request = This request cannot be understood: { $what }
server-bad-rated-guest = A rated game needs an account: sign up in the browser, make a token on your account page, and give it with --token
server-bad-rated = Only games between two people are rated, by the standard rules or a preset, from the standard start
server-bad-rated-clock = A rated game needs a clock
server-bad-clock = A clock is none, up to 180 minutes and up to 180 seconds more a turn (5+3, 0.5+0), or 1 to 30 days a turn (3d)
server-bad-level = The engine has the levels 1 to 8
server-not-found = There is no such thing here
server-not-your-game = You are not a player of this game
server-not-your-turn = It is not your turn
server-stale = The game has gone on: it stands at action { $ply }
server-not-started = The game has not begun: a seat is still free
server-game-over = The game is over
server-seat-taken = This seat is taken
server-nothing-offered = Nothing of the kind has been offered
server-nothing-to-take-back = There is nothing to take back
server-too-late-to-abort = Both players have moved: the game can no longer be aborted
server-not-gone = The opponent has not been gone for long enough
server-not-possible = This is not possible here
server-bots-not-agreed = A rated game against a program needs the person’s consent
server-pair-capped = You two have played five rated games of this kind within a day; the next ones are not rated
server-id-reused = This submission id was used before, for other actions
server-no-help = No help is given while people play each other
server-unauthorized = Sign in first, or check your token
server-out-of-scope = This token is not meant for that; sign in to your account
server-banned = You may not play others for now; the notice on your pages says why
server-account-closed = This account is closed; you can still sign in to read why, to take your data with you and to delete it
server-name-taken = This name is taken, or looks like one that is
server-bad-name = A name has 2 to 24 letters, digits, hyphens or underscores
server-mixed-name = A name has letters of one alphabet
server-name-reserved = This name is reserved
server-bad-password = A password has 8 to 200 characters
server-wrong-password = Name and password do not go together
server-not-invited = New accounts need an invitation here
server-foreign-origin = The request comes from another site
server-too-large = The message is too large
server-rate-limited = Too many requests; wait a little
server-busy = Too many lists are asked for at the moment; please try again in a moment
server-cannot-store = The server cannot store moves at the moment. Nothing is lost, and the clocks stand; please try again soon
server-engine-failed = The engine failed; the fault has been logged
server-internal = Something went wrong on our side; please try again

## Letters

mail-confirm-subject = Igroteka: confirm your address
mail-confirm = Hello, { $name }!

    Somebody, probably you, has given this address for an account at Igroteka. Open this page within an hour to confirm it:

    { $link }

    If it was not you, do nothing.
mail-recover-subject = Igroteka: a new password
mail-recover = Hello, { $name }!

    Somebody, probably you, has asked for a new password for your account at Igroteka. Open this page within an hour to choose one:

    { $link }

    If it was not you, do nothing: your password stays as it is.

## The record's throws

throws-good = { $count ->
    [one] { $count } throw is what the secret gives
   *[other] { $count } throws are what the secret gives
}
throws-missing-tag = The record lacks the tag “{ $tag }”
throws-commitment = The secret is not the one that was committed to before the game
throws-wrong = Action { $ply }, throw { $number }: the record has { $found }, the secret gives { $expected }

## Help of the commands

help-serve = Run the play server
help-record-verify-throws = Check that the throws of a finished game are what its secret gives
help-arg-config = TOML file with settings, named like the flags; flags and environment go before it
help-arg-bind = Address to listen on; port 0 picks a free one
help-arg-data = Folder for the games; by default in the user’s data folder
help-arg-database = PostgreSQL address, for several nodes that share it
help-arg-serve-tables = A folder of exact tables (igroteka tables build), by default tables in the data folder
help-arg-build-tables = Build the small exact tables there in the background: seconds, a few megabytes
help-arg-engine-threads = Search threads for the engine’s turns
help-arg-origin = Further address from which pages may use the server; may be given several times
help-arg-behind-proxy = Take the client’s address from X-Forwarded-For
help-arg-trusted-proxy = A proxy, or a network of them, whose X-Forwarded-For is believed; may be given several times
help-arg-limit = A limit, as sockets-per-address=20 or requests=200/40; may be given several times
help-arg-keep = For how many days something is kept, as guests=90 or events=always; may be given several times
help-arg-hints = NATS server by which nodes tell each other what has changed; by default PostgreSQL does it
help-arg-metrics = Address on which metrics and health are served; by default metrics are shown to this machine only
help-arg-secure-cookies = Send cookies over TLS only
help-arg-invitation-only = New players need an invitation
help-arg-smtp = Server that takes mail, for forgotten passwords: smtp://user:password@host:587?tls=required
help-arg-mail-from = Whom mail comes from
help-arg-log-json = Write the log as JSON lines
help-arg-invite = Print the code of a new invitation and end

serve-address = Igroteka serves at http://{ $address }
serve-unknown-key = { $name }: there is no such setting; allowed: { $allowed }
serve-file-line = line { $line }: { $message }
serve-both = { $one } and { $other } cannot both be set
serve-needs = { $one } needs { $other } too
serve-failed = The server cannot start: { $message }

## Looking after the place

help-admin = Look after the players of a server
help-admin-grant = Make an account a moderator, or an admin, who makes moderators
help-admin-revoke = Take the role of an account away
help-admin-log = Print what moderators have done
help-admin-signals = Look at finished rated games, and print whose stand out
help-arg-name = The name of an account
help-arg-role = The role: admin or moderator
help-arg-signal-games = So many games at most
admin-nobody = There is no account called “{ $name }”
admin-signals = { $games ->
    [one] { $games } game looked at
   *[other] { $games } games looked at
}, accounts that stand out: { $suspects }
admin-suspect = { $name }, { $game }: { $agreement } % of choices are the engine’s in { $games } games, { $expected } % expected ({ $excess } deviations); against the same browser: { $same }

## Looking after what is stored

help-store = Look after the games that a server has stored
help-store-check = Read every game and report those that are damaged
help-store-export = Write the finished games as one dump of JSON lines
help-arg-dump = Check a dump instead: play its games again
help-arg-jsonl = The file to write; standard output if left out
help-arg-export-all = All finished games, also those that the archive does not show
store-exported = { $games ->
    [one] { $games } game written
   *[other] { $games } games written
}, damaged and left out: { $damaged }
store-failed = The games cannot be opened: { $message }
store-damaged = Game { $game } is damaged: { $reason }
store-checked = { $games ->
    [one] { $games } game read
   *[other] { $games } games read
}, damaged: { $damaged }
store-taken-up = { $games ->
    [one] { $games } game that had been set aside is whole again
   *[other] { $games } games that had been set aside are whole again
}
