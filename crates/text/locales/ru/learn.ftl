### Страницы обучения: список уроков, урок, правила.

## Список

learn-title = Учиться
learn-about = Для каждой игры — первый урок из десятка шагов, несколько уроков стратегии и полные правила с досками, на которых их можно попробовать.
learn-first = Первый урок
learn-all-lessons = Все уроки
learn-full-rules = Полные правила
learn-solved = Игра решена: выигрывает первый
learn-book = Книга: история и стратегия
learn-count = { $count ->
    [one] { $count } шаг
    [few] { $count } шага
   *[other] { $count } шагов
}
learn-at = Шаг { $step } из { $count }
learn-where = Где вы
learn-done = Пройден

## Урок

learn-no-lesson = Такого урока нет
learn-you-play = Ваша сторона: { $side }
learn-progress = Сколько пройдено
learn-hint = Подсказка
learn-show = Показать
learn-restart = Сначала
learn-undo = Отменить
learn-back = Назад
learn-next = Дальше
learn-skip = Пропустить
learn-sticks = Палочки в руке
learn-throw = Бросить палочки
learn-throw-of = Бросить { $points }
learn-threw = Выпало: { $points }
learn-right = Верно.
learn-wrong = Не то. Попробуйте ещё раз.
learn-lost = { $result }. Попробуйте ещё раз.
learn-found = Найдено { $found } из { $count }
learn-not-square = Не { $square }.
learn-unfinished = Урок просмотрен, но пройдены не все шаги
learn-to-skipped = К пропущенному шагу { $step }
learn-finished = Урок пройден
learn-play-first = Сыграть первую партию
learn-next-lesson = Дальше: { $title }
learn-odds = Показывать шансы бросков

## Правила

learn-minute = Правила за минуту
learn-minute-show = Показать
learn-minute-try = Попробуйте на доске или посмотрите, как это делается.
learn-minute-play = Сыграть партию
learn-contents = Содержание
learn-boards-live = На каждой доске этой страницы можно играть. Если ход не принят, доска объяснит почему.
learn-board-main = Основные правила
learn-board-with = По правилам: { $options }
learn-try = Попробуйте
learn-try-legal = Попробовать { $action }
learn-try-illegal = Попробовать { $action }: так ходить нельзя
learn-reset = Вернуть
