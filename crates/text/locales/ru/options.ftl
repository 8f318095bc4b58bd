### Настройки: что значит каждая, что значат значения, названия наборов, ошибки.

## Сиджа

name-seega-size = Доска
option-seega-size = сторона доски
name-seega-drops = Камней за ход
option-seega-drops = сколько камней ставят за один ход расстановки
name-seega-extra = Ещё один ход
option-seega-extra = кто делает дополнительный ход после взятия
value-seega-extra-same = тот же камень
value-seega-extra-any = любой камень
name-seega-capture = Взятие
option-seega-capture = что берут между двумя своими камнями
value-seega-capture-line = целый ряд чужих камней
value-seega-capture-single = только один чужой камень
name-seega-centre = Центр
option-seega-centre = можно ли взять камень в центре
value-seega-centre-open = можно
value-seega-centre-safe = нельзя
name-seega-quiet = Без взятий
option-seega-quiet = сколько действий подряд без взятия заканчивают партию
preset-seega-traditional = Традиционные правила

## Сальта

name-salta-goal = Цели
option-salta-goal = куда должны прийти фигуры
value-salta-goal-march = каждая проходит семь горизонталей: Солнца на места Звёзд, Луны на места Лун, Звёзды на места Солнц
value-salta-goal-mirror = Солнца на места Солнц, Луны на места Лун, Звёзды на места Звёзд
name-salta-limit = Предел ходов
option-salta-limit = после скольких ходов каждого игрока подводят счёт
value-salta-limit-0 = без предела
preset-salta-tournament = Турнирные правила
preset-salta-original = Первоначальная цель

## Сенет

name-senet-pieces = Фигур
option-senet-pieces = сколько фигур у каждого
name-senet-front = Впереди
option-senet-front = чья фигура стоит впереди в начале
value-senet-front-cones = конусов
value-senet-front-spools = катушек
name-senet-water = Вода
option-senet-water = что бывает в Доме Воды
value-senet-water-trial = решает следующий бросок
value-senet-water-return = сразу назад, в Дом Возрождения
name-senet-pass = Пропуск хода
option-senet-pass = когда можно пропустить ход
value-senet-pass-blocked = только когда нет хода
value-senet-pass-free = всегда вместо хода
preset-senet-short = Короткая партия

## Шашки

name-draughts-cyclic = Циклическая игра
option-draughts-cyclic = можно ли брать свои шашки в резерв
value-draughts-cyclic-on = да, циклические шашки
value-draughts-cyclic-off = нет, классические русские шашки
name-draughts-kingmoves = Ходы дамками
option-draughts-kingmoves = сколько ходов каждого подряд одними дамками дают ничью
value-draughts-kingmoves-0 = такой ничьей нет
name-draughts-barren = Ходы без взятий
option-draughts-barren = сколько ходов каждого подряд без взятия чужой шашки дают ничью
value-draughts-barren-0 = такой ничьей нет
title-draughts-cyclic-off = Русские шашки
preset-draughts-classic = Классические русские шашки

## Диабаллик

name-diaballik-order = Порядок
option-diaballik-order = порядок шагов и паса в ходу
value-diaballik-order-steps-first = сначала шаги, пас заканчивает ход
value-diaballik-order-any = любой
name-diaballik-pass = Мяч
option-diaballik-pass = путь мяча
value-diaballik-pass-clear = только через пустые поля
value-diaballik-pass-over-own = можно и через свои фигуры
name-diaballik-wall = Стенка
option-diaballik-wall = что значит стенка
value-diaballik-wall-loses = кто закончил ход со стенкой, проиграл
value-diaballik-wall-reach = кто закончил ход, отрезав хотя бы одну чужую фигуру, проиграл
value-diaballik-wall-contact = стенка проигрывает, только если её касаются три чужие фигуры
value-diaballik-wall-off = ничего
name-diaballik-limit = Предел ходов
option-diaballik-limit = сколько ходов каждого игрока дают ничью
value-diaballik-limit-0 = без предела
name-diaballik-start = Расстановка
option-diaballik-start = начальная расстановка
value-diaballik-start-line = все фигуры на своей горизонтали
value-diaballik-start-exchanged = фигуры вертикалей b и f поменялись местами
preset-diaballik-lively = Смешанная расстановка
preset-diaballik-box = Изданные правила

## Ошибки
## $found — что введено, $allowed — что можно вместо этого, $game — код игры.

options-unknown-game = Игры «{ $found }» нет; есть игры: { $allowed }
options-unknown-option = { game-name }: нет настройки или набора «{ $found }»; можно: { $allowed }
options-bad-option-value = { game-name }: настройка { $option } не может быть «{ $found }»; можно: { $allowed }
options-repeated-option = { game-name }: настройка { $option } указана дважды, а нужно один раз; можно: { $allowed }
