### The web client: the shell, the start, the game page.

web-name = Igroteka
web-skip = Skip to the content
web-nav = Pages
web-nav-lobby = Lobby
web-nav-learn = Learn
web-nav-analysis = Analysis
web-nav-archive = Archive
web-nav-games = My games
web-nav-settings = Settings
web-nav-account = Sign in
web-page-failed = This page could not be loaded. Check your connection and reload.
web-not-found = There is no such page
web-to-home = Back to the start page
web-connection-lost = The connection is lost; trying to connect again…
web-your-turn = Your turn
web-title = Igroteka: a home for five board games
web-loading = Loading…
web-offline = The server cannot be reached. Check your connection and try again.
web-close = Close
web-cancel = Cancel
web-copy = Copy
web-copied = Copied

## Home

web-welcome = Five games that had no home
web-about = Play at once, learn in ten minutes, study as deeply as you like. No sign-up, no advertising.
web-about-seega = Sand, hollows and pebbles from the Nile: fill the board, then catch enemy stones between your own.
web-about-salta = A race of suns, moons and stars through each other’s lines: nothing is captured, jumps are compulsory.
web-about-senet = The game of the pharaohs: sticks, six houses and the way to the rising sun.
web-about-draughts = Russian draughts in which you may take your own pieces, and drop them back later.
web-about-diaballik = Two steps and a pass: bring your ball to the far side, and never build a wall.
web-play-engine = Play the engine
web-play-friend = Invite a friend
web-play-local = Two players on this device
web-level = Level
web-level-short = Level { $level }
web-first-lesson = First lesson
web-rules = Rules
web-more-options = All options
web-lobby-empty = No one is waiting right now. Offer a game: someone may join.
web-choose-game = Choose a game
web-daily = Position of the day: { $game }
web-daily-more = To the lesson
web-footer = Seega · Salta · Senet · Russian cyclic draughts · Diaballik
web-offer-game = Offer a game to anyone

## A new game

web-against = Opponent
web-against-engine = The engine
web-against-link = A friend
web-against-lobby = Anyone
web-against-local = Two players on this device
web-level-about = { $level ->
    [1] For a first game: misses a lot.
    [2] Sees what is right in front of it.
    [3] Thinks a little ahead.
    [4] A casual player.
    [5] A club player.
    [6] A strong player.
    [7] Forgives very little.
   *[8] As strong as it gets.
}
web-side = Your side
web-side-any = Random
web-begins = begins
web-clock = Clock
web-clock-none = No clock
web-clock-days = { $days ->
    [one] { $days } day a turn
   *[other] { $days } days a turn
}
web-clock-custom = Custom
web-clock-minutes = Minutes for the game
web-clock-seconds = Seconds added with each turn
web-clock-live = { $minutes } min + { $seconds } s
web-clock-left = { $days } d { $hours } h
web-rules-main = Main rules
web-rules-own = Custom
web-usual = usual
web-read-rules = Read the rules
web-from-position = From a position of your own
web-from-start = From the start instead
web-rated-game = Rated game
web-rated-about = In a rated game the engine is silent, and the page reports to the server when you leave it.
web-private-game = Make the game private: only the players will see it
web-rated-needs-account = needs an account
web-public-game = Others may watch the game and find it in the archive, if my friend agrees
web-start-engine = Play
web-start-link = Create the link
web-start-lobby = Offer the game
web-start-local = Start

## At the table

