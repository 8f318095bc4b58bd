### The review of a game.

review-no-mistakes = No mistakes
review-inaccuracy = inaccuracy
review-mistake = mistake
review-blunder = blunder
review-turning = turning point
review-exact = exact
review-better = Better
review-refuted = Refuted by
review-because = Because
review-forced-loss = A forced win for { winner-name }{ $turns ->
    [0] {""}
    [one] {" "}in one turn
   *[other] {" "}in { $turns } turns
}
review-missed-win = { $turns ->
    [one] A win in one turn is missed
   *[other] A win in { $turns } turns is missed
}
review-alone = { $side } played alone: { $played } steps, par { $par }
review-needed = Moves still needed with the enemy removed, as tournaments count: { $first } { $of-first }, { $second } { $of-second }
review-par-exact = No way is shorter: the par is proven.
review-par-bound = The par is the shortest way found; none is shorter than { $least }.
review-needed-bound = Proven are at least { $first } { $of-first }, { $second } { $of-second }.
review-lucky = Luckiest throws
review-unlucky = Unluckiest throws
review-accuracy = Accuracy
review-choices = Choices
review-mean-loss = Lost by a choice on average
review-inaccuracies = Inaccuracies
review-mistakes = Mistakes
review-blunders = Blunders
review-luck = Luck of the throws

help-record-review = Review every game of a file: mistakes, turning points, luck and skill
help-arg-each-nodes = Positions to look at for each entry of the game; by default 100000, in Senet 20000
help-arg-each-time = Seconds for each entry of the game
