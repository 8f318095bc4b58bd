### Что считает оценка движка, по группам: term-<игра>-<группа>.

## Сиджа

term-seega-stones = камни
term-seega-captures = взятия на виду
term-seega-mobility = свобода хода
term-seega-squares = углы, края и центр
term-seega-safety = неуязвимые камни
term-seega-turn = очередь хода
term-seega-placing = расстановка камней
term-seega-formation = взаимное расположение камней
term-seega-other = прочее

## Сальта

term-salta-turn = очередь хода
term-salta-distance = оставшийся путь
term-salta-home = фигуры дома и рядом с ним
term-salta-beyond = фигуры за своей целью
term-salta-jams = фигуры, мешающие друг другу
term-salta-other = прочее

## Сенет

term-senet-turn = очередь хода
term-senet-race = гонка
term-senet-pairs = пары и ряды
term-senet-freedom = выбор ходов
term-senet-blockades = заслоны
term-senet-other = прочее

## Шашки

term-draughts-places = места простых
term-draughts-men = простые
term-draughts-kings = дамки
term-draughts-drawn = перевес, которого мало для победы
term-draughts-turn = очередь хода
term-draughts-mobility = свобода хода
term-draughts-formation = строй простых
term-draughts-attacked = шашки под боем
term-draughts-breakthrough = простые на пути в дамки
term-draughts-main-road = большак
term-draughts-reserve = резерв
term-draughts-self-capture = взятия своих шашек
term-draughts-other = прочее

## Диабаллик

term-diaballik-advance = фигуры далеко впереди
term-diaballik-ball = мяч далеко впереди
term-diaballik-passing = возможные пасы
term-diaballik-through = за линией соперника
term-diaballik-view = поля цели на виду
term-diaballik-goal = гол под рукой
term-diaballik-defence = защита
term-diaballik-middle = середина поля
term-diaballik-mobility = свобода хода
term-diaballik-turn = остаток хода
term-diaballik-other = прочее
