### Why an action is refused: one message a reason.
### $action what was given, $squares the squares concerned (may be empty), $count how many they
### are, $article the article of the rules, $game the game's id.

illegal-with-command = { $message } – { $command }

article = (article { $article })

# The ordinary word for a piece in this game.
piece-word = { $game ->
    [seega] stone
   *[other] piece
}

## All games

illegal-syntax = “{ $action }” is not a move of this game; moves look like { $game ->
    [seega] c3, b3c3, pass
    [salta] a3b4, c5e7, pass
    [senet] 19-21, 28-off, pass
    [draughts] c3-d4, c3:e5:g3, @d4
   *[diaballik] a1a2, d1>f3, end
} { article }
illegal-game-over = The game is over: no more moves can be played { article }
illegal-off-board = { $count ->
    [0] “{ $action }” leads off the board
    [one] There is no square { $squares } on this board
   *[other] There are no squares { $squares } on this board
}: choose squares of the board { article }
illegal-no-piece = { $count ->
    [0] There is no { piece-word } to move there
   *[other] There is no { piece-word } on { $squares }
}: move one of your own { article }
illegal-enemy-piece = { $count ->
    [0] That { piece-word } is your opponent’s
   *[other] The { piece-word } on { $squares } is your opponent’s
}: move one of your own { article }
illegal-occupied = { $count ->
    [0] The square is not empty
    [one] The square { $squares } is not empty
   *[other] The squares { $squares } are not empty
}: go to an empty square { article }
illegal-pass-with-moves = You can pass only when you have no move, and you have one{ $count ->
    [0] {""}
   *[other] {" "}with the { piece-word } on { $squares }
} { article }
illegal-must-pass = You have no move here: { $game ->
    [diaballik] end the turn (end)
   *[other] pass (pass)
} { article }
illegal-not-one-step = A { piece-word } moves one square along a rank or a file{ $count ->
    [0] {""}
   *[other] {" "}(you gave { $squares })
}: choose a neighbouring square { article }
illegal-light-square = Only dark squares are used{ $count ->
    [0] {""}
    [one] , and { $squares } is a light one
   *[other] , and { $squares } are light ones
} { article }
illegal-not-diagonal = { $game ->
    [salta] Move one square diagonally, or jump over an enemy piece
   *[other] Pieces move along the diagonals
}{ $count ->
    [0] {""}
   *[other] {" "}(you gave { $squares })
} { article }
illegal-way-blocked = { $count ->
    [0] The way is blocked
    [one] The way is blocked by the piece on { $squares }
   *[other] The way is blocked: see { $squares }
}; { $game ->
    [diaballik] the ball needs a free way
   *[other] a king needs a free way
} { article }

## Seega

illegal-placing-stage = Stones are still being placed: put one on an empty square, as in b2 { article }
illegal-moving-stage = All stones have been placed: move a stone to a neighbouring empty square, as in b3c3 { article }
illegal-centre-closed = The centre{ $count ->
    [0] {""}
   *[other] {" "}({ $squares })
} stays empty while stones are being placed: choose another square { article }
illegal-placed-on-stone = { $count ->
    [0] A stone is already there
   *[other] A stone is already on { $squares }
}: put yours on an empty square { article }
illegal-must-move-stone = The stone that captured must move again{ $count ->
    [0] {""}
   *[other] : move the one on { $squares }
} { article }

## Salta

illegal-jump-due = A jump is possible, so you must jump{ $count ->
    [0] {""}
   *[other] : it can be done from { $squares }
} { article }
illegal-jump-backward = Jumps go forward only{ $count ->
    [0] {""}
   *[other] {" "}(you gave { $squares })
}: step back or jump forward { article }
illegal-jump-own = You cannot jump over your own piece{ $count ->
    [0] {""}
   *[other] {" "}on { $squares }
}: only over an enemy piece { article }
illegal-jump-nothing = There is no piece to jump over{ $count ->
    [0] {""}
   *[other] {" "}on { $squares }
}: without one, move one square { article }
illegal-no-productive-reply = This would leave your opponent no productive move, that is, none by a piece that is not home{ $count ->
    [0] {""}
   *[other] {" "}(see { $squares })
}: choose another move { article }

## Senet

