### The play server: why something was refused.

server-bad-request = This request cannot be understood: { $what }
server-bad-rated-guest = A rated game needs an account: sign up in the browser, make a token on your account page, and give it with --token
server-bad-rated = Only games between two people are rated, by the standard rules or a preset, from the standard start
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
server-id-reused = This submission id was used before, for other actions
server-no-help = No help is given while people play each other
server-unauthorized = Sign in first, or check your token
server-name-taken = This name is taken
server-bad-name = A name has 2 to 24 letters, digits, hyphens or underscores
server-bad-password = A password has 8 to 200 characters
server-wrong-password = Name and password do not go together
server-not-invited = New accounts need an invitation here
server-foreign-origin = The request comes from another site
server-too-large = The message is too large
server-rate-limited = Too many requests; wait a little
server-cannot-store = The server cannot store moves at the moment. Nothing is lost, and the clocks stand; please try again soon
server-engine-failed = The engine failed; the fault has been logged
server-internal = Something went wrong on our side; please try again

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
help-arg-engine-threads = Search threads for the engine’s turns
help-arg-origin = Further address from which pages may use the server; may be given several times
help-arg-behind-proxy = Take the client’s address from X-Forwarded-For
help-arg-secure-cookies = Send cookies over TLS only
help-arg-invitation-only = New players need an invitation
help-arg-log-json = Write the log as JSON lines
help-arg-invite = Print the code of a new invitation and end

serve-address = Igroteka serves at http://{ $address }
serve-unknown-key = { $name }: there is no such setting; allowed: { $allowed }
serve-file-line = line { $line }: { $message }
serve-both = { $one } and { $other } cannot both be set
serve-failed = The server cannot start: { $message }

## Looking after what is stored

help-store = Look after the games that a server has stored
help-store-check = Read every game and report those that are damaged
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
