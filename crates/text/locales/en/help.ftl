### The command line's help.

help-usage = Usage
help-commands = Commands
help-arguments = Arguments
help-options = Options
help-examples = Examples
help-igroteka = Play, study and research Seega, Salta, Senet, Russian cyclic draughts and Diaballik
help-games = List the games with their options and presets
help-position = Print the position reached, and the result if the game is over
help-moves = List the legal actions, one a line; those that lose at once are marked
help-perft = Count the sequences of exactly N actions; the last line is the number
help-inspect = Answer JSON lines on standard input with position, legal actions and result
help-playouts = Play uniformly random games to their end and measure the speed
help-record = Work with game records and PDN files
help-record-show = Show every game of a file with its moves and the final board
help-record-check = Replay every game of a file and say where one breaks
help-record-convert = Write every game of a file as a record or as PDN
help-diagram = Draw the board as an SVG picture
help-completions = Print a completion script for a shell
help-arg-lang = Language of the answers; by default that of the environment
help-arg-json = Answer in JSON
help-arg-ascii = Draw boards with plain ASCII characters
help-arg-help = Show this help
help-arg-version = Show the version
help-arg-game = seega, salta, senet, draughts or diaballik
help-arg-rules = Rule options, such as size=7,drops=2, or the name of a preset
help-arg-from = Begin with this position instead of the start
help-arg-moves = Play these actions first, separated by spaces
help-arg-board = Draw the board, also when the output is not a terminal
help-arg-depth = How many actions a sequence has
help-arg-divide = Show the count behind each first action
help-arg-seconds = How long to play
help-arg-seed = The seed of the random numbers, 1 if not given
help-arg-file = The file, or - for standard input
help-arg-to = The form to write
help-arg-out = The picture to write, or - for standard output
help-arg-shell = bash, elvish, fish, powershell or zsh
