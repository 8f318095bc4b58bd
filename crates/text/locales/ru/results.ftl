### Чем кончилась партия, и предупреждения.
### $winner и $loser — слова сторон или none; $result — win, draw или none; $game — код или none.

winner-name = { $winner ->
    [green] { side-green }
    [blue] { side-blue }
    [red] { side-red }
    [cones] { side-cones }
    [spools] { side-spools }
    [white] { side-white }
    [black] { side-black }
   *[none] игрок
}
    .genitive = { $winner ->
        [green] зелёных
        [blue] синих
        [red] красных
        [cones] конусов
        [spools] катушек
        [white] белых
        [black] чёрных
       *[none] игрока
    }
loser-name = { $loser ->
    [green] { side-green }
    [blue] { side-blue }
    [red] { side-red }
    [cones] { side-cones }
    [spools] { side-spools }
    [white] { side-white }
    [black] { side-black }
   *[none] игрок
}
    .lower = { $loser ->
        [green] зелёные
        [blue] синие
        [red] красные
        [cones] конусы
        [spools] катушки
        [white] белые
        [black] чёрные
       *[none] игрок
    }
    .genitive = { $loser ->
        [green] зелёных
        [blue] синих
        [red] красных
        [cones] конусов
        [spools] катушек
        [white] белых
        [black] чёрных
       *[none] игрока
    }

## Причина, часть предложения

end-eliminated = у { loser-name.genitive } не осталось камней
end-quiet = слишком долго не было взятий{ $result ->
    [win] , и камней больше у { winner-name.genitive }
    [draw] , и камней поровну
   *[none] {""}
}
end-both-home = у обоих все фигуры на своих местах
end-home = у { loser-name.genitive } теперь тоже все фигуры на своих местах
end-alone = у { loser-name.genitive } после 100 ходов в одиночку не все фигуры на своих местах
end-limit = { $game ->
    [senet] сделано 2000 бросков
    [salta] достигнут предел ходов{ $result ->
        [win] , и у { winner-name.genitive } остался более короткий путь
        [draw] , и путь остался одинаковый
       *[none] {""}
    }
    [diaballik] достигнут предел ходов
   *[none] достигнут предел ходов или бросков
}
end-all-off = все фигуры { winner-name.genitive } сошли с доски
end-no-moves = у { loser-name.genitive } нет хода
end-repetition = одна и та же позиция в третий раз
end-kingmoves = слишком много ходов подряд одними дамками
end-barren = слишком много ходов подряд без взятия чужой шашки
end-goal = мяч { winner-name.genitive } дошёл до дальней линии
end-wall = фигуры { loser-name.genitive } образуют стенку
end-resign = { $loser ->
    [none] игрок сдался
   *[other] { loser-name.lower } сдались
}
end-time = у { loser-name.genitive } кончилось время
end-agreement = игроки согласились на ничью
end-abandoned = { $loser ->
    [none] игрок покинул партию
   *[other] { loser-name.lower } покинули партию
}
end-unstated = причина в записи не указана
end-aborted = партия прервана

## Итог

# $reason — одна из причин выше; $scored говорит, есть ли очки $points.
outcome-win = { winner-name } выиграли{ $scored ->
    [yes] { $points ->
        [one] {" "}с { $points } очком
       *[other] {" "}с { $points } очками
    }
   *[no] {""}
}: { $reason }
outcome-draw = Ничья{ $scored ->
    [yes] { $points ->
        [one] , { $points } очко
        [few] , { $points } очка
       *[other] , { $points } очков
    }
   *[no] {""}
}: { $reason }
outcome-aborted = Без результата: { $reason }

## Предупреждения

warning-loses-at-once = Так { loser-name.lower } сразу проигрывают: { $reason }
