### What happened: one message an event.
### $side whose piece or turn it is, $kind and $number the piece, $square, $from, $over, $to squares.

event-threw = { side-name } throw { $points }
event-placed = { side-name } places a { kind-name } on { $square }
event-dropped = { side-name } drops a { kind-name } from the reserve on { $square }
event-moved = { side-name } { $side ->
    [cones] move
    [spools] move
   *[other] moves
}: { kind-name } from { $from } to { $to }
event-leapt = { side-name } { $kind ->
    [man] captures
    [king] captures
   *[other] jumps
}: { kind-name } from { $from } over { $over } to { $to }
event-captured = { side-name } loses the { kind-name } on { $square }
event-to-reserve = { side-name } takes its own { kind-name } off { $square } into the reserve
event-promoted = { side-name } gets a { kind-name } on { $square }
event-came-home = { side-name }: { kind-name } is home on { $square }
event-finished = { side-name } has brought all pieces home
event-alone = From here on { side-name } plays alone
event-changed-places = They change places: the { kind-name } goes from { $from } to { $to }
event-to-beauty = { side-name }: a piece reaches the House of Beauty ({ $square }) and is thrown for next
event-to-water = { side-name }: a piece falls into the House of Water ({ $square })
event-reborn = { side-name }: a piece goes back from { $from } to { $to }, to be reborn
event-trial-again = { side-name }: the piece stays in the House of Water ({ $square }); the trial is repeated
event-left-board = { side-name }: a piece leaves the board from { $from }
event-ball-passed = { side-name } passes the ball from { $from } to { $to }
event-passed = { side-name } { $side ->
    [cones] skip
    [spools] skip
   *[other] skips
} the turn
# $count is 1 if the stone that must move is fixed, else 0.
event-extra-move = { side-name } moves again{ $count ->
    [0] {""}
   *[other] , with the stone on { $square }
}
event-placing-ended = All stones are placed: now they move
event-turn-ended = The turn of { side-name } is over
event-game-over = Game over. { $outcome }
