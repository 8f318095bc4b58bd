### Why a position text is refused: one message a fault.
### $game the game's id, $field the field from 1 (0: the whole text), $found what stands there,
### $squares the squares concerned (may be empty), $count how many they are.

position-field = { $game ->
    [seega] { $field ->
        [1] board
        [2] side to act
        [3] stones in hand
        [4] stone that must move
       *[5] quiet actions
    }
    [salta] { $field ->
        [1] board
        [2] side to act
        [3] ply
        [4] finished
       *[5] alone
    }
    [senet] { $field ->
        [1] path
        [2] side to act
       *[3] phase
    }
    [draughts] { $field ->
        [1] board
        [2] side to act
        [3] reserves
        [4] king moves
       *[5] barren moves
    }
   *[diaballik] { $field ->
        [1] board
        [2] side to act
        [3] left in the turn
       *[4] turns
    }
}
position-at = { $field ->
    [0] Position “{ $found }”
   *[other] Position, field { $field } ({ position-field }), “{ $found }”
}
position-squares = { $count ->
    [0] {""}
    [one] {" "}(square { $squares })
   *[other] {" "}(squares { $squares })
}

## The text

position-field-count = { position-at }: { $game ->
    [senet] 3 fields are
    [diaballik] 4 fields are
   *[other] 5 fields are
} needed, separated by one space each
position-rank-count = { position-at }: the number of ranks, separated by /, is not that of the board
position-rank-length = { position-at }: this rank has too few or too many squares{ position-squares }
position-run-not-greedy = { position-at }: write a run of empty squares as one digit, never 0 or two digits in a row{ position-squares }
position-unknown-piece = { position-at }: there is a character that is no piece; allowed are { $game ->
    [seega] g, b
    [salta] A–O, a–o
    [senet] c, s and . for an empty square
    [draughts] w, W, b, B
   *[diaballik] r, R, b, B
}{ position-squares }
position-to-act = { position-at }: the side to act must be { $game ->
    [seega] g or b
    [salta] g or r
    [senet] c or s
    [draughts] w or b
   *[diaballik] r or b
}
position-number = { position-at }: a plain number is needed, without sign or leading zeros
position-number-too-large = { position-at }: the number is too large
position-pair = { position-at }: two numbers separated by a comma are needed, as in 0,0

## The board

position-piece-on-light = { position-at }: a piece stands on a light square; only dark ones are used{ position-squares }
position-too-many-pieces = { position-at }: there are more pieces than a player has{ position-squares }

## Seega

position-hands-order = { position-at }: by the order of placing these hands cannot occur with that side to act
position-hands-sum = { position-at }: stones on the board and in hand must add up to all the stones of each player
position-centre-occupied = { position-at }: the centre must be empty while stones are being placed{ position-squares }
position-must-in-placing = { position-at }: no stone must move while stones are being placed; write -
position-quiet-in-placing = { position-at }: nothing is counted while stones are being placed; write 0
position-no-stones = { position-at }: there must be at least one stone on the board
position-quiet-too-high = { position-at }: the count is above the limit that the option quiet sets
position-must-kind = { position-at }: by the option extra this must be a square or - (extra=same), * or - (extra=any){ position-squares }
position-must-not-own = { position-at }: the stone that must move has to be one of the side to act{ position-squares }
position-must-cannot-move = { position-at }: the stone that must move has no empty square next to it{ position-squares }
position-must-with-quiet = { position-at }: a stone must move only right after a capture, when the quiet count is 0{ position-squares }
position-must-nothing-captured = { position-at }: a stone must move only after a capture, but the enemy has lost nothing{ position-squares }
position-must-game-over = { position-at }: the game is over, so no stone must move; write -{ position-squares }

## Salta

position-piece-missing = { position-at }: a piece is missing; every player has five Suns, five Moons and five Stars{ position-squares }
position-piece-twice = { position-at }: a piece is there twice; each is there once{ position-squares }
position-finished = { position-at }: must be -, g?, g or r
position-alone-unfinished = { position-at }: no player has finished, so none has played alone; write 0
position-home-unfinished = { position-at }: a side has all pieces home, so - cannot be right
position-ply-parity = { position-at }: the ply must be even with Green to act and odd with Red to act
position-ply-limit = { position-at }: the ply is above the limit of the game
position-one-more-move = { position-at }: g? needs Green, and only Green, all home, Red to act, an odd ply within the limit and alone 0
position-green-finished = { position-at }: g needs Green all home and Red to act
position-red-finished = { position-at }: r needs Red all home and Green to act, and Green not all home at alone 0
position-ply-alone = { position-at }: ply less alone must be even, at least 2 and within the limit
position-alone-too-many = { position-at }: at most 100 actions are played alone

## Senet

position-path-length = { position-at }: the path needs exactly 30 characters, one a square
position-phase = { position-at }: the phase must be t, f or a number from 1 to 5
position-both-off = { position-at }: one of the players must still have a piece on the path
position-actor-off = { position-at }: the side to act must still have a piece on the path
position-off-phase = { position-at }: a player has no piece left, so the phase can only be t
position-beauty-occupied = { position-at }: 26 is occupied only in phase f{ position-squares }
position-beauty-not-actor = { position-at }: phase f needs a piece of the side to act on 26{ position-squares }
position-water-return = { position-at }: with water=return no piece stays on 27{ position-squares }
position-trial-phase = { position-at }: the side to act has a piece on 27, so the phase can only be t{ position-squares }

## Draughts

position-man-on-last-rank = { position-at }: a man on its last rank would be a king{ position-squares }
position-reserve-sum = { position-at }: board and reserve together are more than 12 pieces of a player
position-reserve-classic = { position-at }: with cyclic=off there is no reserve; write 0,0

## Diaballik

position-piece-count = { position-at }: each player needs exactly 7 pieces{ position-squares }
position-ball-count = { position-at }: each player needs exactly one ball, R and B{ position-squares }
position-turns-parity = { position-at }: turns must be even with Red to act and odd with Blue to act
position-turns-limit = { position-at }: turns are above the limit of the game
position-left = { position-at }: must be 2p, 1p or 0p; with order=any also 2- or 1-
position-turn-ended = { position-at }: nothing more is possible in this turn, so it has ended; write 2p for the other side
position-turn-with-goal = { position-at }: a ball on the far rank ends the turn; write 2p{ position-squares }
position-own-goal = { position-at }: the side to act has the goal, but after a goal the other side is to act{ position-squares }
position-both-goals = { position-at }: only one ball can be on the far rank{ position-squares }
