"""One seed, a tree of named streams."""

from __future__ import annotations

import hashlib

import numpy as np


def derive_seed(seed: int, *labels: object) -> int:
    """Return the number (63 bits) that belongs to (seed, labels), the same on every machine."""
    digest = hashlib.blake2b(repr((int(seed), *labels)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def derive(seed: int, *labels: object) -> np.random.Generator:
    """Return the stream that belongs to (seed, labels); drawing from it never disturbs another one."""
    return np.random.Generator(np.random.PCG64(derive_seed(seed, *labels)))
