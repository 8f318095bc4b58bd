# The core in the browser: rules and engine without a server, games of this device.

web-core-failed = The rules could not be loaded, so the board can only be viewed. Check your connection and open the page again.
web-too-old = This browser is too old for Igroteka: it lacks WebAssembly with SIMD. Chrome 91, Firefox 89, Safari 16.4 and later have it.

study-table = Memory
study-table-size = { $size } MB
study-threads = Threads
study-rate = { $nodes } a second
study-engine-begins = The engine is starting…
study-engine-failed = The engine could not be started. Open the page again.

web-update = A new version is available.
web-update-take = Update
web-throws-own = The sticks were thrown on this device: these throws are not certified.
games-local = On this device
games-local-about = These games were played without the server and are kept in this browser. Finished ones can be added to your account; they are unrated.
games-local-running = in progress
games-hand-in = { $count ->
    [one] Add { $count } finished game to the account
   *[other] Add { $count } finished games to the account
}
games-hand-in-later = As soon as the server can be reached again.

study-marks = Mark of the move
study-mark = Mark { $mark }
study-comment = Comment on the move
study-promote = Promote the variation
study-delete = Delete from here
study-notebook = Notebook
study-notebook-title = Title
study-keep = Save
study-kept-draft = The draft stays in this browser until another one takes its place. Save it to have it in your list.
study-kept-browser = Saved in this browser.
study-kept-account = Saved in this browser and with your account.
study-draft = Draft
study-new = New notebook
study-record = Record with notes
study-import = Import a record
study-import-paste = Paste a record of a game, ours or PDN
study-import-take = Import
study-import-file = From a file
study-import-first = The text has { $games } games; this is the first one.
study-notebooks = My notebooks ({ $count })
study-notebook-remove = Delete “{ $title }”
study-why = What the best line changes:
study-units = Plus is good for { $side }, minus for the other side; the larger the number, the more it weighs. Percent is the expected result: 100 is a certain win, 50 an even game.
web-play-through = Play it through
web-lost-points = { $points } percentage points of the expected result lost
web-why-units = Plus is good for { $side }, minus for the other side; the larger the number, the more it weighs.
web-review-sentence = The curve is the expected result for { $side }: at the top a certain win, in the middle an even game, at the bottom a loss.