web-board = Board of { $game }
web-board-region = Board and players
web-board-target = can be chosen
web-board-movable = can move
web-board-must = must move
web-empty = empty
web-you = You
web-guest = Guest
web-nobody = Free seat
web-bot = bot
web-won = won
web-engine = Engine
web-engine-level = Engine, level { $level }
web-engine-strength = level { $level }
web-engine-proof = The proof
web-proof-wins = { $side } has a proven win.
web-proof-failed = The proof could not be loaded: check your connection and reload the page
web-to-move = to move
web-thinks = is thinking
web-your-move = It is your move
web-turn-of = { $side } to move
web-guide-place = Choose a marked square.
web-guide-move = Choose a ringed { $game ->
    [seega] stone
   *[other] piece
}, then where it goes.
web-guide-drop = Choose a ringed piece, then where it goes; or drop a man from the reserve.
web-guide-must = The framed { $game ->
    [seega] stone
   *[other] piece
} must move: choose it, then where it goes.
web-guide-pass = No move is possible: pass.
web-guide-end = End the turn.
web-guide-throw = Throw the sticks: { $touch ->
    [yes] tap them or shake your phone.
   *[no] click them or press T.
}
web-guide-loses = Every move loses here.
web-passing = Passing…
web-passing-why = No move is possible.
web-throw = Throw
web-throw-myself = Throw the sticks myself
web-throw-sticks = The sticks: tap to throw
web-quiet = Quiet moves: { $made } of { $limit }
web-quiet-about = After { $limit } moves in a row without a capture the game ends; { $left } are left.
web-opponent-away = The opponent is away
web-claim-in = You may claim the win in { $time }.
web-claim-now = The opponent has left: you may claim the win.
web-controls = Controls
web-menu = Menu
web-join-public = Others may watch this game and find it in the archive
web-opponents-move = The opponent’s move
web-engine-thinks = The engine is thinking…
web-engine-waits = { $ahead ->
    [one] The engine is busy: one turn is ahead of yours
   *[other] The engine is busy: { $ahead } turns are ahead of yours
}
web-watching = You are watching
web-spectator = spectator
web-waiting-opponent = Waiting for the opponent
web-looking-back = Looking back: { $ply } of { $all }
web-confirm-turn = Send this turn?
web-send = Send
web-undo = Undo
web-action-pass = Pass
web-action-end = End the turn
web-no-game = There is no such game
web-invited = { $name } invites you to play
web-join = Sit down and play
web-send-link = Send this link to your friend. The game begins when they open it and sit down.
web-link = Link to the game
web-qr = The link as a QR code
web-in-lobby = Your game is in the lobby. It begins when someone takes the other seat.
web-see-article = Article { $article } of the rules
web-resign = Resign
web-abort = Abort
web-ask-resign = Resign the game?
web-ask-abort = Abort the game?
web-go-on = Keep playing
web-offer-draw = Offer a draw
web-draw-offered = A draw is offered
web-draw-you-offered = You have offered a draw
web-takeback = Take back
web-takeback-asked = The opponent asks to take a move back
web-takeback-you-asked = You have asked to take a move back
web-accept = Accept
web-decline = Decline
web-engine-failed = The engine failed: take your move back, or claim the win
web-claim-win = Claim the win
web-hint = Hint
web-hint-why = Why: { $reasons }
web-rematch = Rematch
web-rematch-accept = Accept the rematch
web-rematch-waits = Waiting for the opponent’s answer
web-rematch-offered = The opponent offers a rematch
web-end-won = You won!
web-end-lost = You lost
web-end-draw = A draw
web-end-aborted = The game was aborted
web-end-of = { $name } won
web-end-rating = Your rating
web-end-decided = Decided in turn { $turn }: { $action } ({ $side })
web-end-review = Find where it was decided
web-end-share = Share
web-end-rematch-link = To the rematch
web-flip = Flip board
web-show-goals = Show the goals
web-show-odds = Show the odds
web-help = Keys and mouse
web-type-move = Type a move
web-play = Play
web-rated = rated
web-unrated = unrated
web-throws-commit = The throws can be verified as fair: { $hash }…
web-sure = Are you sure?
web-play-anyway = Play anyway
web-moves = Moves
web-no-moves = No moves yet
web-navigation = Step through the game
web-first = To the start
web-back = Back
web-forward = Forward
web-last = To the end
web-taken = { $game ->
    [seega] Stones taken
   *[other] Pieces taken
}
web-odds = Odds of each throw
web-odds-throw = Throw
web-odds-chance = Chance
web-odds-moves = Possible moves

## Keys

web-keys-steps = back and forward through the game
web-keys-ends = to the start, to the end
web-keys-flip = flip the board
web-keys-undo = undo an action of a half-made turn
web-keys-throw = throw the sticks (Senet); the space bar too
web-keys-board = to the board; arrow keys walk over the squares
web-keys-choose = choose a square, let it go
web-keys-help = this list
web-keys-right = Right button
web-keys-arrows = arrows and circles; Shift and Alt change the colour
web-keys-wheel = Wheel over the board

## Review

web-review = Review
web-review-about = The engine looks at every move: where the result changed, what was better.
web-review-start = Review this game
web-review-runs = The engine is reviewing the game…
web-review-failed = The review could not be finished
web-review-graph = Expected result for { $side } over the game
web-accuracy = Accuracy
web-mark-inaccuracy = Inaccuracies
web-mark-mistake = Mistakes
web-mark-blunder = Blunders
web-luck = Luck of the throws
web-skill = Lost by decisions
web-luck-about = Luck and losses are in percentage points of the expected result.
web-study = Analysis and export
web-analyse = To the analysis board
