"""Lists and tracks made anew, and the values of keys."""

import bisect
import math

from encode import *


def mk(elem, items=None, raw=None):
    l = Lst()
    l.t = List(elem)
    l.off = 0
    l.space = "m2"
    l.items = items
    l.path = ()
    if raw is not None:
        l.raw = raw
        l.n = len(raw) // elem.size
    else:
        l.raw = b""
        l.n = len(items or ())
    if not l.n:
        l.items = None
        l.raw = b""
    return l


def leaf(t, n):
    for f, ft, o in t.fields:
        if f == n:
            return ft.elem


def mktrack(ft, interp, gseq, lists):
    """lists: {field: data}; old: raw bytes; new: list of raw bytes."""
    d = dict(interp=interp, gseq=gseq)
    for n, t, o in ft.fields:
        if isinstance(t, List):
            x = lists.get(n)
            if isinstance(t.elem, List):
                inner = [mk(t.elem.elem, raw=r) for r in (x or [])]
                for i in inner:
                    i.t = t.elem
                l = mk(t.elem, items=inner)
                l.t = t
                d[n] = l
            else:
                l = mk(t.elem, raw=x or b"")
                l.t = t
                d[n] = l
    return d


def finish(m):
    """Paths and the list of lists of a built model."""
    m.lists = []

    def rec(t, d, p):
        for n, ft, o in t.fields:
            if isinstance(ft, List):
                lst(ft, d[n], p + (n,))
            elif isinstance(ft, Rec):
                rec(ft, d[n], p + (n,))

    def lst(t, l, p):
        l.t = t
        l.path = p
        m.lists.append(l)
        for i, x in enumerate(l.items or ()):
            if isinstance(x, Lst):
                lst(t.elem, x, p + (i,))
            else:
                rec(t.elem, x, p + (i,))

    rec(m.schema, m.root, ())


# ------------------------------------------------------------- quaternions
def q_unpack(s):
    return (s + 32768 if s < 0 else s - 32767) / 32767


def q_pack(f):
    u = max(-32767, min(32767, round(f * 32767)))
    return u + 32767 if u <= 0 else u - 32768


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


# ------------------------------------------------------------- keys of tracks as python values
FMT = {}


def unpack_vals(fmt, raw):
    return [x for x in struct.iter_unpack(fmt, raw)]


def lerp(fmt, quat, p, q, u):
    if quat:
        P = [q_unpack(x) for x in p] if fmt == "<4h" else list(p)
        Q = [q_unpack(x) for x in q] if fmt == "<4h" else list(q)
        n = math.sqrt(sum(x * x for x in P)) or 1
        P = [x / n for x in P]
        n = math.sqrt(sum(x * x for x in Q)) or 1
        Q = [x / n for x in Q]
        d = sum(a * b for a, b in zip(P, Q))
        if d < 0:
            Q = [-x for x in Q]
            d = -d
        if d > 0.9995:
            R = [a + (b - a) * u for a, b in zip(P, Q)]
        else:
            w = math.acos(d)
            R = [math.sin((1 - u) * w) / math.sin(w) * a + math.sin(u * w) / math.sin(w) * b for a, b in zip(P, Q)]
        n = math.sqrt(sum(x * x for x in R)) or 1
        R = [x / n for x in R]
        return tuple(q_pack(x) for x in R) if fmt == "<4h" else tuple(f32(x) for x in R)
    if fmt in ("<9f", "<3f") and getattr(lerp, "cam", False):
        k = len(p) // 3
        return tuple(f32(a + (b - a) * u) for a, b in zip(p[:k], q[:k])) + (0.0,) * (2 * k)
    if fmt in ("<h", "<B", "<H"):
        return tuple(int(round(a + (b - a) * u)) for a, b in zip(p, q))
    return tuple(f32(a + (b - a) * u) for a, b in zip(p, q))


def value_at(fmt, quat, interp, tm, vals, time, a, e):
    if a == e or time <= tm[a]:
        return vals[a]
    if time >= tm[e]:
        return vals[e]
    k = bisect.bisect_right(tm, time, a, e + 1) - 1
    if interp == 0:
        return vals[k]
    return lerp(fmt, quat, vals[k], vals[k + 1], (time - tm[k]) / (tm[k + 1] - tm[k]))


def identity(role, fmt):
    return {
        "t": (0.0,) * 3,
        "s": (1.0,) * 3,
        "r": (32767, 32767, 32767, -1) if fmt == "<4h" else (0.0, 0.0, 0.0, 1.0),
        "rgb": (1.0,) * 3,
        "alpha": (32767,),
        "weight": (32767,),
        "visible": (1,),
        "enabled": (1,),
    }.get(role, (0,) * len(struct.unpack(fmt, bytes(struct.calcsize(fmt)))))
