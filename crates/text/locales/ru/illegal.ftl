### Почему действие отклонено: по сообщению на причину.
### $action — что введено, $squares — поля, о которых речь (может быть пусто), $count — сколько
### их, $article — статья правил, $game — код игры.

illegal-with-command = { $message } – { $command }

article = (статья { $article })

# Обычное слово для фигуры в этой игре.
piece-word = { $game ->
    [seega] камень
    [draughts] шашка
   *[other] фигура
}
    .no-own = { $game ->
        [seega] нет вашего камня
        [draughts] нет вашей шашки
       *[other] нет вашей фигуры
    }
    .enemy = { $game ->
        [seega] чужой камень
        [draughts] чужая шашка
       *[other] чужая фигура
    }
    .own-instrumental = { $game ->
        [seega] своим камнем
        [draughts] своей шашкой
       *[other] своей фигурой
    }

## Все игры

illegal-syntax = «{ $action }» — не действие этой игры; действия пишутся так: { $game ->
    [seega] c3, b3c3, pass
    [salta] a3b4, c5e7, pass
    [senet] 19-21, 28-off, pass
    [draughts] c3-d4, c3:e5:g3, @d4
   *[diaballik] a1a2, d1>f3, end
} { article }
illegal-game-over = Партия окончена: ходить больше нельзя { article }
illegal-off-board = { $count ->
    [0] «{ $action }» выходит за пределы доски
    [1] На этой доске нет поля { $squares }
   *[other] На этой доске нет полей { $squares }
}: выберите поля доски { article }
illegal-no-piece = { $count ->
    [0] Там { piece-word.no-own }
   *[other] На { $squares } { piece-word.no-own }
}: ходите { piece-word.own-instrumental } { article }
illegal-enemy-piece = { $count ->
    [0] Там { piece-word.enemy }
   *[other] На { $squares } { piece-word.enemy }
}: ходите { piece-word.own-instrumental } { article }
illegal-occupied = { $count ->
    [0] Поле занято
    [1] Поле { $squares } занято
   *[other] Поля { $squares } заняты
}: идите на пустое поле { article }
illegal-pass-with-moves = Пропускать ход можно, только когда ходить нечем, а вы можете ходить{ $count ->
    [0] {""}
   *[other] {" "}{ piece-word.own-instrumental } с { $squares }
} { article }
illegal-must-pass = Ходить нечем: { $game ->
    [diaballik] закончите ход (end)
   *[other] пропустите ход (pass)
} { article }
illegal-not-one-step = { $game ->
    [seega] Камень
   *[other] Фигура
} ходит на одно поле по вертикали или горизонтали{ $count ->
    [0] {""}
   *[other] {" "}(у вас { $squares })
}: выберите соседнее поле { article }
illegal-light-square = Играют только на тёмных полях{ $count ->
    [0] {""}
    [1] , а { $squares } — светлое
   *[other] , а { $squares } — светлые
} { article }
illegal-not-diagonal = { $game ->
    [salta] Ходите на одно поле по диагонали или прыгайте через чужую фигуру
   *[other] Шашки ходят по диагоналям
}{ $count ->
    [0] {""}
   *[other] {" "}(у вас { $squares })
} { article }
illegal-way-blocked = { $count ->
    [0] Путь закрыт
    [1] Путь закрывает { piece-word } на { $squares }
   *[other] Путь закрыт: смотрите { $squares }
}; { $game ->
    [diaballik] мячу нужен свободный путь
   *[other] дамке нужен свободный путь
} { article }

## Сиджа

illegal-placing-stage = Идёт расстановка: поставьте камень на пустое поле, например b2 { article }
illegal-moving-stage = Все камни уже расставлены: пойдите камнем на соседнее пустое поле, например b3c3 { article }
illegal-centre-closed = Центр{ $count ->
    [0] {""}
   *[other] {" "}({ $squares })
} при расстановке остаётся пустым: выберите другое поле { article }
illegal-placed-on-stone = { $count ->
    [0] Там уже стоит камень
   *[other] На { $squares } уже стоит камень
}: ставьте свой на пустое поле { article }
illegal-must-move-stone = Дополнительный ход делает тот же камень, что взял{ $count ->
    [0] {""}
   *[other] : ходите камнем с { $squares }
} { article }

## Сальта

illegal-jump-due = Есть прыжок, значит, нужно прыгать{ $count ->
    [0] {""}
   *[other] : это можно сделать с { $squares }
} { article }
illegal-jump-backward = Прыгать можно только вперёд{ $count ->
    [0] {""}
   *[other] {" "}(у вас { $squares })
}: назад ходят только шагом { article }
illegal-jump-own = Через свою фигуру{ $count ->
    [0] {""}
   *[other] {" "}на { $squares }
} прыгать нельзя: только через чужую { article }
illegal-jump-nothing = Прыгать не через кого{ $count ->
    [0] {""}
   *[other] , на { $squares } пусто
}: без прыжка ходят на одно поле { article }
illegal-no-productive-reply = После этого у соперника не будет результативного хода, то есть хода фигурой не на своём месте{ $count ->
    [0] {""}
   *[other] {" "}(смотрите { $squares })
}: выберите другой ход { article }

