### The pages to learn from: the list of lessons, a lesson, the rules.

## The list

learn-title = Learn
learn-about = For every game a first lesson of ten steps, a few lessons of strategy, and the full rules with boards to try them on.
learn-first = First lesson
learn-all-lessons = All lessons
learn-full-rules = The full rules
learn-solved = Solved: first wins
learn-book = The book: history and strategy
learn-count = { $count ->
    [one] { $count } step
   *[other] { $count } steps
}
learn-at = Step { $step } of { $count }
learn-where = Where you are
learn-done = Done

## A lesson

learn-no-lesson = There is no such lesson
learn-you-play = Your side: { $side }
learn-progress = Progress of the lesson
learn-hint = Hint
learn-show = Show me
learn-restart = Start over
learn-undo = Undo
learn-back = Back
learn-next = Next
learn-skip = Skip
learn-sticks = The sticks are in the hand
learn-throw = Throw the sticks
learn-throw-of = Throw { $points }
learn-threw = Thrown: { $points }
learn-right = That’s right.
learn-wrong = Not this one. Try again.
learn-lost = { $result }. Try again.
learn-found = Found { $found } of { $count }
learn-not-square = Not { $square }.
learn-unfinished = You have seen the lesson, but not done every step
learn-to-skipped = To step { $step }, which you skipped
learn-finished = You have finished the lesson
learn-play-first = Play your first game
learn-next-lesson = Next: { $title }
learn-odds = Show the odds of the throws

## The rules

learn-minute = The rules in a minute
learn-minute-show = Show it
learn-minute-try = Try it on the board, or have it shown.
learn-minute-play = Play a game
learn-contents = Contents
learn-boards-live = Every board on this page can be played on. If a move is refused, the board says why.
learn-board-main = Main rules
learn-board-with = With { $options }
learn-try = Try
learn-try-legal = Try { $action }
learn-try-illegal = Try { $action }, which is refused
learn-reset = Put back
