### Разбор партии.

review-no-mistakes = Ошибок нет
review-inaccuracy = неточность
review-mistake = ошибка
review-blunder = грубая ошибка
review-turning = переломный ход
review-exact = точно
review-better = Лучше
review-refuted = Опровержение
review-because = Причины
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
review-par-exact = Короче пути нет: норма доказана.
review-par-bound = Норма — кратчайший найденный путь; меньше чем за { $least } не дойти.
review-needed-bound = Доказано не меньше: { $first } — { $of-first }, { $second } — { $of-second }.
review-lucky = Самые удачные броски
review-unlucky = Самые неудачные броски
review-accuracy = Точность
review-choices = Решений
review-mean-loss = Потеря за решение в среднем
review-inaccuracies = Неточностей
review-mistakes = Ошибок
review-blunders = Грубых ошибок
review-luck = Везение в бросках

help-record-review = Разобрать каждую партию файла: ошибки, переломы, везение и мастерство
help-arg-each-nodes = Сколько позиций просмотреть для каждого действия и броска; обычно 100000, в сенете 20000
help-arg-each-time = Сколько секунд думать над каждым действием и броском
