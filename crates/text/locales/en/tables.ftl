### Exact tables of endings.

help-tables = Exact values of endings: build tables, check, look up and list them
help-tables-build = Build the tables of a rule set; goes on where an earlier call was ended
help-tables-check = Compare entries with what the rules make of their successors
help-tables-probe = Look up the exact value of a position
help-tables-list = List the tables of a folder
help-arg-pieces = Up to how many pieces of both sides together; in Senet of each side
help-arg-tables = The folder of tables; by default in the user’s data folder
help-arg-tables-out = The folder of tables to write to; by default in the user’s data folder
help-arg-tables-threads = Threads to work with, by default one a core
help-arg-memory = Megabytes for successors, 2048 if not given; with less it takes longer
help-arg-shard = Build only share I (from 0) of N; the other shares are built by other calls at the same time
help-arg-all = Compare all entries, not ten thousand of each table
help-arg-batch = Answer JSON lines on standard input, as inspect reads them

tables-expand = finding successors
tables-solve = computing values
tables-counters = counting draws
tables-wait = waiting for another share
tables-left = about { $seconds } s left
tables-built = { $rules }: tables in { $folder } complete after { $seconds } s
tables-checked = { $entries } of { $of } entries compared: all are right
tables-none = There are no tables of { $rules } here.
tables-not-in = The position is not in the tables.
tables-win = Exact: win in { $distance }
tables-loss = Exact: loss in { $distance }
tables-draw = Exact: draw
tables-beyond-counters = the counters draw before that
tables-expectation = Exact: expectation { $expectation }
tables-limit-matters = the limit of throws matters
