### The engine's commands: protocol, analysis, matches, signature.

## The protocol

ugi-position = A position is “startpos” or “fen POSITION”, then perhaps “moves …”
ugi-illegal-move = Move { $number }, “{ $action }”. { $message }
ugi-unknown-option = There is no option “{ $found }”; “ugi” lists those that there are
ugi-failed = The search failed; the answer is any legal action

## Analysis

analyze-head = { side-name } to act, depth { $depth }, { $nodes } positions in { $seconds } s
analyze-win = win in { $count }
analyze-loss = loss in { $count }
analyze-principal = The best line
analyze-why = What changes for { side-name }, in units
analyze-count = { $count } analysed
analyze-throws = { side-name } to throw, { $score } expected

## Matches

match-counts = Games: { $games }; a won { $wins }, drew { $draws }, lost { $losses }
match-score = Score of a: { $score } %, Elo { $elo } ± { $error } (95 %)
match-elo = Elo
match-pairs = Pairs in which a had 0, ½, 1, 1½, 2 points: { $pairs }
match-sprt = Test of { $low } against { $high } Elo: LLR { $llr } (±{ $bound }), { $accepted ->
    [H0] { $low } accepted
    [H1] { $high } accepted
   *[none] not decided
}
match-faults = { $player } lost games off the board: { $crashed } by a crash, { $silent } by no answer, { $illegal } by an illegal action
match-book-line = line { $line }: { $message }
match-book-empty = there is no opening in it
match-no-program = The program { $file } cannot be started: { $message }

## Signature

bench-nodes = positions
bench-speed = per second
bench-total = total
