### Настройки: что значит каждая, что значат значения, названия наборов, ошибки.

## Сиджа

option-seega-size = сторона доски
option-seega-drops = сколько камней ставят за один ход расстановки
option-seega-extra = кто делает дополнительный ход после взятия
value-seega-extra-same = тот же камень
value-seega-extra-any = любой камень
option-seega-capture = что берут между двумя своими камнями
value-seega-capture-line = целый ряд чужих камней
value-seega-capture-single = только один чужой камень
option-seega-centre = можно ли взять камень в центре
value-seega-centre-open = можно
value-seega-centre-safe = нельзя
option-seega-quiet = сколько действий подряд без взятия заканчивают партию
preset-seega-traditional = Традиционные правила

## Сальта

option-salta-goal = куда должны прийти фигуры
value-salta-goal-march = каждая проходит семь горизонталей: Солнца на места Звёзд, Луны на места Лун, Звёзды на места Солнц
value-salta-goal-mirror = Солнца на места Солнц, Луны на места Лун, Звёзды на места Звёзд
option-salta-limit = после скольких ходов каждого игрока подводят счёт
value-salta-limit-0 = без предела
preset-salta-tournament = Турнирные правила
preset-salta-original = Первоначальная цель

## Сенет

option-senet-pieces = сколько фигур у каждого
option-senet-front = чья фигура стоит впереди в начале
value-senet-front-cones = конусов
value-senet-front-spools = катушек
option-senet-water = что бывает в Доме Воды
value-senet-water-trial = решает следующий бросок
value-senet-water-return = сразу назад, в Дом Возрождения
option-senet-pass = когда можно пропустить ход
value-senet-pass-blocked = только когда нет хода
value-senet-pass-free = всегда вместо хода
preset-senet-short = Короткая партия

## Шашки

option-draughts-cyclic = можно ли брать свои шашки в резерв
value-draughts-cyclic-on = да, циклические шашки
value-draughts-cyclic-off = нет, классические русские шашки
option-draughts-kingmoves = сколько ходов каждого подряд одними дамками дают ничью
value-draughts-kingmoves-0 = такой ничьей нет
option-draughts-barren = сколько ходов каждого подряд без взятия чужой шашки дают ничью
value-draughts-barren-0 = такой ничьей нет
preset-draughts-classic = Классические русские шашки

## Диабаллик

option-diaballik-order = порядок шагов и паса в ходу
value-diaballik-order-steps-first = сначала шаги, пас заканчивает ход
value-diaballik-order-any = любой
option-diaballik-pass = путь мяча
value-diaballik-pass-clear = только через пустые поля
value-diaballik-pass-over-own = можно и через свои фигуры
option-diaballik-wall = что значит стенка
value-diaballik-wall-loses = кто закончил ход со стенкой, проиграл
value-diaballik-wall-reach = кто закончил ход, отрезав хотя бы одну чужую фигуру, проиграл
value-diaballik-wall-contact = стенка проигрывает, только если её касаются три чужие фигуры
value-diaballik-wall-off = ничего
option-diaballik-limit = сколько ходов каждого игрока дают ничью
value-diaballik-limit-0 = без предела
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
