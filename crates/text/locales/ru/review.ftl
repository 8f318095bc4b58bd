### Разбор партии.

review-no-mistakes = Ошибок нет
review-inaccuracy = неточность
review-mistake = ошибка
review-blunder = грубая ошибка
review-turning = переломный ход
review-better = лучше
review-refuted = опровержение
review-because = потому что
review-forced-loss = { winner-name } форсированно выигрывают{ $turns ->
    [0] {""}
    [one] {" "}в { $turns } ход
    [few] {" "}в { $turns } хода
   *[many] {" "}в { $turns } ходов
}
review-missed-win = { $turns ->
    [one] Упущен выигрыш в { $turns } ход
    [few] Упущен выигрыш в { $turns } хода
   *[many] Упущен выигрыш в { $turns } ходов
}
review-alone = { $side } доигрывали в одиночку: шагов { $played }, норма { $par }
review-needed = Осталось ходов, если убрать соперника с доски (турнирный счёт): { $first } — { $of-first }, { $second } — { $of-second }
review-lucky = Самые удачные броски
review-unlucky = Самые неудачные броски
review-accuracy = точность
review-choices = решений
review-mean-loss = потеря за решение в среднем
review-inaccuracies = неточностей
review-mistakes = ошибок
review-blunders = грубых ошибок
review-luck = везение в бросках

help-record-review = Разобрать каждую партию файла: ошибки, переломы, везение и мастерство
help-arg-each-nodes = Сколько позиций просмотреть для каждой записи партии; обычно 100000, в сенете 20000
help-arg-each-time = Сколько секунд думать над каждой записью партии
