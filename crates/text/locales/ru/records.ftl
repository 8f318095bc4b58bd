### Записи партий: что в них не так и где.

# Где: какая партия в тексте и строка, если она известна.
record-place = { $line ->
    [0] Партия { $game }
   *[other] Партия { $game }, строка { $line }
}. { $message }

record-good = Запись верна: { count-turns }

record-empty = В тексте нет ни одной партии
record-bad-tag = Этот тег не читается; теги пишутся так: [Name "value"]
record-repeated-tag = Тег «{ $tag }» указан дважды, а нужно один раз
record-missing-tag = Не хватает тега «{ $tag }»
record-unclosed = Примечание или вариант не закрыты
record-stray = «{ $found }» — не номер хода, не действие и не примечание
record-turn-number = Номер хода { $found } стоит там, где нужен { $expected }
record-options = Правила неверны. { $message }
record-position = Начальная позиция неверна. { $message }
record-bad-result = Итог не может быть «{ $found }»; он пишется так: «first resign», «draw quiet» или «*»
record-illegal = Ход { $turn }, действие { $number }, { $found }. { $message }
record-ambiguous = Действие { $number }: «{ $found }» может значить { $allowed }; укажите все поля
record-result-mismatch = В записи итог «{ $found }», а по правилам он «{ $expected }»
record-pdn = PDN здесь — только для русских шашек (GameType 25), «{ $found }» в нём не бывает
