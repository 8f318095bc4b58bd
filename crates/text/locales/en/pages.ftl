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
player-is-you = this is you

## Account

account-title = Account
account-guest = You are playing as a guest
account-guest-why = You can do everything as a guest. With an account your games and ratings follow you to every device; the games you played as a guest stay yours.
account-no-mail = A name and a password are enough: no email address, nothing to confirm. Keep the password safe; where a server sends mail, you can give an address later, in case you forget it.
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
account-revoke-tokens = Revoke all tokens too
account-sessions = Where you are signed in
account-sessions-about = End what you do not recognise, and change the password.
account-session-this = this browser
account-session-seen = last used { $date }
account-session-unknown = unknown program
account-session-end = Sign out
account-session-end-named = Sign out “{ $name }”
account-session-end-others = Sign out everywhere else
account-tokens = Tokens for bots
account-tokens-about = A program plays under your name with a token instead of your password.
account-token-label = What is it for?
account-token-scope = What may it do?
account-scope-read = see your games
account-scope-play = see and play
account-scope-bot = play as a bot
account-token-make = Create a token
account-token-once = This is the token. It is shown only now: copy it.
account-token-made = created { $date }
account-token-unnamed = unnamed
account-token-revoke = Revoke
account-token-revoke-named = Revoke “{ $label }”
account-tokens-none = No tokens so far.
account-api = How programs play
account-mail = Email address
account-mail-about = If you forget your password, a letter to this address lets you choose a new one. It is used for nothing else, and nobody sees it.
account-mail-address = Address
account-mail-set = Send a letter to confirm it
account-mail-sent = A letter is on its way. Open its link within an hour.
account-mail-forget = Forget it
account-mail-confirmed = The address is confirmed.
account-code-old = This link has been used, or is older than an hour. Ask for another letter.
account-recover = I have forgotten the password
account-recover-sent = If the account has an address, a letter is on its way. Open its link within an hour.
account-recover-none = This server sends no mail: ask those who run it.
account-recover-choose = Choose a new password
account-export = Your data
account-export-about = Everything that this server knows of you, as lines of JSON: account, settings, ratings, notebooks, and your games with their records.
account-export-take = Download
account-delete = Delete the account
account-delete-about = Your name, password, ratings and tokens are deleted permanently. Your games stay in the archive without your name.
account-delete-sure = Delete permanently
account-deleted = The account is deleted.
account-cancel = Cancel
account-offline = The server cannot be reached. Check your connection and try again.

## Those who look after the place

notice-title = A message from the moderators
notice-read = I have read this
notice-warn = The moderators warn you:
notice-rename = The moderators have given you another name: { $name }.
notice-ban = You may not play others until { $date }. Games under way go on, and the engine plays with you. The moderators say:
notice-unban = You may play others again.
notice-close = Your account is closed. You can still take your data with you and delete it. The moderators say:
notice-reopen = Your account is open again.
notice-role = Your part in looking after this place has changed.
notice-refund = { $points ->
    [one] You get back { $points } rating point in { $game }
   *[other] You get back { $points } rating points in { $game }
}: you had lost them to a player who did not play fairly.
notice-report = The moderators have dealt with your report:

report-title = Report this player
report-about = Those who look after the place read it. The player is told what they decide, not who reported it.
report-reason = What about?
report-help = help by an engine or another person
report-rating = games not played for the win
report-conduct = stalling, leaving, insults
report-name = the name
report-other = something else
report-text = What happened?
report-send = Send
report-sent = Thank you. You will be told when it has been dealt with.

mod-title = Moderation
mod-find = Player
mod-open = Open
mod-reports = Reports
mod-answer = What is the one who reported told?
mod-finish = Dealt with
mod-suspects = Games that stand out
mod-suspects-about = Computed on finished rated games by “igroteka admin signals”. A reason to look, not a proof.
mod-games = Games
mod-agreement = Engine’s choice
mod-expected = Expected
mod-excess = Deviations
mod-loss = Mean loss
mod-turn = Seconds a turn
mod-spread = Spread of times
mod-away = Page left
mod-same-device = Same browser
mod-same-address = Same address
mod-signals = What rated games say
mod-where = Where it was used from
mod-addresses = addresses
mod-devices = browsers
mod-none = Nothing.
mod-log = What was done
mod-act = Do something
mod-what = What?
mod-do = Do it
mod-days = Days
mod-role = Role
mod-role-none = none
mod-role-moderator = moderator
mod-role-admin = admin
mod-refund = Give back the rating that others lost to this account
mod-note-text = Note, for moderators only
mod-told-text = Why? The player reads this.
mod-closed = Closed on { $date }.
mod-banned = May not play others until { $date }.
mod-act-note = note
mod-act-warn = warn
mod-act-rename = give another name
mod-act-ban = no games with others
mod-until = until { $date }
mod-act-unban = games with others again
mod-act-close = close the account
mod-act-reopen = open it again
mod-act-role = give a role
mod-act-refund = rating given back
mod-act-report = report dealt with

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
set-throwing = Senet: throw the sticks myself
set-passes = Pass automatically where no move is possible
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
study-value = { $side }: { $percent } %
study-value-bar = Expected result for { $side }: { $percent } %
study-win-in = { $turns ->
    [one] wins in { $turns } turn
   *[other] wins in { $turns } turns
}
study-play-line = Play { $move }
study-keys = Keys: ← → one move, Home and End, f flips.

## What tables know exactly of a position

exact-title = Exact: { $result }
exact-win = win in { $distance }
exact-loss = loss in { $distance }
exact-draw = draw
exact-beyond-counters = the counters draw before that
exact-expectation = expectation { $value }
exact-limit-matters = The limit of throws changes this.
exact-about = Computed, not estimated. Numbers count the actions of both sides until the end; results are those of the player to act.

## Export

export-title = Export
export-record = Record
export-position = Copy the position
export-svg = Picture (SVG)
export-png = Picture (PNG)
export-gif = Animation (GIF)
export-passing = Position { $ply } of { $all }
export-making = Making the animation: { $done } of { $all }
export-cancel = Stop
export-failed = This could not be made. Check your connection and try again.
