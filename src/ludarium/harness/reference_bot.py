"""The smallest bot of the protocol in `bots`: draws a legal action with the seed that it was given."""

from __future__ import annotations

import json
import sys
from typing import Any


def main() -> None:
    """Read a line, answer a line, until the input ends."""
    draw = 0
    for line in sys.stdin:
        message: dict[str, Any] = json.loads(line)
        if message["type"] == "begin":
            draw = message["seed"]
            answer: dict[str, Any] | None = {"type": "ready"}
        elif message["type"] == "act":
            draw = (draw * 6364136223846793005 + 1442695040888963407) % 2**64
            legal = message["legal"]
            answer = {"type": "action", "action": legal[(draw >> 33) % len(legal)], "info": {}}
        else:
            answer = None
        if answer is not None:
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
