### Measuring a server.

help-load = Measure how much a play server on this machine can take
help-arg-load-games = Games at once, two clients each (default 100)
help-arg-load-seconds = How long to play (default 10)
help-arg-load-spectators = Idle connections that watch (default 0)
help-arg-load-archive = Finished games in the archive of the server that is started (default 0)
help-arg-load-searches = Searches of the archive under way all the time (default 0)
help-arg-load-server = A running server on this machine, started with IGROTEKA_UNLIMITED=1; by default one is started
help-arg-load-database = PostgreSQL address for the server that is started; by default a temporary SQLite file

load-actions = { $games } games at once ({ $finished } finished), { $actions } stored actions in { $seconds } s: { $rate } a second
load-latency = From submission to the opponent’s receipt: half within { $p50 } ms, 90 % { $p90 } ms, 99 % { $p99 } ms, all { $max } ms
load-searches = { $searches } pages of the archive (put off: { $later }): half within { $p50 } ms, 99 % { $p99 } ms, all { $max } ms
load-memory = { $spectators } idle spectators: the server’s memory went from { $before } to { $after } MB
load-ready = Start to ready: { $first } ms, with all these games { $again } ms
load-open = A game of { $actions } actions opened in { $cold } ms after a restart, in { $warm } ms again
load-failed = The measurement failed: { $message }