illegal-throw-due = The sticks must be thrown first { article }
illegal-move-due = The sticks have been thrown: now move a piece { article }
illegal-wrong-count = Move by exactly the number thrown{ $count ->
    [0] {""}
   *[other] {" "}(you gave { $squares })
} { article }
illegal-before-start = Backward moves end on square 1 at the latest{ $count ->
    [0] {""}
   *[other] {" "}(you gave { $squares })
}: choose another move { article }
illegal-stops-at-beauty = A piece cannot go past the House of Beauty: it stops on 26 { article }
illegal-leaps-two = Two pieces in a row cannot be leapt over{ $count ->
    [0] {""}
   *[other] : they stand on { $squares }
} { article }
illegal-own-on-target = { $count ->
    [0] Your own piece stands on the target square
   *[other] Your own piece stands on { $squares }
}: choose another move { article }
illegal-protected = The enemy piece{ $count ->
    [0] {""}
   *[other] {" "}(see { $squares })
} is protected: it stands at the end of a row, so you cannot change places with it { article }
illegal-house-stays = { $count ->
    [0] A piece on 27 to 30 does not
   *[other] The piece on { $squares } does not
} move along the path: it goes on only by the throw of its house { article }
illegal-wrong-leave = The piece leaves the board only with the exact throw: 3 from 28, 2 from 29, 1 from 30{ $count ->
    [0] {""}
   *[other] {" "}(it stands on { $squares })
} { article }
illegal-not-in-house = A piece leaves the board only from 28, 29 or 30{ $count ->
    [0] {""}
   *[other] , not from { $squares }
} { article }

## Draughts

illegal-man-backward = A man moves forward only{ $count ->
    [0] {""}
   *[other] {" "}(you gave { $squares })
}; backward it can only capture { article }
illegal-man-one-step = A man moves one square only{ $count ->
    [0] {""}
   *[other] {" "}(you gave { $squares })
} { article }
illegal-capture-due = You must capture: { $count ->
    [0] one of your pieces
   *[other] { $squares }
} can take an enemy piece { article }
illegal-no-leap = There is no piece to take there, or no room to land right behind it{ $count ->
    [0] {""}
   *[other] {" "}(you gave { $squares })
} { article }
illegal-leaps-many = One leap takes one piece, and more than one stands in the way{ $count ->
    [0] {""}
   *[other] : on { $squares }
} { article }
illegal-leapt-twice = A captured piece cannot be leapt twice and blocks the way until the move ends{ $count ->
    [0] {""}
   *[other] : it stands on { $squares }
} { article }
illegal-chain-goes-on = The capture must go on: one more leap is possible{ $count ->
    [0] {""}
   *[other] , over { $squares }
} { article }
illegal-land-to-go-on = The king must land where it can capture on{ $count ->
    [0] {""}
   *[other] : { $squares }
} { article }
illegal-own-capture-classic = Your own pieces are not captured in the classic game{ $count ->
    [0] {""}
   *[other] {" "}(see { $squares })
}: take an enemy piece or make a quiet move { article }
illegal-enemy-before-own = While only enemy pieces have been taken, an enemy piece comes before your own{ $count ->
    [0] {""}
   *[other] : see { $squares }
} { article }
illegal-reserve-empty = Your reserve is empty: there is no man to drop { article }
illegal-not-own-half = A man is dropped on an empty dark square of your own half{ $count ->
    [0] {""}
   *[other] , and { $squares } is not there
} { article }
illegal-drop-classic = There are no drops in the classic game: move a piece { article }

## Diaballik

illegal-holder-stays = The piece with the ball{ $count ->
    [0] {""}
   *[other] {" "}({ $squares })
} cannot move: move another one or pass the ball { article }
illegal-no-steps-left = Both steps of this turn have been made: pass the ball or end the turn (end) { article }
illegal-pass-used = The ball has already been passed in this turn: make a step or end the turn (end) { article }
illegal-not-holder = { $count ->
    [0] That piece does not have the ball
   *[other] The ball is not where you passed it from (see { $squares })
}: pass from the piece that has it { article }
illegal-not-own-receiver = The ball goes only to a piece of your own{ $count ->
    [0] {""}
   *[other] {" "}(see { $squares })
} { article }
illegal-not-in-line = The ball flies straight along a rank, a file or a diagonal{ $count ->
    [0] {""}
   *[other] {" "}(you gave { $squares })
} { article }
illegal-end-before-acting = Make at least one step or pass before you end the turn { article }
