"""Natural logarithms that are the same on every machine.

`math.log` may differ in its last bit between systems, and one bit can change which branch a search prefers. This table
uses IEEE + − × ÷ only: ln(n+1) = ln(n) + 2·artanh(1/(2n+1)).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

TABLE_SIZE = 1 << 14
_LN2 = 0.6931471805599453


def _table() -> NDArray[np.float64]:
    logs = [0.0, 0.0]
    for n in range(1, TABLE_SIZE - 1):
        x = 1.0 / (2 * n + 1)
        square, power, total, k = x * x, x, 0.0, 1
        while power / k > 1e-18:
            total += power / k
            power *= square
            k += 2
        logs.append(logs[-1] + 2.0 * total)
    return np.array(logs)


LOGS: NDArray[np.float64] = _table()
_FAST: list[float] = LOGS.tolist()


def log(n: int) -> float:
    """Return ln(n) for n >= 1 (0 for 0); past the table, of n rounded down to 14 significant bits."""
    if n < TABLE_SIZE:
        return _FAST[n]
    shift = n.bit_length() - 14
    return _FAST[n >> shift] + shift * _LN2
