### The pages around play: lists of games, players, the account, settings, analysis, export.

## Games and players in lists

list-bot = bot
list-versus = { $first } – { $second }
list-rated = rated
list-casual = casual
list-rules-main = main rules
list-your-turn = Your turn
list-turn-of = { $side } to move
list-throw-next = The sticks are thrown
list-loading = Loading…
list-failed = This could not be loaded. Trying again soon.
list-offline = The server cannot be reached. Check your connection.
list-older = Older games
list-newest = Newest games
list-again = Try again

## Lobby

lobby-title = Lobby
lobby-about = These players are waiting for an opponent. One click and you play.
lobby-join = Play
lobby-own = Your offer
lobby-open = Open
lobby-empty = No one is waiting right now. Offer a game, and others will see it here.
lobby-offer = Offer a game
lobby-side = You would play { $side }
lobby-since = waiting for { $minutes ->
    [0] less than a minute
    [one] { $minutes } minute
   *[other] { $minutes } minutes
}
lobby-waiting = Waiting players
lobby-live = Games in progress
lobby-count = { $count ->
    [0] No open games
    [one] { $count } open game
   *[other] { $count } open games
}

## Games

games-title = My games
games-running = In progress
games-open = Waiting for an opponent
games-done = Finished
games-none = You have no game in progress. It takes one click to start one.
games-start = Start a game
games-watch = Watch others play
games-watch-none = No one else is playing right now.
games-all = All games are in the archive

## Archive

archive-title = Archive
archive-about = Finished games with their records. Games by link are visible to their players only, unless both agree otherwise.
archive-game = Game
archive-any-game = any game
archive-player = Player
archive-player-hint = exact name
archive-result = Result
archive-any-result = any result
archive-first-won = first player won
archive-second-won = second player won
archive-draw = draw
archive-no-result = aborted
archive-reason = Reason
archive-any-reason = any reason
archive-from = From
archive-to = To
archive-search = Search
archive-clear = Clear
archive-none = No games match this search.
archive-date = Date
archive-players = Players
archive-how = How it ended
archive-record = Record
archive-found = { $count ->
    [0] Nothing found
    [one] { $count } game shown
   *[other] { $count } games shown
}

## Player

player-missing = There is no player “{ $name }”
player-since = Here since { $date }
player-ratings = Ratings
player-unrated = No rated games so far.
player-provisional = provisional
player-provisional-why = Few rated games so far: the figure may still move a lot.
player-rated-games = { $count ->
    [one] { $count } rated game
   *[other] { $count } rated games
}
player-graph = Rating over time
player-graph-text = { $game }: from { $first } to { $last } in { $count } rated games; lowest { $low }, highest { $high }
player-graph-table = The figures as a table
player-rating = Rating
player-deviation = Deviation
player-games = Games
player-filter-result = Result
player-any = all
player-won = won
player-lost = lost
player-drawn = drawn
player-no-games = There are no such games.
player-is-you = This is you.

## Account

account-title = Account
account-guest = You are playing as a guest
account-guest-why = You can do everything as a guest. With an account your games and ratings follow you to every device; the games you played as a guest stay yours.
account-no-mail = A name and a password are enough: no email address, nothing to confirm. Keep the password safe: it cannot be sent to you.
account-make = Create an account
account-have = Sign in
account-name = Name
account-name-hint = 2 to 24 letters, digits, hyphens or underscores
account-password = Password
account-password-hint = at least 8 characters
account-invitation = Invitation code
account-invitation-hint = This server takes new players by invitation.
account-lose-guest = The games you played as a guest stay with the guest, not with the account you sign in to.
account-signed-in = Signed in as { $name }
account-profile = My profile
account-my-games = My games
account-sign-out = Sign out
account-change-password = Change the password
account-old-password = Current password
account-new-password = New password
account-password-changed = The password is changed. Other devices are signed out.
account-tokens = Tokens for bots
account-tokens-about = A program plays under your name with a token instead of your password.
account-token-label = What is it for?
account-token-make = Create a token
account-token-once = This is the token. It is shown only now: copy it.
account-token-made = created { $date }
account-token-unnamed = unnamed
account-token-revoke = Revoke
account-token-revoke-named = Revoke “{ $label }”
account-tokens-none = No tokens so far.
account-api = How programs play
account-delete = Delete the account
account-delete-about = Your name, password, ratings and tokens are deleted permanently. Your games stay in the archive without your name.
account-delete-sure = Delete permanently
account-deleted = The account is deleted.
account-cancel = Cancel
account-offline = The server cannot be reached. Check your connection and try again.

