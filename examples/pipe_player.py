#!/usr/bin/env python3
"""A player for `comity match --pipe "python3 examples/pipe_player.py" tit_for_tat`.

Tit-for-two-tats: it defects after two defections in a row. The protocol is in docs/players.md.
"""

import json
import sys

defections = 0
first, second = "C", "D"
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        first, second = message["actions"]
        defections = 0
    elif message["type"] == "move":
        defections = defections + 1 if message["seen"] == second else 0
        action = second if defections >= 2 else first
        print(json.dumps({"action": action}), flush=True)
    else:
        print("scores", message["scores"], file=sys.stderr)
