"""A bot in plain Python: no Ludarium needed. It plays the first legal action and says what it saw.

ludarium check-bot "python examples/bots/bot.py"
"""

from __future__ import annotations

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "begin":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "act":
        info = {"choices": len(message["legal"])}
        print(json.dumps({"type": "action", "action": message["legal"][0], "info": info}), flush=True)
