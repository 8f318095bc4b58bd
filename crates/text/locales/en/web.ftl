### The web client: the shell, the start, the game page.

web-name = Igroteka
web-skip = Skip to the content
web-nav = Pages
web-nav-lobby = Lobby
web-nav-learn = Learn
web-nav-analysis = Analysis
web-nav-archive = Archive
web-nav-games = My games
web-nav-settings = Settings
web-nav-account = Sign in
web-page-failed = This page could not be loaded. Check your connection and reload.
web-not-found = There is no such page
web-to-home = To the start
web-connection-lost = The connection is lost; trying to connect again…
web-your-turn = Your turn