## Сенет

illegal-throw-due = Сначала нужно бросить палочки { article }
illegal-move-due = Палочки уже брошены: теперь ходите фигурой { article }
illegal-wrong-count = Ходите ровно на выпавшее число{ $count ->
    [0] {""}
   *[other] {" "}(у вас { $squares })
} { article }
illegal-before-start = Назад можно уйти не дальше поля 1{ $count ->
    [0] {""}
   *[other] {" "}(у вас { $squares })
}: выберите другой ход { article }
illegal-stops-at-beauty = Дом Красоты пройти нельзя: фигура останавливается на 26 { article }
illegal-leaps-two = Через две фигуры подряд перескочить нельзя{ $count ->
    [0] {""}
   *[other] : они стоят на { $squares }
} { article }
illegal-own-on-target = { $count ->
    [0] Там стоит ваша фигура
   *[other] На { $squares } стоит ваша фигура
}: выберите другой ход { article }
illegal-protected = Фигура соперника{ $count ->
    [0] {""}
   *[other] {" "}(смотрите { $squares })
} защищена: она стоит с краю ряда, и поменяться с ней местами нельзя { article }
illegal-house-stays = { $count ->
    [0] Фигура на 27–30 не ходит по дорожке
   *[other] Фигура на { $squares } не ходит по дорожке
}: дальше её ведёт только бросок её дома { article }
illegal-wrong-leave = Фигура сходит с доски только точным броском: 3 с 28, 2 с 29, 1 с 30{ $count ->
    [0] {""}
   *[other] {" "}(она стоит на { $squares })
} { article }
illegal-not-in-house = Фигура сходит с доски только с 28, 29 или 30{ $count ->
    [0] {""}
   *[other] , а не с { $squares }
} { article }

## Шашки

illegal-man-backward = Простая ходит только вперёд{ $count ->
    [0] {""}
   *[other] {" "}(у вас { $squares })
}; назад она может только бить { article }
illegal-man-one-step = Простая ходит только на одно поле{ $count ->
    [0] {""}
   *[other] {" "}(у вас { $squares })
} { article }
illegal-capture-due = Нужно бить: чужую шашку { $count ->
    [0] может взять ваша шашка
   *[other] можно взять с { $squares }
} { article }
illegal-no-leap = Брать там нечего, или сразу за шашкой негде встать{ $count ->
    [0] {""}
   *[other] {" "}(у вас { $squares })
} { article }
illegal-leaps-many = За один прыжок берут одну шашку, а на пути их больше{ $count ->
    [0] {""}
   *[other] : на { $squares }
} { article }
illegal-leapt-twice = Взятую шашку нельзя перескочить дважды, и до конца хода она закрывает путь{ $count ->
    [0] {""}
   *[other] : она стоит на { $squares }
} { article }
illegal-chain-goes-on = Бить нужно до конца: возможен ещё один прыжок{ $count ->
    [0] {""}
   *[other] , через { $squares }
} { article }
illegal-land-to-go-on = Дамка должна встать туда, откуда может бить дальше{ $count ->
    [0] {""}
   *[other] : { $squares }
} { article }
illegal-own-capture-classic = В классических шашках свои шашки не бьют{ $count ->
    [0] {""}
   *[other] {" "}(смотрите { $squares })
}: бейте чужую или сделайте тихий ход { article }
illegal-enemy-before-own = Пока взяты только чужие шашки, сначала нужно бить чужую, а потом свою{ $count ->
    [0] {""}
   *[other] : смотрите { $squares }
} { article }
illegal-reserve-empty = Ваш резерв пуст: сбрасывать нечего { article }
illegal-not-own-half = Сброс делают на пустое тёмное поле своей половины{ $count ->
    [0] {""}
   *[other] , а { $squares } не там
} { article }
illegal-drop-classic = В классических шашках сбросов нет: ходите шашкой { article }

## Диабаллик

illegal-holder-stays = Фигура с мячом{ $count ->
    [0] {""}
   *[other] {" "}({ $squares })
} не ходит: пойдите другой или отдайте пас { article }
illegal-no-steps-left = Оба шага этого хода уже сделаны: отдайте пас или закончите ход (end) { article }
illegal-pass-used = Пас в этом ходу уже был: сделайте шаг или закончите ход (end) { article }
illegal-not-holder = { $count ->
    [0] У этой фигуры нет мяча
   *[other] Мяч не там, откуда вы пасуете (смотрите { $squares })
}: пас отдаёт фигура с мячом { article }
illegal-not-own-receiver = Пас отдают только своей фигуре{ $count ->
    [0] {""}
   *[other] {" "}(смотрите { $squares })
} { article }
illegal-not-in-line = Мяч летит прямо: по вертикали, горизонтали или диагонали{ $count ->
    [0] {""}
   *[other] {" "}(у вас { $squares })
} { article }
illegal-end-before-acting = Прежде чем закончить ход, сделайте хотя бы один шаг или пас { article }
