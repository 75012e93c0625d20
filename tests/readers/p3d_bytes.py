"""Bytes, texts and numbers of p3d.py."""

import math
import struct
import sys
import zlib
from array import array
from collections import Counter


class Bad(Exception):
    """A file that must be rejected: (reason, what it is)."""


U32 = struct.Struct("<I")
BIG = sys.byteorder == "big"


def le(code, raw):
    """raw little-endian bytes -> array of host numbers ('I' 32 bit, 'f' float32)."""
    a = array(code)
    a.frombytes(raw)
    if BIG:
        a.byteswap()
    return a


def crc(raw):
    return "%08x" % (zlib.crc32(raw) & 0xFFFFFFFF)


def num(x):
    """A number for JSON: 9 significant digits, non-finite as a string, -0 as 0."""
    if x != x:
        return "nan"
    if math.isinf(x):
        return "inf" if x > 0 else "-inf"
    return float("%.9g" % x) + 0.0


def nums(xs):
    return [num(x) for x in xs]


def text(raw):
    """Opaque bytes as Latin-1: byte k is code point k."""
    return raw.decode("latin-1")


def hexflags(values):
    return {"0x%x" % k: n for k, n in sorted(Counter(values).items())}


class Reader:
    def __init__(self, b):
        self.b, self.n, self.o = b, len(b), 0
        self.padding = (
            0  # bytes known to carry nothing: unused face corners, the tail of fixed strings, extra header bytes
        )
        self.junk = 0  # fixed strings with a non-zero byte behind their NUL

    def take(self, size):
        if size > self.n - self.o:
            raise Bad("truncated")
        o = self.o
        self.o = o + size
        return self.b[o : o + size]

    def u32(self):
        return U32.unpack(self.take(4))[0]

    def cstring(self):
        e = self.b.find(0, self.o)
        if e < 0:
            raise Bad("truncated")
        s = self.b[self.o : e]
        self.o = e + 1
        return s

    def fixed(self, size):
        return self.trim(self.take(size))

    def trim(self, raw):
        s, nul, rest = raw.partition(b"\0")
        self.padding += len(rest)
        if rest.count(0) != len(rest):
            self.junk += 1
        return s


def bounds(pts):
    if not pts:
        return []
    cols = list(zip(*pts))
    return nums([min(c) for c in cols] + [max(c) for c in cols])
