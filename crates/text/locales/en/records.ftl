### Game records: what is wrong with one, and where.

# Where: the game within the text, the line if it is known.
record-place = { $line ->
    [0] Game { $game }
   *[other] Game { $game }, line { $line }
}. { $message }

record-good = The record is right: { count-turns }

record-empty = There is no game in this text
record-bad-tag = This tag cannot be read; tags look like [Name "value"]
record-repeated-tag = The tag “{ $tag }” is given twice; give it once
record-missing-tag = The tag “{ $tag }” is missing
record-unclosed = A comment or a variation is not closed
record-stray = “{ $found }” is neither a turn number, nor a move, nor a comment
record-turn-number = Turn number { $found } stands where { $expected } is due
record-options = The rules are wrong. { $message }
record-position = The start position is wrong. { $message }
record-bad-result = The result cannot be “{ $found }”; it looks like “first resign”, “draw quiet” or “*”
record-illegal = Turn { $turn }, action { $number }, { $found }. { $message }
record-ambiguous = Action { $number }: “{ $found }” can mean { $allowed }; write all squares
record-result-mismatch = The record gives the result “{ $found }”, but by the rules it is “{ $expected }”
record-pdn = PDN is for Russian draughts (GameType 25) only and cannot hold “{ $found }”
