### Команды движка: протокол, анализ, матчи, подпись.

## Протокол

ugi-position = Позиция — это «startpos» или «fen POSITION», потом, может быть, «moves …»
ugi-illegal-move = Действие { $number }, «{ $action }». { $message }
ugi-unknown-option = Настройки «{ $found }» нет; какие есть, скажет «ugi»
ugi-failed = Поиск не удался; в ответ — любое возможное действие

## Анализ

analyze-head = Ход { side-name.genitive }, глубина { $depth }, позиций { $nodes } за { $seconds } с
analyze-win = победа за { $count }
analyze-loss = поражение за { $count }
analyze-principal = Лучший вариант
analyze-why = Что меняется для { side-name.genitive }, в единицах
analyze-count = разобрано { $count }
analyze-throws = Бросок { side-name.genitive }, ожидается { $score }

## Матчи

match-counts = Партий: { $games }; a: побед { $wins }, ничьих { $draws }, поражений { $losses }
match-score = Результат a: { $score } %, Эло { $elo } ± { $error } (95 %)
match-elo = Эло
match-pairs = Пары, в которых у a 0, ½, 1, 1½, 2 очка: { $pairs }
match-sprt = Проверка { $low } против { $high } Эло: LLR { $llr } (±{ $bound }), { $accepted ->
    [H0] принято { $low }
    [H1] принято { $high }
   *[none] не решено
}
match-faults = { $player }: проиграно не за доской — из-за сбоя { $crashed }, из-за молчания { $silent }, из-за невозможного действия { $illegal }
match-book-line = строка { $line }: { $message }
match-book-empty = в файле нет ни одного начала
match-no-program = Программа { $file } не запускается: { $message }

## Подпись

bench-nodes = позиций
bench-speed = в секунду
bench-total = всего
