### Playing in the terminal.

## Players

play-you = you
play-person = player
play-level = level { $level }
play-seconds-each = engine, { $seconds } s

## What there is to do

play-wait = Wait: it is not your turn
play-thinking = thinking…
play-rolling = the sticks are in the air…
play-throw-key = Space throws the sticks
play-throw-due = The sticks have to be thrown first
play-no-throw-due = No throw is due: move a piece
play-throw-is-chance = A throw is not chosen: the sticks fall as they fall
play-only-pass = no move is possible: Space or x passes
play-may-end = x ends the turn, u undoes
play-must-draughts = a capture must be made (*)
play-must-salta = a jump must be made (*)
play-must-seega = the marked stone must move
play-must = a marked piece must move (*)
play-leave-hint = Choose the same square again, and the piece leaves the board
play-drop-hint = Choose a square for the man from the reserve; Esc puts it back
play-goals-salta = Goals are for Salta
play-over-keys = n begins a new game
play-browsing = Position after action { $ply } of { $all }
play-too-small = The window is too small for this board: make it larger

## What was done

play-undone = Taken back
play-undone-action = The last action of this turn is undone
play-nothing-to-undo = There is nothing to take back
play-is-over = The game is over
play-hint = Hint: { $action }
play-no-help = No help while people play each other
play-new = A new game begins
play-saved = Saved as { $file }
play-loaded = { $file } is loaded
play-file-exists = { $file } exists already: choose another name
play-ambiguous = “{ $found }” can mean { $allowed }
play-opponent-trouble = The opponent has failed: { $message }
play-both-sides = You move for both sides now

## Questions

play-ask-anyway = Play anyway?
play-ask-new = Leave this game?
play-ask-resign = Resign?
play-ask-quit = Quit and leave this game?
play-ask-overwrite = { $file } exists already. Overwrite it?
play-yes-no = y – yes, n – no

## A line to type

play-entry-move = Your move
play-entry-save = Save as
play-entry-load = File to load
play-entry-keys = Enter – done, Esc – cancel

## The menu

play-menu-title = Menu
play-menu-begin = Begin a new game
play-menu-game = Game
play-menu-opponent = Opponent
play-menu-two = a second person
play-menu-side = You play
play-menu-own-side = as { side-name }
play-menu-clock = Clock
play-menu-no-clock = none
play-menu-preset = Rules
play-menu-help = A change takes effect with a new game
play-menu-opponent-help = Another level takes effect at once, everything else with a new game
play-menu-keys = ↑↓ line, ←→ value, Enter begin, Esc back

## The panel and the keys

play-moves-title = moves
play-keys = Enter choose · u undo · i hint · e value · m menu · ? help · q quit
play-keys-browsing = , back · . forward · Esc to the game · ? help
play-keys-over = n new game · u undo · s save · , . look back · m menu · q quit
play-help-title = Keys
play-help-title-more = Keys (↑↓ scroll)
play-key-cursor = move the cursor; the mouse works too
play-key-choose = choose a piece, then where it goes; throw the sticks
play-key-tab = to the next piece that can move, or the next target
play-key-esc = choose nothing; back to the game
play-key-throw = throw the sticks (Senet)
play-key-pass = pass, or end the turn (Diaballik)
play-key-drop = take a man from the reserve (draughts)
play-key-type = type a move, as in c3d4
play-key-undo = take back
play-key-hint = hint
play-key-play-hint = play the hint
play-key-value = evaluation bar on and off
play-key-goals = show goals (Salta): of the piece under the cursor
play-key-flip = flip the board
play-key-browse = look at earlier positions
play-key-scroll = scroll the moves
play-key-new = new game
play-key-menu = menu: opponent, level, side, clock, rules
play-key-save = save the game
play-key-load = load a game
play-key-resign = resign
play-key-language = Russian or English
play-key-help = this help
play-key-quit = quit
play-help-marks = Marks: [ ] cursor, ‹ › chosen, • and ( ) where it can go, * what must move, + hint, ! why not, : last move (where colours are missing).

## Line mode

plain-greeting = Type a move, or “help”.
plain-yes-no = (y/n)
plain-prompt = { side-name }>
plain-prompt-throw = { side-name }, throw (Enter)>
plain-prompt-over = Game over>
plain-help-moves = Type moves as the rules write them, or in short: c3d4 for c3-d4, the start and the end of a capture, only the target where one piece can go there.
plain-help = this help
plain-moves = list the moves that are possible
plain-undo = take back
plain-hint = what the engine would play
plain-go = let the engine play this move for you
plain-throw = throw the sticks (Senet)
plain-position = the position as text
plain-board = show the board
plain-save = save the game: save FILE
plain-load = go on with a saved game: load FILE
plain-resign = resign
plain-new = new game
plain-quit = quit
