### Что произошло: по сообщению на событие.
### $side — чья фигура или ход, $kind и $number — фигура, $square, $from, $over, $to — поля.

event-threw = { side-name } бросают: { $points }
event-placed = { side-name } ставят { kind-name.accusative } на { $square }
event-dropped = { side-name } сбрасывают { kind-name.accusative } из резерва на { $square }
event-moved = { side-name } ходят: { kind-name } с { $from } на { $to }
event-leapt = { side-name } { $kind ->
    [man] бьют
    [king] бьют
   *[other] прыгают
}: { kind-name } с { $from } через { $over } на { $to }
event-captured = { side-name } теряют { kind-name.accusative } на { $square }
event-to-reserve = { side-name } снимают свою { kind-name.accusative } с { $square } в резерв
event-promoted = { side-name } получают { kind-name.accusative } на { $square }
event-came-home = { side-name }: { kind-name } на своём месте, { $square }
event-finished = У { side-name.genitive } все фигуры на своих местах
event-alone = Дальше { side-name.lower } ходят одни
event-changed-places = Обмен местами: { kind-name } переходит с { $from } на { $to }
event-to-beauty = { side-name }: фигура приходит в Дом Красоты ({ $square }), за неё нужен ещё бросок
event-to-water = { side-name }: фигура попадает в Дом Воды ({ $square })
event-reborn = { side-name }: фигура возвращается с { $from } на { $to } для возрождения
event-trial-again = { side-name }: фигура остаётся в Доме Воды ({ $square }), испытание повторится
event-left-board = { side-name }: фигура сходит с доски с поля { $from }
event-ball-passed = { side-name } передают мяч с { $from } на { $to }
event-passed = { side-name } пропускают ход
# $count — 1, если ходить должен определённый камень, иначе 0.
event-extra-move = { side-name } ходят ещё раз{ $count ->
    [0] {""}
   *[other] , камнем с { $square }
}
event-placing-ended = Расстановка закончена: теперь камни ходят
event-turn-ended = Ход { side-name.genitive } закончен
event-game-over = Партия окончена. { $outcome }
