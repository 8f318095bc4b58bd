### Names: games, sides, pieces, houses; whose turn it is.
### $side is a side's word: green, blue, red, cones, spools, white, black.
### Attributes are forms of a word for this language's own grammar.

## Games

game-seega = Seega
game-salta = Salta
game-senet = Senet
game-draughts = Russian cyclic draughts
game-diaballik = Diaballik

game-name = { $game ->
    [seega] { game-seega }
    [salta] { game-salta }
    [senet] { game-senet }
    [draughts] { game-draughts }
   *[diaballik] { game-diaballik }
}

## Sides

side-green = Green
side-blue = Blue
side-red = Red
side-cones = Cones
side-spools = Spools
side-white = White
side-black = Black

# In the contrast style, where colours cannot be seen: contrast-<side>-<who begins>.
contrast-green-first = Green (light)
contrast-blue-second = Blue (hatched)
contrast-red-second = Red (dark)
contrast-red-first = Red (light)

side-name = { $side ->
    [green] { side-green }
    [blue] { side-blue }
    [red] { side-red }
    [cones] { side-cones }
    [spools] { side-spools }
    [white] { side-white }
   *[black] { side-black }
}

# A side's name in the middle of a line.
side-inline = { side-name }

## Pieces

kind-stone = stone
kind-sun = Sun
kind-moon = Moon
kind-star = Star
kind-cone = cone
kind-spool = spool
kind-man = man
kind-king = king
kind-runner = piece
kind-holder = piece with the ball

# A piece without its colour, with its number if it has one.
kind-name = { $kind ->
    [stone] { kind-stone }
    [sun] { kind-sun } { $number }
    [moon] { kind-moon } { $number }
    [star] { kind-star } { $number }
    [cone] { kind-cone }
    [spool] { kind-spool }
    [man] { kind-man }
    [king] { kind-king }
    [runner] { kind-runner }
   *[holder] { kind-holder }
}

# A piece with its colour.
piece-stone = { $side ->
    [green] green stone
   *[blue] blue stone
}
piece-sun = { $side ->
    [green] green Sun { $number }
   *[red] red Sun { $number }
}
piece-moon = { $side ->
    [green] green Moon { $number }
   *[red] red Moon { $number }
}
piece-star = { $side ->
    [green] green Star { $number }
   *[red] red Star { $number }
}
piece-cone = cone
piece-spool = spool
piece-man = { $side ->
    [white] white man
   *[black] black man
}
piece-king = { $side ->
    [white] white king
   *[black] black king
}
piece-runner = { $side ->
    [red] red piece
   *[blue] blue piece
}
piece-holder = { $side ->
    [red] red piece with the ball
   *[blue] blue piece with the ball
}

## Counts beside the board

tray-hand = Stones in hand
tray-reserve = Men in reserve
tray-off = Pieces off the board
tray-home = Pieces home
tray-distance = Distance to go

## Senet's houses

house-15 = House of Rebirth
house-26 = House of Beauty
house-27 = House of Water
house-28 = House of Three Truths
house-29 = House of Ra-Atum
house-30 = House of the Rising Sun

## Whose turn

turn-act = { side-name } to move
turn-throw = { side-name } to throw the sticks

# Senet: points thrown.
throw-points = { $points ->
    [one] { $points } point
   *[other] { $points } points
}

# Senet: how likely a throw is, out of 16.
throw-chance = { $weight } in { $total }

# Diaballik: what is left of the turn. $pass is yes or no.
left = { $pass ->
    [yes] { $steps ->
        [0] Left in this turn: the pass
        [one] Left in this turn: { $steps } step and the pass
       *[other] Left in this turn: { $steps } steps and the pass
    }
   *[no] { $steps ->
        [0] Nothing is left in this turn
        [one] Left in this turn: { $steps } step
       *[other] Left in this turn: { $steps } steps
    }
}
