### How a game ended, and warnings.
### $winner and $loser are sides' words, or none; $result is win, draw or none; $game an id or none.

winner-name = { $winner ->
    [green] { side-green }
    [blue] { side-blue }
    [red] { side-red }
    [cones] { side-cones }
    [spools] { side-spools }
    [white] { side-white }
    [black] { side-black }
   *[none] a player
}
loser-name = { $loser ->
    [green] { side-green }
    [blue] { side-blue }
    [red] { side-red }
    [cones] { side-cones }
    [spools] { side-spools }
    [white] { side-white }
    [black] { side-black }
   *[none] a player
}

## The reason, as a part of a sentence

end-eliminated = { loser-name } has no stones left
end-quiet = no capture for too long{ $result ->
    [win] , and { winner-name } has more stones
    [draw] , and both have equally many stones
   *[none] {""}
}
end-both-home = both players have brought all their pieces home
end-home = { loser-name } has now brought all pieces home too
end-alone = { loser-name } has made 100 moves alone without bringing all pieces home
end-limit = { $game ->
    [senet] 2000 throws have been made
    [salta] the limit of moves has been reached{ $result ->
        [win] , and { winner-name } has the shorter way to go
        [draw] , and both have the same way to go
       *[none] {""}
    }
    [diaballik] the limit of turns has been reached
   *[none] the limit of moves, turns or throws has been reached
}
end-all-off = all pieces of { winner-name } have left the board
end-no-moves = { loser-name } has no move
end-repetition = the same position for the third time
end-kingmoves = too many moves in a row by kings only
end-barren = too many moves in a row without an enemy piece captured
end-goal = the ball of { winner-name } has reached the far rank
end-wall = the pieces of { loser-name } form a wall
end-resign = { loser-name } resigned
end-time = { loser-name } ran out of time
end-agreement = the players agreed on a draw
end-abandoned = { loser-name } left the game
end-unstated = the record gives no reason
end-aborted = the game was aborted

## The result

# $reason is one of the reasons above; $scored says whether there are $points.
outcome-win = { winner-name } { $winner ->
    [cones] win
    [spools] win
   *[other] wins
}{ $scored ->
    [yes] { $points ->
        [one] {" "}with { $points } point
       *[other] {" "}with { $points } points
    }
   *[no] {""}
}: { $reason }
outcome-draw = Draw{ $scored ->
    [yes] { $points ->
        [one] , { $points } point
       *[other] , { $points } points
    }
   *[no] {""}
}: { $reason }
outcome-aborted = No result: { $reason }

## Warnings

warning-loses-at-once = { loser-name } { $loser ->
    [cones] lose
    [spools] lose
   *[other] loses
} at once with this: { $reason }
