### Options: what each means, what its values mean, names of presets, errors.

## Seega

name-seega-size = Board
option-seega-size = side of the board
name-seega-drops = Stones a turn
option-seega-drops = stones placed in one turn of the placing stage
name-seega-extra = Extra move
option-seega-extra = who makes the extra move after a capture
value-seega-extra-same = the stone that captured
value-seega-extra-any = any stone
name-seega-capture = Capture
option-seega-capture = what is captured between two of your own stones
value-seega-capture-line = a whole line of enemy stones
value-seega-capture-single = just one enemy stone
name-seega-centre = Centre
option-seega-centre = whether a stone on the centre can be captured
value-seega-centre-open = it can be captured
value-seega-centre-safe = it is safe
name-seega-quiet = Quiet limit
option-seega-quiet = actions in a row without a capture that end the game
preset-seega-traditional = Traditional

## Salta

name-salta-goal = Goals
option-salta-goal = where the pieces have to go
value-salta-goal-march = every piece advances seven ranks: Suns to Stars, Moons to Moons, Stars to Suns
value-salta-goal-mirror = Suns to Suns, Moons to Moons, Stars to Stars
name-salta-limit = Turn limit
option-salta-limit = moves by each player after which the game is scored
value-salta-limit-0 = no limit
preset-salta-tournament = Tournament
preset-salta-original = Original goal

## Senet

name-senet-pieces = Pieces
option-senet-pieces = pieces each
name-senet-front = In front
option-senet-front = who has the foremost starting square
value-senet-front-cones = Cones
value-senet-front-spools = Spools
name-senet-water = Water
option-senet-water = what happens in the House of Water
value-senet-water-trial = the next throw decides
value-senet-water-return = straight back to the House of Rebirth
name-senet-pass = Passing
option-senet-pass = when a player may pass
value-senet-pass-blocked = only without a legal move
value-senet-pass-free = always instead of a move
preset-senet-short = Short game

## Draughts

name-draughts-cyclic = Cyclic play
option-draughts-cyclic = whether your own pieces can be captured into the reserve
value-draughts-cyclic-on = yes, cyclic draughts
value-draughts-cyclic-off = no, classic Russian draughts
name-draughts-kingmoves = King moves
option-draughts-kingmoves = moves by each player in a row with kings only that make a draw
value-draughts-kingmoves-0 = no such draw
name-draughts-barren = No captures
option-draughts-barren = moves by each player in a row without an enemy piece captured that make a draw
value-draughts-barren-0 = no such draw
title-draughts-cyclic-off = Russian draughts
preset-draughts-classic = Classic Russian draughts

## Diaballik

name-diaballik-order = Order
option-diaballik-order = the order of steps and pass in a turn
value-diaballik-order-steps-first = steps first, the pass ends the turn
value-diaballik-order-any = in any order
name-diaballik-pass = Ball
option-diaballik-pass = the way of the ball
value-diaballik-pass-clear = over empty squares only
value-diaballik-pass-over-own = also over your own pieces
name-diaballik-wall = Wall
option-diaballik-wall = what a wall does
value-diaballik-wall-loses = a player who ends a turn with a wall loses
value-diaballik-wall-reach = a player who ends a turn with an enemy piece shut off loses
value-diaballik-wall-contact = a wall loses only if three enemy pieces touch it
value-diaballik-wall-off = nothing
name-diaballik-limit = Turn limit
option-diaballik-limit = turns by each player that make a draw
value-diaballik-limit-0 = no limit
name-diaballik-start = Start
option-diaballik-start = where the pieces begin
value-diaballik-start-line = all on the home rank
value-diaballik-start-exchanged = those of the b- and f-files exchanged
preset-diaballik-lively = Exchanged start
preset-diaballik-box = Published rules

## Errors
## $found what was given, $allowed what is allowed in its place, $game the game's id.

options-unknown-game = There is no game “{ $found }”; the games are: { $allowed }
options-unknown-option = { game-name }: there is no option or preset “{ $found }”; allowed: { $allowed }
options-bad-option-value = { game-name }: the option { $option } cannot be “{ $found }”; allowed: { $allowed }
options-repeated-option = { game-name }: the option { $option } is given twice; give it once; allowed: { $allowed }
