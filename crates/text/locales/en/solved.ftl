### The page about the solved game: Seega on the 5×5 board.

solved-title = Seega is solved: first wins
solved-lead = On the 5×5 board and under the main rules, whoever places the first stone can force a win. This is neither an engine’s opinion nor a statistic. It is a proof: you can check it, and you can play against it.
solved-begins = Green opens in the middle of an edge. Wherever Blue places now, Green has an answer that wins.
solved-play = Play against the proof
solved-play-about = You play blue, in your browser. Less than a megabyte is loaded the first time; from then on no connection is needed.

## What is proven

solved-what = What is proven
solved-what-claim = First wins, beginning in the middle of an edge, under the main rules exactly as they are written, the count of quiet moves included. Turn the board, and the middles of the four edges are one and the same square.
solved-what-open = There are four other kinds of first placement: a corner, the square beside it, and the two kinds of square around the centre. Of those nothing is proven yet, nor of other options on this board or of larger boards.
solved-what-small = The 3×3 board is known completely. There first wins if two stones are placed a turn or if the centre is safe; under the usual settings it is a draw.

## How it was found

solved-how = How it was found
solved-how-leaves = The stage in which stones are placed always ends with a full board and an empty centre. If boards that can be turned or mirrored into each other count once, there are { $placements } such full placements.
solved-how-search = For each of them a proof search asked whether first wins from there whatever second does. It got a thousand positions for a try; the most promising ones that were still open got three thousand, then twelve thousand. In the end { $won } were proven to be won and { $lost } not to be. The remaining { $open } are open to this day: the proof does not need them.
solved-how-back = After each round the placing stage was solved backwards from the full board, a bit for every position, with everything still open counted as not won. After the third round the win had reached the empty board.
solved-how-file = What first has to know was then written to a file of 4.7 MB: { $answers } answers while stones are placed, and every move of first after the { $leaves } full placements to which they lead. All of this took one processor core 16 minutes and some 2 GB of memory.

## What it means

solved-means = What it means
solved-means-people = Between people Seega is as open as before. No one can learn { $answers } answers by heart, and whoever leaves the path of the proof once has nothing to hold on to. The proof tells who wins if nobody errs. It does not tell who errs.
solved-means-fair = If you want to be fair, play two games and change sides, or choose rules of which nothing is proven: two stones a turn, for instance.
solved-means-play = Your opponent here takes its placements from the file. Once the board is full it proves its win anew before each move, usually within a few thousandths of a second, and plays no move whose win is not proven.

## How to check it

solved-check = How to check it
solved-check-trust = You need not trust the program that found the proof. The verifier contains no solver: it plays every move of the file by the rules, against every reply of second. That makes { $positions } positions after the full placements, and takes about four minutes.
solved-check-python = A second verifier, in Python and short enough to be read in one sitting, checks a random share of the file:
solved-check-again = Nor need you trust the file. This command finds the proof anew; it may be stopped at any time and goes on where it was:
solved-check-where = The file, both verifiers and the solver come with the source code of this program.

## Numbers

solved-numbers = In numbers
solved-number-placements = full placements, up to symmetry
solved-number-won = of them proven to be won by first
solved-number-answers = answers in the placing stage
solved-number-leaves = full placements that first plays to win
solved-number-positions = positions in which the verifier tried every reply
