### Названия: игры, стороны, фигуры, дома; чей ход.
### $side — слово стороны: green, blue, red, cones, spools, white, black.
### Атрибуты — формы слова для грамматики этого языка.

## Игры

game-seega = Сиджа
game-salta = Сальта
game-senet = Сенет
game-draughts = Русские циклические шашки
game-diaballik = Диабаллик

game-name = { $game ->
    [seega] { game-seega }
    [salta] { game-salta }
    [senet] { game-senet }
    [draughts] { game-draughts }
   *[diaballik] { game-diaballik }
}

## Стороны

side-green = Зелёные
side-blue = Синие
side-red = Красные
side-cones = Конусы
side-spools = Катушки
side-white = Белые
side-black = Чёрные

# В контрастном виде, где цветов не видно: contrast-<сторона>-<кто начинает>.
contrast-green-first = Зелёные (светлые)
contrast-blue-second = Синие (со штриховкой)
contrast-red-second = Красные (тёмные)
contrast-red-first = Красные (светлые)

side-name = { $side ->
    [green] { side-green }
    [blue] { side-blue }
    [red] { side-red }
    [cones] { side-cones }
    [spools] { side-spools }
    [white] { side-white }
   *[black] { side-black }
}
    .lower = { $side ->
        [green] зелёные
        [blue] синие
        [red] красные
        [cones] конусы
        [spools] катушки
        [white] белые
       *[black] чёрные
    }
    .genitive = { $side ->
        [green] зелёных
        [blue] синих
        [red] красных
        [cones] конусов
        [spools] катушек
        [white] белых
       *[black] чёрных
    }

# Сторона посреди строки.
side-inline = { side-name.lower }

## Фигуры

kind-stone = камень
kind-sun = Солнце
kind-moon = Луна
kind-star = Звезда
kind-cone = конус
kind-spool = катушка
kind-man = простая
kind-king = дамка
kind-runner = фигура
kind-holder = фигура с мячом

# Фигура без цвета, с номером, если он есть.
kind-name = { $kind ->
    [stone] { kind-stone }
    [sun] { kind-sun } { $number }
    [moon] { kind-moon } { $number }
    [star] { kind-star } { $number }
    [cone] { kind-cone }
    [spool] { kind-spool }
    [man] { kind-man }
    [king] { kind-king }
    [runner] { kind-runner }
   *[holder] { kind-holder }
}
    .accusative = { $kind ->
        [stone] камень
        [sun] Солнце { $number }
        [moon] Луну { $number }
        [star] Звезду { $number }
        [cone] конус
        [spool] катушку
        [man] простую
        [king] дамку
        [runner] фигуру
       *[holder] фигуру с мячом
    }

# Фигура с цветом.
piece-stone = { $side ->
    [green] зелёный камень
   *[blue] синий камень
}
piece-sun = { $side ->
    [green] зелёное Солнце { $number }
   *[red] красное Солнце { $number }
}
piece-moon = { $side ->
    [green] зелёная Луна { $number }
   *[red] красная Луна { $number }
}
piece-star = { $side ->
    [green] зелёная Звезда { $number }
   *[red] красная Звезда { $number }
}
piece-cone = конус
piece-spool = катушка
piece-man = { $side ->
    [white] белая простая
   *[black] чёрная простая
}
piece-king = { $side ->
    [white] белая дамка
   *[black] чёрная дамка
}
piece-runner = { $side ->
    [red] красная фигура
   *[blue] синяя фигура
}
piece-holder = { $side ->
    [red] красная фигура с мячом
   *[blue] синяя фигура с мячом
}

## Счёт рядом с доской

tray-hand = Камней в руке
tray-reserve = Простых в резерве
tray-off = Фигур сошло с доски
tray-home = Фигур на своём месте
tray-distance = Осталось пройти

## Дома сенета

house-15 = Дом Возрождения
house-26 = Дом Красоты
house-27 = Дом Воды
house-28 = Дом Трёх Истин
house-29 = Дом Ра-Атума
house-30 = Дом Восходящего Солнца

## Чей ход

turn-act = Ход { side-name.genitive }
turn-throw = Бросок { side-name.genitive }

# Сенет: выпавшие очки.
throw-points = { $points ->
    [one] { $points } очко
    [few] { $points } очка
   *[other] { $points } очков
}

# Сенет: вероятность броска, из 16.
throw-chance = { $weight } из { $total }

# Диабаллик: что осталось от хода. $pass — yes или no.
left = { $pass ->
    [yes] { $steps ->
        [0] В этом ходу остался пас
        [one] В этом ходу остались { $steps } шаг и пас
        [few] В этом ходу остались { $steps } шага и пас
       *[other] В этом ходу остались { $steps } шагов и пас
    }
   *[no] { $steps ->
        [0] В этом ходу ничего не осталось
        [one] В этом ходу остался { $steps } шаг
        [few] В этом ходу осталось { $steps } шага
       *[other] В этом ходу осталось { $steps } шагов
    }
}
