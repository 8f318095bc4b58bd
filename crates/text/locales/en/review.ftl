### The review of a game.

review-no-mistakes = No mistakes
review-inaccuracy = inaccuracy
review-mistake = mistake
review-blunder = blunder
review-turning = turning point
review-forced-loss = a forced loss in { $count } { $count ->
    [one] turn
   *[other] turns
}
review-better = better
review-refuted = refuted by
review-because = because
review-alone = { $side } played alone: { $played } steps, par { $par }
review-lucky = Luckiest throws
review-unlucky = Unluckiest throws
review-accuracy = accuracy
review-choices = choices
review-mean-loss = lost by a choice on average
review-inaccuracies = inaccuracies
review-mistakes = mistakes
review-blunders = blunders
review-luck = luck of the throws

help-record-review = Review every game of a file: mistakes, turning points, luck and skill
help-arg-each-nodes = Positions to look at for each entry of the game; by default 100000, in Senet 20000
help-arg-each-time = Seconds for each entry of the game
