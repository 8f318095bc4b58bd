### Веб-клиент: оболочка, начало, страница игры.

web-name = Игротека
web-skip = К содержанию
web-nav = Страницы
web-nav-lobby = Зал
web-nav-learn = Учиться
web-nav-analysis = Анализ
web-nav-archive = Архив
web-nav-games = Мои игры
web-nav-settings = Настройки
web-nav-account = Войти
web-page-failed = Страницу не удалось загрузить. Проверьте связь и обновите её.
web-not-found = Такой страницы нет
web-to-home = На главную
web-connection-lost = Связь потеряна, соединяемся снова…
web-your-turn = Ваш ход
