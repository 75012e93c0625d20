"""Names, numbers and vectors of nwn.py."""

import math
import zlib
from bisect import bisect_right
from collections import Counter


class Bad(Exception):
    pass


def refuse(cond, why):
    if cond:
        raise Bad(why)


NULL_RAW = 0xFFFFFFFF
PRODUCERS = {(0x40BBC0, 0x40BBD0): "bioware", (0x46AB0C, 0x46AB1C): "nwnmdlcomp", (4, 0): "ee"}


def table(text):  # "8 position 20 orientation" -> {8: "position", ...}
    t = text.split()
    return {int(a): b for a, b in zip(t[::2], t[1::2])}


CTL_ALL = table("8 position 20 orientation 36 scale 20004 wirecolor")
CTL_LIGHT = table("76 color 88 radius 96 shadowradius 100 verticaldisplacement 140 multiplier")
CTL_MESH = table("100 selfillumcolor 128 alpha")
CTL_EMIT = table(
    """80 alphaend 84 alphastart 88 birthrate 92 bounce_co 96 colorend 108 colorstart 120 combinetime 124 drag
    128 fps 132 frameend 136 framestart 140 grav 144 lifeexp 148 mass 152 p2p_bezier2 156 p2p_bezier3 160 particlerot
    164 randvel 168 sizestart 172 sizeend 176 sizestart_y 180 sizeend_y 184 spread 188 threshold 192 velocity 196 xsize
    200 ysize 204 blurlength 208 lightningdelay 212 lightningradius 216 lightningscale 220 lightningsubdiv 228 detonate"""
)
CTL_EMIT_BIO = table(
    "448 alphamid 452 colormid 464 percentstart 465 percentmid 466 percentend 468 sizemid 472 sizemid_y"
)
CTL_EMIT_NMC = table(
    "464 alphamid 468 colormid 480 percentstart 481 percentmid 482 percentend 484 sizemid 488 sizemid_y"
)
DETAIL_NODES, DETAIL_CTL = 200, 800  # animation nodes / geometry controllers listed one by one, per file
PROBE, ZERO3, QUARTERS = (1.0, 2.0, 3.0), (0.0, 0.0, 0.0), (0.25, 0.5, 0.75)


def crc(b):
    return "%08x" % zlib.crc32(b)


def low(s):
    return s.encode("latin1").lower().decode("latin1")  # A-Z only


def num(v):
    if v != v or v in (math.inf, -math.inf):
        return "nan" if v != v else "inf" if v > 0 else "-inf"
    return float("%.7g" % v) + 0.0  # + 0.0: no negative zero


def nums(seq):
    return [num(v) for v in seq]


def add(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def mul(a, k):
    return (a[0] * k, a[1] * k, a[2] * k)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def gl(v):
    return (v[0], v[2], -v[1])  # file axes (Z up) -> glTF axes (Y up)


def bounds(vectors):  # [] or min of every component, then max of every component
    cols = list(zip(*vectors))
    return nums([min(c) for c in cols] + [max(c) for c in cols])


def qmul(a, b):  # quaternions are x, y, z, w
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def qrot(q, v):  # v + 2w(u x v) + 2 u x (u x v)
    c = cross(q, v)
    return add(v, add(mul(c, 2.0 * q[3]), mul(cross(q, c), 2.0)))


def slerp(a, b, f):  # shortest arc
    d = dot(a, b)
    if d < 0:
        b, d = tuple(-x for x in b), -d
    p, q = 1 - f, f
    if d <= 0.9995:
        w = math.acos(d)
        p, q = math.sin(p * w) / math.sin(w), math.sin(q * w) / math.sin(w)
    r = tuple(p * x + q * y for x, y in zip(a, b))
    n = math.sqrt(dot(r, r))
    return tuple(x / n for x in r) if n > 0 else r


def apply(w, v):
    return add(qrot(w[1], mul(v, w[2])), w[0])  # w = (translation, rotation, scale)


def areas(tris, V):  # area, vector area
    area, va = 0.0, ZERO3
    for a, b, c in tris:
        n = mul(cross(sub(V[b], V[a]), sub(V[c], V[a])), 0.5)
        area, va = area + math.sqrt(dot(n, n)), add(va, n)
    return area, va


def tally(seq):
    return sorted([k, n] for k, n in Counter(seq).items())  # [[value, count], ...] by rising value


def sample(c, t):
    T, V, n = c["t"], c["v"], c["nc"]
    if not t > T[0] or t >= T[-1]:
        return (V[-1] if t >= T[-1] and t > T[0] else V[0])[:n]
    i = max(0, min(bisect_right(T, t) - 1, len(T) - 2))
    span = T[i + 1] - T[i]
    f = (t - T[i]) / span if span > 0 else 0.0
    a, b = V[i][:n], V[i + 1][:n]
    return slerp(a, b, f) if c["id"] == 20 else tuple(x + (y - x) * f for x, y in zip(a, b))


def ctl_row(c):
    return [c[k] for k in ("id", "name", "rows", "cols", "bez", "ti", "di")]


def first_row(c):
    return nums(c["t"][:1] + list(c["v"][0] if c["v"] else ()))
