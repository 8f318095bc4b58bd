"""Checks a random share of the proof that first wins Seega 5×5.

Usage: verify_seega.py CERTIFICATE [LINES [IGROTEKA]]        (standard library only)

Each of the LINES (100 if not given) plays the placing stage with random placements of second and
first's answers of the file, then plays the full placement that it comes to through to the end,
trying every action of second. What is legal and who has won is asked of `igroteka inspect`. The
format of the file is described in crates/tables/src/proof/certificate.rs.
"""

import json
import random
import struct
import subprocess
import sys
import zlib

LINES = int(sys.argv[2]) if len(sys.argv) > 2 else 100
IGROTEKA = sys.argv[3] if len(sys.argv) > 3 else "igroteka"

header, body = open(sys.argv[1], "rb").read().split(b"\n", 1)
header, body = json.loads(header), zlib.decompress(body)
assert header["rules"] == "seega" and header["claim"] == "first wins"
answers, leaves, at = {}, {}, 0
for _ in range(header["answers"]):
    first, second, square = struct.unpack_from("<IIB", body, at)
    answers[first, second], at = square, at + 9
lengths = [struct.unpack_from("<II", body, at + 8 * n) for n in range(header["leaves"])]
at += 8 * len(lengths)
for first, length in lengths:
    leaves[first], at = body[at : at + length], at + length
assert at == len(body)

inspector = subprocess.Popen([IGROTEKA, "inspect"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def inspect(position, moves=()):
    """The position after the moves: its text, who acts, the legal actions in order, the result."""
    line = json.dumps({"game": "seega", "position": position, "moves": list(moves)})
    inspector.stdin.write(line + "\n")
    inspector.stdin.flush()
    state = json.loads(inspector.stdout.readline())
    assert "error" not in state, state
    return state


CENTRE, ALL = 12, (1 << 25) - 1
IMAGES = [
    [(y * 5 + x if not turn else x * 5 + y) for r in range(5) for f in range(5)
     for x, y in [(4 - f if left else f, 4 - r if down else r)]]
    for left in (0, 1) for down in (0, 1) for turn in (0, 1)
]  # fmt: skip


def image(stones, symmetry):
    return sum(1 << symmetry[n] for n in range(25) if stones >> n & 1)


def name(square):
    return "abcde"[square % 5] + str(square // 5 + 1)


def least(first, second):
    """The image that stands for all, and the symmetry that leads to it."""
    return min(((image(first, s), image(second, s)), n) for n, s in enumerate(IMAGES))


def wins(first, second, known):
    """Whether first, wherever second places, comes to a leaf: all of it is tried."""
    empty = [n for n in header["order"] if not (first | second) >> n & 1]
    if not empty:
        return least(first, second)[0][0] in leaves
    if (first, second) not in known:
        if bin(first).count("1") == bin(second).count("1"):
            known[first, second] = any(wins(first | 1 << n, second, known) for n in empty)
        else:
            known[first, second] = all(wins(first, second | 1 << n, known) for n in empty)
    return known[first, second]


def place():
    """Plays the placing stage: first by the file, second at random. Gives the full placement."""
    first = second = 0
    state, known = inspect("5/5/5/5/5 g 12,12 - 0"), {}
    while state["to_act"] == "second" or not state["position"].split()[2] == "0,0":
        empty = [n for n in range(25) if n != CENTRE and not (first | second) >> n & 1]
        assert sorted(map(name, empty)) == state["legal"], "every empty square but the centre"
        if state["to_act"] == "second":
            square = random.choice(empty)
            second |= 1 << square
        else:
            if 24 - len(empty) < header["searched_from"]:
                sets, number = least(first, second)
                square = IMAGES[number].index(answers[sets])
            else:
                square = next(n for n in header["order"] if n in empty and wins(first | 1 << n, second, known))
            first |= 1 << square
        state = inspect(state["position"], [name(square)])
    return least(first, second)[0][0]


def play(first):
    """Plays a leaf through; gives the number of positions."""
    rows = ["".join("1" if n == CENTRE else "bg"[first >> n & 1] for n in range(r, r + 5)) for r in (20, 15, 10, 5, 0)]
    moves, seen, todo = iter(leaves[first]), set(), [inspect("/".join(rows) + " g 0,0 - 0")]
    while todo:
        state = todo.pop()
        if state["result"]:
            assert state["result"]["winner"] == "first", state
        elif state["position"] not in seen:
            seen.add(state["position"])
            actions = state["legal"]
            if state["to_act"] == "first":
                move = next(moves)
                square = move // 4
                to = square + (1, -1, 5, -5)[move % 4]
                actions = ["pass" if move == 255 else name(square) + name(to)]
                assert actions[0] in state["legal"], (state, actions)
            todo += [inspect(state["position"], [action]) for action in reversed(actions)]
    assert next(moves, None) is None, "moves are left over"
    return len(seen)


played = {}
for line in range(LINES):
    leaf = place()
    if leaf not in played:
        played[leaf] = play(leaf)
print(f"{LINES} lines, {len(played)} of {len(leaves)} leaves, {sum(played.values())} positions: first wins in all")
