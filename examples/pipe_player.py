#!/usr/bin/env python3
"""A player for `comity match --pipe "python3 examples/pipe_player.py" tit_for_tat`.

Tit-for-two-tats: it takes its second action after two rounds in a row in which half of the others or more did not take the
first. It plays games of any number of players. The protocol is in docs/players.md.
"""

import json
import sys

bad_rounds = 0
first, second = "C", "D"
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        first, second = message["actions"][:2]
        bad_rounds = 0
    elif message["type"] == "move":
        seen = message["seen"] or []
        others = [seen] if isinstance(seen, str) else seen
        bad = sum(action != first for action in others)
        bad_rounds = bad_rounds + 1 if others and 2 * bad >= len(others) else 0
        print(json.dumps({"action": second if bad_rounds >= 2 else first}), flush=True)
    else:
        print("scores", message["scores"], file=sys.stderr)
