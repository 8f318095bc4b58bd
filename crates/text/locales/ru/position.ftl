### Почему текст позиции отклонён: по сообщению на ошибку.
### $game — код игры, $field — номер части с 1 (0: весь текст), $found — что там стоит,
### $squares — поля, о которых речь (может быть пусто), $count — сколько их.

position-field = { $game ->
    [seega] { $field ->
        [1] доска
        [2] чей ход
        [3] камни в руке
        [4] камень, который должен ходить
       *[5] тихие действия
    }
    [salta] { $field ->
        [1] доска
        [2] чей ход
        [3] сделано действий
        [4] кто закончил
       *[5] действий в одиночку
    }
    [senet] { $field ->
        [1] дорожка
        [2] чей ход
       *[3] фаза
    }
    [draughts] { $field ->
        [1] доска
        [2] чей ход
        [3] резервы
        [4] ходы дамками
       *[5] ходы без взятий
    }
   *[diaballik] { $field ->
        [1] доска
        [2] чей ход
        [3] осталось в ходу
       *[4] ходы
    }
}
position-at = { $field ->
    [0] Позиция «{ $found }»
   *[other] Позиция, часть { $field } ({ position-field }), «{ $found }»
}
position-squares = { $count ->
    [0] {""}
    [1] {" "}(поле { $squares })
   *[other] {" "}(поля { $squares })
}

## Текст

position-field-count = { position-at }: { $game ->
    [senet] нужны 3 части
    [diaballik] нужны 4 части
   *[other] нужно 5 частей
} через один пробел
position-rank-count = { position-at }: число горизонталей, разделённых /, не такое, как у доски
position-rank-length = { position-at }: в этой горизонтали слишком мало или слишком много полей{ position-squares }
position-run-not-greedy = { position-at }: пустые поля подряд пишутся одной цифрой, не 0 и не две цифры рядом{ position-squares }
position-unknown-piece = { position-at }: есть знак, который не обозначает фигуру; возможны { $game ->
    [seega] g, b
    [salta] A–O, a–o
    [senet] c, s и . для пустого поля
    [draughts] w, W, b, B
   *[diaballik] r, R, b, B
}{ position-squares }
position-to-act = { position-at }: чей ход, пишется как { $game ->
    [seega] g или b
    [salta] g или r
    [senet] c или s
    [draughts] w или b
   *[diaballik] r или b
}
position-number = { position-at }: нужно простое число без знака и без нулей впереди
position-number-too-large = { position-at }: число слишком велико
position-pair = { position-at }: нужны два числа через запятую, например 0,0

## Доска

position-piece-on-light = { position-at }: фигура стоит на светлом поле, а играют только на тёмных{ position-squares }
position-too-many-pieces = { position-at }: фигур больше, чем есть у игрока{ position-squares }

## Сиджа

position-hands-order = { position-at }: при таком порядке расстановки и этой очереди хода столько камней в руке быть не может
position-hands-sum = { position-at }: камни на доске и в руке вместе должны составлять все камни каждого игрока
position-centre-occupied = { position-at }: при расстановке центр должен быть пуст{ position-squares }
position-must-in-placing = { position-at }: при расстановке камня, который должен ходить, нет; пишите -
position-quiet-in-placing = { position-at }: при расстановке действия не считают; пишите 0
position-no-stones = { position-at }: на доске должен быть хотя бы один камень
position-quiet-too-high = { position-at }: счёт больше предела, заданного настройкой quiet
position-must-kind = { position-at }: по настройке extra здесь может быть поле или - (extra=same), * или - (extra=any){ position-squares }
position-must-not-own = { position-at }: ходить должен камень той стороны, чей ход{ position-squares }
position-must-cannot-move = { position-at }: у камня, который должен ходить, нет рядом пустого поля{ position-squares }
position-must-with-quiet = { position-at }: камень должен ходить только сразу после взятия, когда счёт тихих действий 0{ position-squares }
position-must-nothing-captured = { position-at }: камень должен ходить только после взятия, а соперник ничего не потерял{ position-squares }
position-must-game-over = { position-at }: партия окончена, и камня, который должен ходить, нет; пишите -{ position-squares }

## Сальта

position-piece-missing = { position-at }: не хватает фигуры; у каждого игрока пять Солнц, пять Лун и пять Звёзд{ position-squares }
position-piece-twice = { position-at }: фигура встречается дважды, а должна один раз{ position-squares }
position-finished = { position-at }: здесь может быть -, g?, g или r
position-alone-unfinished = { position-at }: никто не закончил, значит, в одиночку никто не ходил; пишите 0
position-home-unfinished = { position-at }: у одной стороны все фигуры на своих местах, и - здесь неверно
position-ply-parity = { position-at }: число действий должно быть чётным при ходе зелёных и нечётным при ходе красных
position-ply-limit = { position-at }: число действий больше предела игры
position-one-more-move = { position-at }: для g? нужно, чтобы только у зелёных все фигуры были на своих местах, ход красных, нечётное число действий в пределах игры и 0 в одиночку
position-green-finished = { position-at }: для g нужно, чтобы у зелёных все фигуры были на своих местах, а ход был красных
position-red-finished = { position-at }: для r нужно, чтобы у красных все фигуры были на своих местах, ход был зелёных, а зелёные при 0 в одиночку ещё не закончили
position-ply-alone = { position-at }: число действий без сделанных в одиночку должно быть чётным, не меньше 2 и в пределах игры
position-alone-too-many = { position-at }: в одиночку делают не больше 100 действий

## Сенет

position-path-length = { position-at }: дорожка — это ровно 30 знаков, по одному на поле
position-phase = { position-at }: фаза — это t, f или число от 1 до 5
position-both-off = { position-at }: хотя бы у одного игрока должна оставаться фигура на дорожке
position-actor-off = { position-at }: у того, чей ход, должна оставаться фигура на дорожке
position-off-phase = { position-at }: у игрока не осталось фигур, и фаза может быть только t
position-beauty-occupied = { position-at }: поле 26 занято только в фазе f{ position-squares }
position-beauty-not-actor = { position-at }: в фазе f на 26 должна стоять фигура того, чей ход{ position-squares }
position-water-return = { position-at }: при water=return фигуры не остаются на 27{ position-squares }
position-trial-phase = { position-at }: у того, чей ход, фигура стоит на 27, и фаза может быть только t{ position-squares }

## Шашки

position-man-on-last-rank = { position-at }: простая на последней горизонтали стала бы дамкой{ position-squares }
position-reserve-sum = { position-at }: на доске и в резерве вместе больше 12 шашек одного игрока
position-reserve-classic = { position-at }: при cyclic=off резерва нет; пишите 0,0

## Диабаллик

position-piece-count = { position-at }: у каждого игрока должно быть ровно 7 фигур{ position-squares }
position-ball-count = { position-at }: у каждого игрока должен быть ровно один мяч, R и B{ position-squares }
position-turns-parity = { position-at }: число ходов должно быть чётным при ходе красных и нечётным при ходе синих
position-turns-limit = { position-at }: число ходов больше предела игры
position-left = { position-at }: здесь может быть 2p, 1p или 0p, а при order=any ещё 2- или 1-
position-turn-ended = { position-at }: в этом ходу больше ничего нельзя сделать, значит, он закончен; пишите 2p и ход другой стороны
position-turn-with-goal = { position-at }: мяч на дальней линии заканчивает ход; пишите 2p{ position-squares }
position-own-goal = { position-at }: гол у того, чей ход, а после гола ход другой стороны{ position-squares }
position-both-goals = { position-at }: на дальней линии может быть только один мяч{ position-squares }
