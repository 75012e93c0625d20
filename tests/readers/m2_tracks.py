"""What m2.py reads of tracks: bytes, regions, and values of animations."""

import bisect
import math
import os
import struct
import zlib

U = struct.unpack_from
MAX_POSES, MAX_WORK = 200000, 4000000


class Bad(Exception):
    pass


_listings = {}


def beside(path):
    """The file of that name in its folder, in whatever case (folders mix GoblinMale.. and goblinmale..), or None."""
    d = os.path.dirname(path) or "."
    if d not in _listings:
        _listings[d] = {f.lower(): f for f in sorted(os.listdir(d), reverse=True)} if os.path.isdir(d) else {}
    if os.path.isfile(path):
        return path
    f = _listings[d].get(os.path.basename(path).lower())
    return os.path.join(d, f) if f else None


# ---------------------------------------------------------------- numbers, bytes, regions
def num(x):
    if x is None or x != x:
        return "nan"
    if x in (math.inf, -math.inf):
        return "inf" if x > 0 else "-inf"
    x = float("%.7g" % x)
    return int(x) if x == int(x) and abs(x) < 1e15 else x


def nums(v):
    return [num(x) for x in v]


def gltf(v):
    return (v[0], v[2], -v[1])


def add(acc, v):
    for i, x in enumerate(v):
        acc[i] += x


def minmax(lo, hi, v):
    for i, x in enumerate(v):
        if x != x:
            continue
        if lo[i] is None or x < lo[i]:
            lo[i] = x
        if hi[i] is None or x > hi[i]:
            hi[i] = x


class Src:
    """Bytes plus the regions that some structure claims."""

    def __init__(self, data):
        self.b, self.regions, self.crcs, self.work = data, set(), {}, 0

    def need(self, off, size):
        if off < 0 or off + size > len(self.b):
            raise Bad("truncated")
        if size:
            self.regions.add((off, size))

    def arr(self, off, n, size):
        """Claim n records of size bytes at off; returns the facts of the raw bytes."""
        if not n:
            return {"crc": "00000000", "n": 0}
        if off + n * size > len(self.b):
            raise Bad("out_of_bounds")
        self.regions.add((off, n * size))
        k = (off, n * size)
        if k not in self.crcs:
            self.work += n * size
            if self.work > 64 * len(self.b) + (1 << 20):
                raise Bad("budget")
            self.crcs[k] = "%08x" % zlib.crc32(self.b[off : off + n * size])
        return {"crc": self.crcs[k], "n": n}

    def pair(self, off):
        return U("<II", self.b, off)

    def text(self, off, n):
        self.arr(off, n, 1)
        return self.b[off : off + n].split(b"\0")[0].decode("latin-1") if n else ""

    def coverage(self):
        end = union = total = pad = zero = rest = 0
        gaps = []
        regs = sorted(self.regions)
        for off, size in regs + [(len(self.b), 0)]:
            if off > end:
                g = self.b[end:off]
                if any(g):
                    rest += len(g)
                elif len(g) < 16:
                    pad += len(g)
                else:
                    zero += len(g)
                if any(g) or len(g) >= 16:
                    gaps.append([end, len(g)])
            total += size
            if off + size > end:
                union += off + size - max(end, off)
                end = off + size
        return {
            "bytes": len(self.b),
            "claimed": union,
            "gaps": gaps[:8],
            "overlap": total - union,
            "padding": pad,
            "unclaimed": rest,
            "zero": zero,
        }


# ---------------------------------------------------------------- values of animation tracks
def q16(h):
    return tuple((x + 32768 if x < 0 else x - 32767) / 32767 for x in h)


# type: (bytes of one value, struct format, decode, is quaternion, three values per key always)
TYPES = {
    "f3": (12, "<3f", None, False, False),
    "f1": (4, "<f", None, False, False),
    "f2": (8, "<2f", None, False, False),
    "qf": (16, "<4f", None, True, False),
    "qc": (8, "<4h", q16, True, False),
    "a16": (2, "<h", lambda v: (v[0] / 32767,), False, False),
    "u8": (1, "<B", None, False, False),
    "u16": (2, "<H", None, False, False),
    "c3": (12, "<3f", None, False, True),
    "c1": (4, "<f", None, False, True),
    "none": (0, None, None, False, False),
}


