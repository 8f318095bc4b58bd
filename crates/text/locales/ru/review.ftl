### Разбор игры.

review-no-mistakes = Ошибок нет
review-inaccuracy = неточность
review-mistake = ошибка
review-blunder = грубая ошибка
review-turning = переломный ход
review-forced-loss = форсированное поражение за { $count } { $count ->
    [one] ход
    [few] хода
   *[other] ходов
}
review-better = лучше
review-refuted = опровержение
review-because = потому что
review-alone = { $side } доигрывали в одиночку: шагов { $played }, норма { $par }
review-lucky = Самые удачные броски
review-unlucky = Самые неудачные броски
review-accuracy = точность
review-choices = решений
review-mean-loss = потеря за решение в среднем
review-inaccuracies = неточностей
review-mistakes = ошибок
review-blunders = грубых ошибок
review-luck = везение в бросках

help-record-review = Разобрать каждую игру файла: ошибки, переломы, везение и мастерство
help-arg-each-nodes = Сколько позиций просмотреть для каждой записи игры; обычно 100000, в сенете 20000
help-arg-each-time = Сколько секунд думать над каждой записью игры