## Settings

set-title = Settings
set-kept = Saved in this browser as you change them.
set-kept-account = Saved with your account as you change them, for all your devices.
set-look = Appearance
set-language = Language
set-theme = Theme
set-theme-system = same as system
set-theme-light = light
set-theme-dark = dark
set-skin = Board and pieces
set-skin-classic = Material
set-skin-classic-about = each game in its own material: sand, ivory, papyrus, wood
set-skin-plain = Plain
set-skin-plain-about = flat and quiet
set-skin-contrast = Contrast
set-skin-contrast-about = sides can be distinguished without colour
set-preview = Preview with
set-board = Board
set-coordinates = Coordinates at the edge
set-goals = Salta: the goal square of each piece
set-odds = Senet: the odds of the next throw
set-motion = Sound and motion
set-sound = Sounds
set-volume = Volume
set-animation = Animate moves
set-pace = Speed of the animation
set-pace-slow = slow
set-pace-normal = normal
set-pace-fast = fast
set-animation-still = Your system asks for less movement, so moves are shown without animation.
set-play = Play
set-forced = Play the only legal move automatically
set-confirm = Ask before a move is sent
set-confirm-never = never
set-confirm-slow = in correspondence games
set-confirm-always = always
set-notify = Notify me when it is my turn
set-notify-about = A browser notification, while a page of Igroteka is open.
set-notify-denied = Your browser blocks notifications for this page. Allow them in the browser’s settings for this site, then switch this on again.
set-notify-unknown = This browser does not support notifications.

## Analysis

study-title = Analysis board
study-game = Game
study-rules = Rules
study-rules-main = Main rules
study-rules-own = Custom: { $options }
study-options = Rule options
study-position = Position
study-set = Set
study-start = Start position
study-flip = Flip board
study-copy-link = Copy the link
study-play = Play from here
study-moves = Moves
study-no-moves = Move on the board: both sides are yours.
study-first = To the start
study-back = One back
study-next = One forward
study-last = To the end
study-type = Move as text
study-type-play = Play
study-throw = Choose a throw
study-throw-of = { $side }: choose the throw
study-throw-points = { throw-points }, { throw-chance }
study-pass = Pass
study-end = End the turn
study-undo = Take back
study-edit = Set up a position
study-edit-about = Drag pieces on the board, from the palette onto it, or off it. The text below follows; side, counts and the rest can be changed there.
study-edit-side = To act
study-edit-done = Done
study-edit-clear = Empty board
study-engine = Engine
study-lines = Lines
study-depth = Depth { $depth }
study-speed = { $nodes } positions
study-waiting = { $count ->
    [0] The engine begins…
    [one] { $count } search is ahead
   *[other] { $count } searches are ahead
}
study-no-engine = The engine cannot answer here: { $reason }
study-value = { $side }: { $percent } %
study-value-bar = Expected result for { $side }: { $percent } %
study-win-in = { $turns ->
    [one] wins in { $turns } turn
   *[other] wins in { $turns } turns
}
study-play-line = Play { $move }
study-keys = Keys: ← → one move, Home and End, f flips.

## Export

export-title = Export
export-record = Record
export-position = Copy the position
export-svg = Picture (SVG)
export-png = Picture (PNG)
export-gif = Animation (GIF)
export-making = Making the animation: { $done } of { $all }
export-cancel = Stop
export-failed = This could not be made. Check your connection and try again.
