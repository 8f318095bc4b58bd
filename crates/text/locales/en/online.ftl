### Games on a server, in the terminal. $side is a side's word.

## The way to a server

online-unreachable = The server { $server } cannot be reached: { $message }
online-strange = { $server } does not answer as an Igroteka server does
online-down = No connection; trying again…
online-down-why = No connection ({ $message }); trying again…
online-up-again = Connected again
online-no-connection = There is no connection to the server, or no game
online-only = That is for games on a server
online-not = Not in a game on a server

## Players and terms

online-guest = guest
online-nobody = no player yet
online-friend = a friend, by link
online-anyone = anyone, from the lobby
online-by-lot = random
online-rated = rated
online-menu-rated = Rated
online-yes = yes
online-no = no

## What happens

online-game = Game { $game }
online-watching = you are watching
online-waiting = waiting for the other side
online-waiting-friend = Waiting for a player to join:
online-making = Asking the server for a game…
online-no-game = No game is open: “games” lists those that there are, “join ID” and “watch ID” open one
online-no-game-keys = No game is open: w lists the games, m makes a new one
online-which-game = Which game? Give its id or its link
online-begun = The game begins
online-taken-back = The last turn is taken back
online-draw-offered = { side-name } { $side ->
    [cones] offer
    [spools] offer
   *[other] offers
} a draw
online-draw-declined = { side-name } { $side ->
    [cones] decline
    [spools] decline
   *[other] declines
} the draw
online-takeback-asked = { side-name } { $side ->
    [cones] ask
    [spools] ask
   *[other] asks
} for a takeback
online-takeback-declined = { side-name } { $side ->
    [cones] refuse
    [spools] refuse
   *[other] refuses
} the takeback
online-rematch-offered = { side-name } { $side ->
    [cones] offer
    [spools] offer
   *[other] offers
} a rematch
online-rematch-asked = You offer a rematch
online-asked = You ask for a takeback
online-answer-plain = Type “accept” or “decline”.
online-they-draw = your opponent offers a draw: a accepts, z declines
online-they-takeback = your opponent asks for a takeback: a agrees, z refuses
online-they-rematch = your opponent offers a rematch: a agrees
online-over-keys = r offers a rematch

## Questions

online-ask-draw = Offer a draw?
online-ask-abort = Abort the game?
online-ask-quit = Quit? The game goes on at the server.

## Keys

online-keys = u take back · = draw · r resign · w games · m new · ? help · q quit
online-keys-watching = w games · m new game · , . look back · f flip · ? help · q quit
online-keys-over = r rematch · w games · m new · s save · e value · , . back · q quit
online-key-draw = offer a draw
online-key-answer = accept or decline what the other side proposes
online-key-takeback = undo in an unfinished turn, else ask for a takeback
online-key-rematch = resign; after the end ask for a rematch
online-key-abort = abort the game before both have moved
online-key-claim = claim the win: the opponent has been gone for long
online-key-games = games of the server: own, waiting, under way

## Lists

online-list-title = Games of the server
online-list-own = Your games:
online-list-lobby = Waiting for anyone:
online-list-live = Under way, to watch:
online-list-none = none
online-list-empty = There are no games: m makes a new one
online-list-coming = Asking the server…
online-list-keys = ↑↓ choose · Enter open · m new game · w again · Esc back
online-actions = { $count ->
    [one] { $count } action
   *[other] { $count } actions
}

## Line mode

plain-draw = offer a draw, or agree to one
plain-accept = accept what the other side proposes
plain-decline = decline what the other side proposes
plain-abort = abort the game before both have moved
plain-claim = claim the win: the opponent has been gone for long
plain-rematch = ask for a rematch after the end
plain-games = list your games, the lobby, and games to watch
plain-join = join a game, or return to it: join ID
plain-watch = watch a game: watch ID

## Help of the command

help-arg-play-server = Play on this server: http://… or https://…
help-arg-play-token = Your personal access token there, else from IGROTEKA_TOKEN; without one you are a guest
help-arg-play-friend = On a server: play the friend who gets the link, which is printed
help-arg-play-lobby = On a server: play anyone who wants the same game
help-arg-play-rated = On a server: a rated game between people
help-arg-play-join = Join this game of the server, or return to it: its id or link
help-arg-play-watch = Watch this game of the server: its id or link
help-arg-play-list = List your games, the lobby and games to watch, and end
