"""A bot for Igroteka: accepts what is in the lobby and plays random legal actions.

Usage: bot.py http://127.0.0.1:8017 TOKEN [GAMES]      (standard library only)
"""

import json
import random
import sys
import urllib.error
import urllib.request

URL, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]
GAMES = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def call(path, body=None):
    """Sends a request; a body makes it a POST. Gives the open answer."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"Authorization": "Bearer " + TOKEN})
    return urllib.request.urlopen(request, timeout=60)


def lines(path):
    """The JSON lines of a stream; empty ones only keep it alive."""
    with call(path) as stream:
        for line in stream:
            if line.strip():
                yield json.loads(line)


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
            try:
                call(f"/api/games/{game}/actions", {"ply": now["ply"], "actions": [action]})
            except urllib.error.HTTPError as error:
                print(json.load(error)["message"], file=sys.stderr)
        if now and now["phase"] == "over":
            print(game, now["result"]["message"], flush=True)


for offer in json.load(call("/api/lobby")):
    call(f"/api/games/{offer['game']}/join", {})
for call_to in lines("/api/bot/stream"):
    if call_to["type"] == "game-start":
        play(call_to["game"])
        GAMES -= 1
    if GAMES == 0:
        break
