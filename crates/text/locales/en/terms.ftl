### What the engine's evaluation counts, in groups: term-<game>-<group>.

## Seega

term-seega-stones = stones
term-seega-captures = captures in sight
term-seega-mobility = freedom to move
term-seega-squares = corners, edges and centre
term-seega-safety = safe stones
term-seega-turn = the turn
term-seega-placing = placing of the stones
term-seega-formation = how the stones stand together
term-seega-other = other things

## Salta

term-salta-turn = the turn
term-salta-distance = distance to go
term-salta-home = pieces at home and near it
term-salta-beyond = pieces beyond their goal
term-salta-jams = pieces in each other’s way
term-salta-other = other things

## Senet

term-senet-turn = the turn
term-senet-race = the race
term-senet-pairs = pairs and rows
term-senet-freedom = moves to choose from
term-senet-blockades = blockades
term-senet-other = other things

## Draughts

term-draughts-places = where the men stand
term-draughts-men = men
term-draughts-kings = kings
term-draughts-drawn = a lead that does not win
term-draughts-turn = the turn
term-draughts-mobility = freedom to move
term-draughts-formation = formation of the men
term-draughts-attacked = pieces under attack
term-draughts-breakthrough = men on their way to become kings
term-draughts-main-road = the main road
term-draughts-reserve = the reserve
term-draughts-self-capture = captures of one’s own pieces
term-draughts-other = other things

## Diaballik

term-diaballik-advance = pieces far forward
term-diaballik-ball = the ball far forward
term-diaballik-passing = passes at hand
term-diaballik-through = behind the enemy’s line
term-diaballik-view = goal squares in view
term-diaballik-goal = a goal at hand
term-diaballik-defence = defence
term-diaballik-middle = the middle
term-diaballik-mobility = freedom to move
term-diaballik-turn = what is left of the turn
term-diaballik-other = other things