def unit(q):
    n = math.sqrt(sum(x * x for x in q))
    return tuple(x / n for x in q) if n > 0 and n == n and n != math.inf else (0.0, 0.0, 0.0, 1.0)


def slerp(p, q, u):
    p, q = unit(p), unit(q)
    d = sum(a * b for a, b in zip(p, q))
    if d < 0:
        q, d = tuple(-x for x in q), -d
    if d > 0.9995:
        return unit(tuple(a + (b - a) * u for a, b in zip(p, q)))
    w = math.acos(d)
    s0, s1 = math.sin((1 - u) * w) / math.sin(w), math.sin(u * w) / math.sin(w)
    return unit(tuple(a * s0 + b * s1 for a, b in zip(p, q)))


class Keys:
    """Key times and values of one timeline (a whole track before 264, one sequence's part from 264 on)."""

    def __init__(self, src, nt, ot, nv, ov, typ, interp):
        self.src, self.ov, self.interp = src, ov, interp
        self.size, self.fmt, self.dec, self.quat, always = TYPES[typ]
        self.per = 3 if always or (interp >= 2 and nt and nv == 3 * nt and typ != "none") else 1
        if always or self.per == 1:
            self.n = nt if typ == "none" else min(nt, nv)
        else:
            self.n = nt
        self.t = U("<%dI" % nt, src.b, ot)[: self.n] if self.n else ()
        self.sorted = all(a <= b for a, b in zip(self.t, self.t[1:]))

    def raw(self, k, which=0):
        v = U(self.fmt, self.src.b, self.ov + (k * self.per + which) * self.size)
        return self.dec(v) if self.dec else v

    def at(self, time, a, e):
        """Value at time with the key window [a, e] (inclusive indices)."""
        t = self.t
        e = min(e, self.n - 1)
        a = min(a, e)
        if a == e or time <= t[a]:
            return self.raw(a)
        if time >= t[e]:
            return self.raw(e)
        if self.sorted:
            k = bisect.bisect_right(t, time, a, e + 1) - 1
        else:
            k = next((i for i in range(a, e) if t[i] <= time < t[i + 1]), None)
            if k is None:
                return self.raw(e)
        if self.interp == 0:
            return self.raw(k)
        u = (time - t[k]) / (t[k + 1] - t[k])
        p, q = self.raw(k), self.raw(k + 1)
        if self.quat:
            return slerp(p, q, u)
        if self.interp == 1 or self.per == 1:
            return tuple(x + (y - x) * u for x, y in zip(p, q))
        o, i = self.raw(k, 2), self.raw(k + 1, 1)
        if self.interp == 2:
            h = (2 * u**3 - 3 * u * u + 1, u**3 - 2 * u * u + u, -2 * u**3 + 3 * u * u, u**3 - u * u)
            return tuple(h[0] * a + h[1] * b + h[2] * c + h[3] * d for a, b, c, d in zip(p, o, q, i))
        w = 1 - u
        return tuple(w**3 * a + 3 * w * w * u * b + 3 * w * u * u * d + u**3 * c for a, b, c, d in zip(p, o, q, i))


