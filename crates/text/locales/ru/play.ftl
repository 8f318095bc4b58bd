### Партия в терминале.

## Игроки

play-you = вы
play-person = игрок
play-level = уровень { $level }
play-seconds-each = компьютер, { $seconds } с

## Что делать

play-wait = Подождите: ход не ваш
play-thinking = думает…
play-rolling = палочки в воздухе…
play-throw-key = Пробел бросает палочки
play-throw-due = Сначала нужно бросить палочки
play-no-throw-due = Бросать не нужно: ходите фигурой
play-throw-is-chance = Бросок не выбирают: палочки падают как упадут
play-only-pass = хода нет: пробел или x пропускает ход
play-may-end = x заканчивает ход, u отменяет
play-must-draughts = нужно бить (*)
play-must-salta = нужно прыгать (*)
play-must-seega = ходит отмеченный камень
play-must = нужно ходить отмеченной фигурой (*)
play-leave-hint = Выберите то же поле ещё раз, и фигура сойдёт с доски
play-drop-hint = Выберите поле для простой из резерва; Esc возвращает её
play-goals-salta = Цели есть в сальте
play-over-keys = n начинает новую партию
play-browsing = Позиция после действия { $ply } из { $all }
play-too-small = Окно слишком мало для этой доски: увеличьте его

## Что сделано

play-undone = Ход возвращён
play-undone-action = Последнее действие этого хода отменено
play-nothing-to-undo = Возвращать нечего
play-is-over = Партия окончена
play-hint = Подсказка: { $action }
play-no-help = Пока играют люди, помощи нет
play-new = Начинается новая партия
play-saved = Сохранено в { $file }
play-loaded = Загружено: { $file }
play-file-exists = Файл { $file } уже есть: выберите другое имя
play-ambiguous = «{ $found }» может значить { $allowed }
play-opponent-trouble = Соперник не отвечает: { $message }
play-both-sides = Теперь вы ходите за обе стороны

## Вопросы

play-ask-anyway = Всё равно ходить так?
play-ask-new = Бросить эту партию?
play-ask-resign = Сдаться?
play-ask-quit = Выйти и бросить эту партию?
play-ask-overwrite = Файл { $file } уже есть. Записать поверх?
play-yes-no = y или д – да, n или н – нет

## Ввод строки

play-entry-move = Ваш ход
play-entry-save = Сохранить как
play-entry-load = Какой файл загрузить
play-entry-keys = Enter – готово, Esc – отмена

## Меню

play-menu-title = Меню
play-menu-begin = Начать новую партию
play-menu-game = Игра
play-menu-opponent = Соперник
play-menu-two = второй человек
play-menu-side = Вы играете
play-menu-own-side = за { $side ->
    [cones] конусы
    [spools] катушки
   *[other] { side-name.genitive }
}
play-menu-clock = Часы
play-menu-no-clock = нет
play-menu-preset = Правила
play-menu-help = Изменение подействует с новой партией
play-menu-opponent-help = Другой уровень действует сразу, остальное – с новой партией
play-menu-keys = ↑↓ строка, ←→ значение, Enter начать, Esc назад

## Панель и клавиши

play-moves-title = ходы
play-keys = Enter выбор · u назад · i подсказка · e оценка · m меню · ? справка · q выход
play-keys-browsing = , раньше · . позже · Esc к партии · ? справка
play-keys-over = n новая партия · u назад · s сохранить · , . смотреть · m меню · q выход
play-help-title = Клавиши
play-help-title-more = Клавиши (↑↓ листать)
play-key-cursor = двигать курсор; мышь тоже работает
play-key-choose = выбрать фигуру, потом куда она идёт; бросить палочки
play-key-tab = к следующей фигуре, которая может ходить, или к следующей цели
play-key-esc = снять выбор; вернуться к партии
play-key-throw = бросить палочки (сенет)
play-key-pass = пропустить или закончить ход (диабаллик)
play-key-drop = взять простую из резерва (шашки)
play-key-type = ввести ход текстом, например c3d4
play-key-undo = вернуть ход
play-key-hint = подсказка
play-key-play-hint = сыграть подсказку
play-key-value = полоса оценки
play-key-goals = показать цель фигуры под курсором (сальта)
play-key-flip = повернуть доску
play-key-browse = смотреть прежние позиции
play-key-scroll = листать ходы
play-key-new = новая партия
play-key-menu = меню: соперник, уровень, сторона, часы, правила
play-key-save = сохранить партию
play-key-load = загрузить партию
play-key-resign = сдаться
play-key-language = русский или английский
play-key-help = эта справка
play-key-quit = выход
play-help-marks = Знаки: [ ] курсор, ‹ › выбрано, • и ( ) куда можно, * что должно ходить, + подсказка, ! почему нельзя, : последний ход (там, где нет цветов).

## Построчный режим

plain-greeting = Введите ход или «справка».
plain-yes-no = (д/н)
plain-prompt = { side-name }>
plain-prompt-throw = { side-name }, бросок (Enter)>
plain-prompt-over = Партия окончена>
plain-help-moves = Ходы пишутся как в правилах или коротко: c3d4 вместо c3-d4, начало и конец взятия, одна цель, если туда может пойти только одна фигура.
plain-help = эта справка
plain-moves = показать возможные ходы
plain-undo = вернуть ход
plain-hint = что сыграл бы компьютер
plain-go = пусть этот ход сделает компьютер
plain-throw = бросить палочки (сенет)
plain-position = позиция текстом
plain-board = показать доску
plain-save = сохранить партию: сохранить ФАЙЛ
plain-load = продолжить сохранённую партию: загрузить ФАЙЛ
plain-resign = сдаться
plain-new = новая партия
plain-quit = выход
