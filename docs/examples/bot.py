"""A bot for Igroteka: takes what waits in the lobby, accepts challenges, plays random legal actions.

Usage: bot.py http://127.0.0.1:8017 TOKEN [GAMES]      (standard library only)
"""

import json
import random
import sys
import threading
import time
import urllib.error
import urllib.request

URL, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]
GAMES = int(sys.argv[3]) if len(sys.argv) > 3 else 1
free = threading.Semaphore(GAMES)  # games that may still be taken
done = threading.Semaphore(0)  # games that are over


def call(path, body=None):
    """Sends a request; a body makes it a POST. Gives the open answer."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"Authorization": "Bearer " + TOKEN})
    while True:
        try:
            return urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):  # too many requests; nothing can be stored just now
                raise
            time.sleep(float(error.headers.get("Retry-After", 1)))


def lines(path):
    """The JSON lines of a stream; empty ones only keep it alive."""
    with call(path) as stream:
        for line in stream:
            if line.strip():
                yield json.loads(line)


def attempt(path, body):
    """Sends a request that may come too late; whether it did what it should."""
    try:
        call(path, body)
        return True
    except urllib.error.HTTPError as error:
        print(json.load(error)["message"], file=sys.stderr)
        return False


def take(offer):
    """Takes the free seat of a game; whether it was still free."""
    if offer["rated"] and not offer["accept_bots"] or not free.acquire(blocking=False):
        return False
    joined = attempt(f"/api/games/{offer['game']}/join", {})
    if not joined:
        free.release()
    return joined


def follow_lobby():
    for line in lines("/api/lobby/stream"):
        if line["type"] == "open":
            take(line)


def follow_own():
    for line in lines("/api/bot/stream"):
        if line["type"] == "challenge" and not take(line):
            attempt(f"/api/games/{line['game']}/abort", {})  # declines
        if line["type"] == "game-start":
            threading.Thread(target=play, args=[line["game"]], daemon=True).start()


def play(game):
    """Plays a game to its end."""
    side = None
    for message in lines(f"/api/bot/games/{game}/stream"):
        if message["type"] == "state":
            side, now = message["seats"][0], message
        else:
            now = message.get("now")  # absent where the next event follows at once
        if now and now["phase"] == "live" and now["to_act"] == side:
            action = random.choice(now["legal"])["action"]
            attempt(f"/api/games/{game}/actions", {"ply": now["ply"], "actions": [action]})
        if now and now["phase"] == "over":
            print(game, now["result"]["message"], flush=True)
    done.release()


for follow in (follow_own, follow_lobby):
    threading.Thread(target=follow, daemon=True).start()
for _ in range(GAMES):
    done.acquire()