class Track:
    def __init__(self, m, off, typ):
        s, b, self.m, self.typ = m.s, m.s.b, m, typ
        size = TYPES[typ][0] * (3 if TYPES[typ][4] else 1)
        self.interp, self.gseq = U("<Hh", b, off)
        self.ranges, self.facts, self.subs = (), {"g": self.gseq, "i": self.interp}, []
        f = self.facts
        if m.old:
            nr, orr, nt, ot = U("<4I", b, off + 4)
            nv, ov = U("<2I", b, off + 20) if typ != "none" else (0, 0)
            m.spend(nr + nt)
            for key, n, o, z in (("r", nr, orr, 8), ("t", nt, ot, 4), ("v", nv, ov, size)):
                if n:
                    f[key] = s.arr(o, n, z)
            self.ranges = [U("<II", b, orr + 8 * i) for i in range(nr)]
            self.subs = [Keys(s, nt, ot, nv, ov, typ, self.interp)]
            self.law(m)
        else:
            nt, ot = s.pair(off + 4)
            nv, ov = s.pair(off + 12) if typ != "none" else (nt, 0)
            s.arr(ot, nt, 8)
            if typ != "none":
                s.arr(ov, nv, 8)
            crc = [0, 0]
            cnt = [0, 0]
            miss = [0, 0]
            for i in range(max(nt, nv)):
                t = s.pair(ot + 8 * i) if i < nt else (0, 0)
                v = s.pair(ov + 8 * i) if i < nv and typ != "none" else (0, 0)
                src = m.source(i)
                for k, (n, o), z in ((0, t, 4), (1, v, size)):
                    if not n:
                        continue
                    if src is None:
                        miss[k] += n
                        continue
                    src.arr(o, n, z)
                    cnt[k] += n
                    crc[k] = zlib.crc32(src.b[o : o + n * z], crc[k])
                m.spend(t[0] + v[0])
                if i < min(nt, nv):
                    self.subs.append(Keys(src, t[0], t[1], v[0], v[1], typ, self.interp) if src else None)
            for k, key, n in ((0, "t", nt), (1, "v", nv if typ != "none" else 0)):
                if n:
                    f[key] = {"crc": "%08x" % crc[k], "k": cnt[k], "n": n}
                    if miss[k]:
                        f[key]["m"] = miss[k]
        self.n = sum(k.n for k in self.subs if k)
        if typ in ("qf", "qc"):
            m.quats(self)

    def law(self, m):
        """Count how many stored ranges equal the bracketing law (v < 264)."""
        t, ev = self.subs[0].t, self.typ == "none"
        if self.gseq >= 0 or not self.subs[0].sorted or (not ev and len(t) < 2):
            return
        for i, (a, e) in enumerate(self.ranges[: len(m.seqs)]):
            q = m.seqs[i]
            if ev:
                want = (bisect.bisect_left(t, q["start"]), bisect.bisect_right(t, q["end"]))
            else:
                k = bisect.bisect_right(t, q["start"]) - 1
                e2 = bisect.bisect_left(t, q["end"])
                want = (max(k, 0), min(e2, len(t) - 1))
            m.range_law[2 if ev else 0] += 1
            m.range_law[3 if ev else 1] += (a, e) == want

    def sample(self, i, t):
        """Value in sequence i, t ms after its start; None when nothing is stored for it."""
        m = self.m
        if self.gseq >= 0:
            loop = m.gloops[self.gseq] if self.gseq < len(m.gloops) else 0
            k = self.subs[0] if self.subs else None
            return k.at(t % loop if loop else 0, 0, k.n - 1) if k and k.n else None
        if not m.old:
            k = self.subs[i if 0 <= i < len(self.subs) else 0] if self.subs else None
            return k.at(t, 0, k.n - 1) if k and k.n else None
        k = self.subs[0]
        if not k.n:
            return None
        a, e = self.ranges[i] if 0 <= i < len(self.ranges) else (0, k.n - 1)
        return k.at((m.seqs[i]["start"] if i >= 0 else 0) + t, a, e)

    def fires(self):
        """Events: [[sequence, [ms after its start, ...]], ...]; sequence -1 = global."""
        m, out = self.m, []
        if self.gseq >= 0:
            return [[-1, list(self.subs[0].t)]] if self.subs and self.subs[0] and self.subs[0].n else []
        for i in range(len(m.seqs)):
            if m.old:
                t, s = self.subs[0].t, m.seqs[i]
                if i < len(self.ranges):
                    got = t[self.ranges[i][0] : self.ranges[i][1]]
                else:
                    got = [] if self.ranges else [x for x in t if s["start"] <= x <= s["end"]]
                got = [x - s["start"] for x in got]
            else:
                got = list(self.subs[i].t) if i < len(self.subs) and self.subs[i] else []
            m.spend(len(got))
            if got:
                out.append([i, got])
        return out

    def show(self):
        f = dict(self.facts)
        s = [self.sample(self.m.first, t) for t in self.m.times(self.m.first)] if self.typ != "none" else [None]
        if None not in s:
            f["s_approx"] = [nums(v) if len(v) > 1 else num(v[0]) for v in s]
        return f
