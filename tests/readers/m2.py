#!/usr/bin/env python3
"""Facts of World of Warcraft models: .m2 (MD20 256..274, also inside MD21), .skin, .anim, .skel.

m2.py FILE...                 one JSON object per file and line ("file" = base name)
m2.py --root DIR [FILE...]    "file" = path relative to DIR; without FILE walks DIR
The schema, and the definition of every number, is in docs/notes/m2.md, section 'Facts schema'.
All arithmetic is done in double precision on the values read from the file.
"""

import bisect
import json
import math
import os
import re
import struct
import sys
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


# ---------------------------------------------------------------- views (embedded before 264, .skin from 264 on)
SKIN_ARRAYS = ("indices", "triangles", "bone_props", "submeshes", "batches")


def view(s, at, old_sub, m=None):
    """Facts of the view whose five (count, offset) pairs stand at `at` of s."""
    b, f = s.b, {}
    A = [s.pair(at + 8 * k) for k in range(5)]
    ssize = 32 if old_sub else 48
    for (n, o), z, k in zip(A, (2, 2, 4, ssize, 24), SKIN_ARRAYS):
        f[k] = s.arr(o, n, z)
    f["bone_max"] = U("<I", b, at + 40)[0]
    idx, tri = U("<%dH" % A[0][0], b, A[0][1]) if A[0][0] else (), U("<%dH" % A[1][0], b, A[1][1]) if A[1][0] else ()
    f["identity"] = all(i == x for i, x in enumerate(idx))
    subs, total, work = [], [], 0
    for i in range(A[3][0]):
        o = A[3][1] + ssize * i
        x = U("<10H3f", b, o)
        d = {"raw": list(x[:10]), "center_approx": nums(x[10:13])}
        level, vstart, vcount, istart, icount, _, combo = x[1:8]
        if not old_sub:
            y = U("<4f", b, o + 32)
            d["sort_center_approx"], d["sort_radius_approx"] = nums(y[:3]), num(y[3])
        start = istart + (level << 16)
        work += icount + vcount
        if work > MAX_WORK:
            raise Bad("budget")
        tris = [tri[j : j + 3] for j in range(start, min(start + icount, len(tri)) - 2, 3)]
        good = [t for t in tris if max(t) < len(idx)]
        if m:
            good = [t for t in ([idx[k] for k in t] for t in good) if max(t) < len(m.pos)]
            area = vol = face = 0.0
            cen = [0.0] * 3
            for t in good:
                p, q, r = (m.pos[k] for k in t)
                c = cross(q, r, p)
                area += math.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]) / 2
                vol += (
                    p[0] * (q[1] * r[2] - q[2] * r[1])
                    + p[1] * (q[2] * r[0] - q[0] * r[2])
                    + p[2] * (q[0] * r[1] - q[1] * r[0])
                ) / 6
                for k in range(3):
                    cen[k] += (p[k] + q[k] + r[k]) / 3
                for k in t:
                    face += c[0] * m.nor[k][0] + c[1] * m.nor[k][1] + c[2] * m.nor[k][2]
            d.update(area_approx=num(area), volume_approx=num(vol), facing_approx=num(face), centroids_approx=nums(cen))
            ok = n = 0
            for k in range(vstart, min(vstart + vcount, len(idx), A[2][0])):
                if idx[k] >= len(m.pos):
                    continue
                w, bi = m.skin[idx[k]]
                pr = b[A[2][1] + 4 * k : A[2][1] + 4 * k + 4]
                for j in range(4):
                    if w[j]:
                        n += 1
                        c = combo + pr[j]
                        ok += c < len(m.bone_lookup) and m.bone_lookup[c] == bi[j]
            d["palette"] = [ok, n]
        d["bad_triangles"], d["triangles"] = len(tris) - len(good), len(good)
        total.append(len(good))
        subs.append(d)
    f["submesh_list"] = subs
    f["batch_list"], bymat = [], {}
    for i in range(A[4][0]):
        x = U("<BbHHHhHHHHHHH", b, A[4][1] + 24 * i)
        d = {"raw": list(x), "triangles": total[x[3]] if x[3] < len(total) else 0}
        bymat[x[6]] = bymat.get(x[6], 0) + d["triangles"]
        if m:
            d.update(m.resolve(x))
        f["batch_list"].append(d)
    f["material_triangles"] = [[k, bymat[k]] for k in sorted(bymat)]
    return f


def cross(q, r, p):
    a, c = (q[0] - p[0], q[1] - p[1], q[2] - p[2]), (r[0] - p[0], r[1] - p[1], r[2] - p[2])
    return (a[1] * c[2] - a[2] * c[1], a[2] * c[0] - a[0] * c[2], a[0] * c[1] - a[1] * c[0])


def skin_header(s):
    if len(s.b) < 4:
        raise Bad("truncated")
    if s.b[:4] != b"SKIN":
        raise Bad("bad_magic")
    s.need(0, 0x30)
    A = [s.pair(4 + 8 * k) for k in range(5)]
    low = min([o for n, o in A if n], default=0)
    if low >= 0x38 and len(s.b) >= 0x38:
        s.need(0x30, 8)
        return s.pair(0x30)
    return None


def skin_facts(data, m=None):
    s = Src(data)
    extra = skin_header(s)
    f = view(s, 4, False, m)
    if extra:
        f["shadow_batches"] = s.arr(extra[1], extra[0], 12)
    f["coverage"] = s.coverage()
    return f


# ---------------------------------------------------------------- the model
class Model:
    def __init__(self, data, stem=None):
        s = self.s = Src(data)
        self.work, self.range_law = 0, [0, 0, 0, 0]
        self.qn, self.qlo, self.qhi, self.qsum = 0, [None], [None], [0.0] * 4
        if len(data) < 8:
            raise Bad("truncated")
        if data[:4] != b"MD20":
            raise Bad("bad_magic")
        self.v = v = U("<I", data, 4)[0]
        if not 256 <= v <= 274:
            raise Bad("bad_version")
        self.old, self.stem = v < 264, stem
        names = (
            ["name", None, "global_sequences", "sequences", "sequence_lookup"]
            + (["playable_lookup"] if self.old else [])
            + ["bones", "key_bone_lookup", "vertices", "views", "colors", "textures", "weights"]
            + (["flipbooks"] if self.old else [])
            + [
                "transforms",
                "texture_replace",
                "materials",
                "bone_lookup",
                "texture_lookup",
                "texture_unit_lookup",
                "weight_lookup",
                "transform_lookup",
                "boxes",
                "collision_indices",
                "collision_vertices",
                "collision_normals",
                "attachments",
                "attachment_lookup",
                "events",
                "lights",
                "cameras",
                "camera_lookup",
                "ribbons",
                "particles",
            ]
        )
        h, o = {}, 8
        size = 0x144 if self.old else 0x130
        if len(data) < size:
            raise Bad("truncated")
        for n in names:
            if n is None:
                self.flags = U("<I", data, o)[0]
                o += 4
            elif n == "boxes":
                self.boxes = U("<14f", data, o)
                o += 56
            elif n == "views" and not self.old:
                h[n] = (U("<I", data, o)[0], 0)
                o += 4
            else:
                h[n] = s.pair(o)
                o += 8
        if not self.old and self.flags & 8:
            if len(data) < o + 8:
                raise Bad("truncated")
            h["combos"] = s.pair(o)
            o += 8
        s.need(0, o)
        self.h, self.T = h, 0x1C if self.old else 0x14
        self.anims, self.anim_list = {}, []
        self.out = self.parse()

    def spend(self, n):
        self.work += n
        if self.work > MAX_WORK * 4:
            raise Bad("budget")

    def times(self, i):
        q = self.seqs[i] if i >= 0 else {"duration": 0}
        d = q["duration"] if "duration" in q else max(0, q["end"] - q["start"])
        return (0, d // 2, d)

    def records(self, name, size):
        n, o = self.h[name]
        self.s.arr(o, n, size)
        return range(o, o + n * size, size)

    def ints(self, name, fmt, size):
        n, o = self.h[name]
        self.s.arr(o, n, size)
        return list(U("<%d%s" % (n, fmt), self.s.b, o)) if n else []

    def track(self, off, typ):
        return Track(self, off, typ)

    def resolve_alias(self, i):
        seen = set()
        while self.seqs[i]["flags"] & 0x40:
            seen.add(i)
            k = self.seqs[i]["alias"]
            if k >= len(self.seqs) or k in seen:
                break
            i = k
        return i

    def source(self, i):
        """Where the keys of sequence i are: this file, an external .anim, or None (external and absent)."""
        if i >= len(self.seqs):
            return self.s
        i = self.resolve_alias(i)
        q = self.seqs[i]
        if q["flags"] & 0x130:
            return self.s
        if i not in self.anims:
            p = "%s%04d-%02d.anim" % (self.stem, q["id"], q["variation"]) if self.stem else None
            self.anims[i] = None
            p = p and beside(p)
            if p:
                with open(p, "rb") as f:
                    self.anims[i] = Src(f.read())
                self.anim_list.append((i, "%04d-%02d" % (q["id"], q["variation"])))
        return self.anims[i]

    def quats(self, tr):
        for k in tr.subs:
            for i in range(k.n if k else 0):
                q = k.raw(i)
                self.qn += 1
                minmax(self.qlo, self.qhi, [math.sqrt(sum(x * x for x in q))])
                add(self.qsum, q)

    def parse(self):
        s, b, h, v, T, trk = self.s, self.s.b, self.h, self.v, self.T, self.track
        out = {
            "kind": "m2",
            "version": v,
            "flags": self.flags,
            "name": s.text(h["name"][1], h["name"][0]),
            "name_bytes": h["name"][0],
            "counts": {k: n for k, (n, o) in h.items() if k != "name"},
        }
        self.gloops = out["global_sequences"] = self.ints("global_sequences", "I", 4)
        self.seqs = []
        for o in self.records("sequences", 0x44 if self.old else 0x40):
            d = dict(zip(("id", "variation"), U("<HH", b, o)))
            if self.old:
                d["start"], d["end"] = U("<II", b, o + 4)
                o += 4
            else:
                d["duration"] = U("<I", b, o + 4)[0]
            x = U("<fIhHIII7fhH", b, o + 8)
            d.update(
                move_speed_approx=num(x[0]),
                flags=x[1],
                probability=x[2],
                pad=x[3],
                replay=list(x[4:6]),
                blend=x[6],
                box_approx=nums(x[7:13]),
                radius_approx=num(x[13]),
                next=x[14],
                alias=x[15],
            )
            self.seqs.append(d)
        out["sequences"] = self.seqs
        self.first = 0 if self.seqs else -1
        if not self.old:
            out["sequence_store"] = []
            for i in range(len(self.seqs)):
                j = self.resolve_alias(i)
                out["sequence_store"].append(
                    [j, "in" if self.seqs[j]["flags"] & 0x130 else "ext" if self.source(j) else "absent"]
                )
        look = self.ints("sequence_lookup", "h", 2)
        out["find"] = self.find(look)
        arrays = {}
        for k, z in (
            ("sequence_lookup", 2),
            ("playable_lookup", 4),
            ("key_bone_lookup", 2),
            ("vertices", 48),
            ("texture_replace", 2),
            ("materials", 4),
            ("bone_lookup", 2),
            ("texture_lookup", 2),
            ("texture_unit_lookup", 2),
            ("weight_lookup", 2),
            ("transform_lookup", 2),
            ("collision_indices", 2),
            ("collision_vertices", 12),
            ("collision_normals", 12),
            ("attachment_lookup", 2),
            ("camera_lookup", 2),
            ("combos", 2),
        ):
            if k in h:
                arrays[k] = s.arr(h[k][1], h[k][0], z)
        out["arrays"] = arrays
        self.bones(out)
        self.vertices(out)
        self.bone_lookup = self.ints("bone_lookup", "H", 2)
        self.tex_lookup, self.unit_lookup = self.ints("texture_lookup", "h", 2), self.ints(
            "texture_unit_lookup", "h", 2
        )
        self.weight_lookup, self.transform_lookup = self.ints("weight_lookup", "h", 2), self.ints(
            "transform_lookup", "h", 2
        )
        self.materials = out["materials"] = [list(U("<HH", b, o)) for o in self.records("materials", 4)]
        out["textures"] = []
        for o in self.records("textures", 16):
            ty, fl, pad, n, p = U("<IHHII", b, o)
            out["textures"].append({"type": ty, "flags": fl, "pad": pad, "name": s.text(p, n), "name_bytes": n})
        self.tex = out["textures"]
        self.colors = [(trk(o, "f3"), trk(o + T, "a16")) for o in self.records("colors", 2 * T)]
        out["colors"] = [{"rgb": c.show(), "alpha": a.show()} for c, a in self.colors]
        self.weights = [trk(o, "a16") for o in self.records("weights", T)]
        out["weights"] = [w.show() for w in self.weights]
        out["transforms"] = (
            [
                {"t": trk(o, "f3").show(), "r": trk(o + T, "qf").show(), "s": trk(o + 2 * T, "f3").show()}
                for o in self.records("transforms", 3 * T)
            ]
            if h["transforms"][0]
            else []
        )
        self.views(out)
        self.effects(out)
        self.collision(out)
        x = self.boxes
        out["bounds"] = {
            "box_approx": nums(x[:6]),
            "radius_approx": num(x[6]),
            "collision_box_approx": nums(x[7:13]),
            "collision_radius_approx": num(x[13]),
            "box_gltf_approx": nums((x[0], x[2], -x[4], x[3], x[5], -x[1])),
        }
        out["quaternions"] = {
            "n": self.qn,
            "norm_min_approx": num(self.qlo[0] or 0),
            "norm_max_approx": num(self.qhi[0] or 0),
            "sum_approx": nums(self.qsum),
        }
        if self.old:
            out["ranges"] = dict(zip(("value", "value_law", "event", "event_law"), self.range_law))
        else:
            out["anim_files"] = [
                {"seq": i, "name": n, "coverage": self.anims[i].coverage()} for i, n in sorted(self.anim_list)
            ]
        out["coverage"] = s.coverage()
        return out

    def find(self, look):
        ids, res = [q["id"] for q in self.seqs], []
        first = {}
        for i, x in enumerate(ids):
            first.setdefault(x, i)
        for x in sorted(first):
            got, how = -1, "scan"
            if self.old:
                if x < len(look):
                    got = look[x]
            elif look:
                k, st = x % len(look), 1
                for _ in range(len(look) + 1):
                    if look[k] < 0 or (look[k] < len(ids) and ids[look[k]] == x):
                        got = look[k]
                        break
                    k, st = (k + st * st) % len(look), st + 1
            if 0 <= got < len(ids) and ids[got] == x:
                how = "table"
            else:
                got = first[x]
            res.append([x, got, how])
        return res

    def bones(self, out):
        s, b, T = self.s, self.s.b, self.T
        crc = self.v >= 260
        head = 0x10 if crc else 0x0C
        self.bone = []
        out["bones"] = []
        for o in self.records("bones", head + 3 * T + 12):
            key, flags, parent, sub = U("<iIhH", b, o)
            p = U("<3f", b, o + head + 3 * T)
            tr = [self.track(o + head + k * T, t) for k, t in enumerate(("f3", "qc" if crc else "qf", "f3"))]
            self.bone.append((parent, p, tr))
            d = {"key": key, "flags": flags, "parent": parent, "sub": sub, "pivot_approx": nums(p)}
            if crc:
                d["name_crc"] = U("<I", b, o + 12)[0]
            for k, t in zip("trs", tr):
                d[k] = dict(t.facts)
            out["bones"].append(d)
        n = len(self.bone)
        for i, (par, _, _) in enumerate(self.bone):
            if par >= n or par < -1:
                raise Bad("bad_value")
        self.order, state = [], [0] * n
        for i in range(n):
            path = []
            while i >= 0 and state[i] == 0:
                state[i] = 1
                path.append(i)
                i = self.bone[i][0]
            if i >= 0 and state[i] == 1:
                raise Bad("cycle")
            for k in reversed(path):
                state[k] = 2
                self.order.append(k)
        poses = min(len(self.seqs), max(1, MAX_POSES // max(1, n))) if n else 0
        out["poses_approx"] = [[nums(self.pose(i, t)[0]) for t in self.times(i)] for i in range(poses)]

    def pose(self, i, t):
        """12 numbers (see notes) and the world matrices (rows a b c | d, 12 numbers each) at t ms into sequence i."""
        acc, M = [0.0] * 12, [None] * len(self.bone)
        ident = (1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0)
        for k in self.order:
            par, piv, tr = self.bone[k]
            P = M[par] if par >= 0 else ident
            v = [x.sample(i, t) if x.n else None for x in tr]
            w = 1 + k % 5
            if v == [None, None, None]:
                m = P
                loc = (0, 0, 0, 1, 2, 3, 1, 1, 1)
            else:
                tt, q, sc = v[0] or (0.0, 0.0, 0.0), unit(v[1] or (0.0, 0.0, 0.0, 1.0)), v[2] or (1.0, 1.0, 1.0)
                x, y, z, ww = q
                R = (
                    1 - 2 * (y * y + z * z),
                    2 * (x * y - z * ww),
                    2 * (x * z + y * ww),
                    2 * (x * y + z * ww),
                    1 - 2 * (x * x + z * z),
                    2 * (y * z - x * ww),
                    2 * (x * z - y * ww),
                    2 * (y * z + x * ww),
                    1 - 2 * (x * x + y * y),
                )
                loc = (*tt, R[0] + 2 * R[1] + 3 * R[2], R[3] + 2 * R[4] + 3 * R[5], R[6] + 2 * R[7] + 3 * R[8], *sc)
                A = [R[r * 3 + c] * sc[c] for r in range(3) for c in range(3)]
                d = [piv[r] + tt[r] - sum(A[r * 3 + c] * piv[c] for c in range(3)) for r in range(3)]
                m = []
                for r in range(3):
                    p0, p1, p2, p3 = P[4 * r : 4 * r + 4]
                    m += [
                        p0 * A[0] + p1 * A[3] + p2 * A[6],
                        p0 * A[1] + p1 * A[4] + p2 * A[7],
                        p0 * A[2] + p1 * A[5] + p2 * A[8],
                        p0 * d[0] + p1 * d[1] + p2 * d[2] + p3,
                    ]
            M[k] = m
            for j in range(9):
                acc[j] += w * loc[j]
            g = gltf([m[4 * r] + 2 * m[4 * r + 1] + 3 * m[4 * r + 2] + m[4 * r + 3] for r in range(3)])
            for j in range(3):
                acc[9 + j] += w * g[j]
        return acc, M

    def vertices(self, out):
        b, nb = self.s.b, len(self.bone)
        self.pos, self.nor, self.skin = [], [], []
        d = {"n": self.h["vertices"][0], "weight_255": 0, "weight_0": 0, "bad_bones": 0, "influences": [0] * 5}
        lo, hi, nl, nh = [None] * 3, [None] * 3, [None], [None]
        ps, ns, uv, ulo, uhi = [0.0] * 3, [0.0] * 3, [0.0] * 4, [None] * 4, [None] * 4
        slo, shi, ss = [None] * 3, [None] * 3, [0.0] * 3
        M = self.pose(0, self.times(0)[1])[1] if self.seqs else [(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0)] * nb
        for o in self.records("vertices", 48):
            x = U("<3f4B4B3f4f", b, o)
            w, bi, n0 = x[3:7], x[7:11], x[11:14]
            p, n = gltf(x[:3]), gltf(n0)
            self.pos.append(p)
            self.nor.append(n)
            self.skin.append((w, bi))
            tot = sum(w)
            d["weight_255"] += tot == 255
            d["weight_0"] += tot == 0
            d["influences"][sum(1 for k in w if k)] += 1
            d["bad_bones"] += sum(1 for j in range(4) if w[j] and bi[j] >= nb)
            minmax(lo, hi, p)
            add(ps, p)
            add(ns, n)
            add(uv, x[14:18])
            minmax(ulo, uhi, x[14:18])
            minmax(nl, nh, [math.sqrt(sum(k * k for k in n0))])
            y = [0.0] * 3
            for j in range(4):
                if w[j] and bi[j] < nb:
                    m = M[bi[j]]
                    for r in range(3):
                        y[r] += (
                            w[j] / 255 * (m[4 * r] * x[0] + m[4 * r + 1] * x[1] + m[4 * r + 2] * x[2] + m[4 * r + 3])
                        )
            y = gltf(y)
            minmax(slo, shi, y)
            add(ss, y)
        if d["n"]:
            d.update(
                min_approx=nums(lo),
                max_approx=nums(hi),
                sum_approx=nums(ps),
                normal_sum_approx=nums(ns),
                normal_len_approx=nums(nl + nh),
                uv_sum_approx=nums(uv),
                uv_min_approx=nums(ulo),
                uv_max_approx=nums(uhi),
                skinned_min_approx=nums(slo),
                skinned_max_approx=nums(shi),
                skinned_sum_approx=nums(ss),
            )
        out["vertex"] = d

    def resolve(self, x):
        """Everything a batch refers to, through the combos."""
        at = lambda tab, k: tab[k] if 0 <= k < len(tab) else None
        ok = lambda k, n: k if k is not None and 0 <= k < n else None
        color, mat, _, n, tc, cc, wc, xc = x[5:]
        r = {"mat": at(self.materials, mat), "tex": [], "coord": [], "weight": [], "transform": []}
        n = min(n, 8)
        for k in range(n):
            t = ok(at(self.tex_lookup, tc + k), len(self.tex))
            r["tex"].append(None if t is None else [t, self.tex[t]["type"], self.tex[t]["name"]])
            r["coord"].append(at(self.unit_lookup, cc + k))
            r["weight"].append(ok(at(self.weight_lookup, wc + k), len(self.weights)))
            r["transform"].append(ok(at(self.transform_lookup, xc + k), self.h["transforms"][0]))
        one = lambda tr, dflt: (tr.sample(self.first, 0) or dflt)
        c = at(self.colors, color)
        rgb, a = (one(c[0], (1.0, 1.0, 1.0)), one(c[1], (1.0,))[0]) if c else ((1.0, 1.0, 1.0), 1.0)
        w = one(self.weights[r["weight"][0]], (1.0,))[0] if n and r["weight"][0] is not None else 1.0
        r["rgba_approx"] = nums((*rgb, a * w))
        return r

    def views(self, out):
        out["views"] = []
        if self.old:
            for o in self.records("views", 0x2C):
                out["views"].append(view(self.s, o, self.v < 260, self))
        else:
            for k in range(4):
                p = "%s%02d.skin" % (self.stem, k) if self.stem else ""
                p = beside(p)
                if not p:
                    continue
                with open(p, "rb") as f:
                    d = skin_facts(f.read(), self)
                d["skin"] = "%02d" % k
                out["views"].append(d)

    def effects(self, out):
        s, b, v, T, trk, old = self.s, self.s.b, self.v, self.T, self.track, self.old
        out["attachments"], out["events"], out["lights"], out["cameras"], out["ribbons"], out["particles"] = (
            [],
            [],
            [],
            [],
            [],
            [],
        )
        for o in self.records("attachments", 0x14 + T):
            x = U("<IHH3f", b, o)
            out["attachments"].append(
                {
                    "id": x[0],
                    "bone": x[1],
                    "pad": x[2],
                    "pos_gltf_approx": nums(gltf(x[3:6])),
                    "visible": trk(o + 0x14, "u8").show(),
                }
            )
        for o in self.records("events", 0x18 + (0x14 if old else 0x0C)):
            x = U("<4sII3f", b, o)
            t = trk(o + 0x18, "none")
            out["events"].append(
                {
                    "id": x[0].decode("latin-1"),
                    "data": x[1],
                    "bone": x[2],
                    "pos_gltf_approx": nums(gltf(x[3:6])),
                    "track": t.show(),
                    "fires": t.fires(),
                }
            )
        for o in self.records("lights", 0x10 + 7 * T):
            x = U("<Hh3f", b, o)
            d = {"type": x[0], "bone": x[1], "pos_gltf_approx": nums(gltf(x[2:5]))}
            for k, (n, ty) in enumerate(
                (
                    ("ambient", "f3"),
                    ("ambient_intensity", "f1"),
                    ("diffuse", "f3"),
                    ("diffuse_intensity", "f1"),
                    ("attenuation_start", "f1"),
                    ("attenuation_end", "f1"),
                    ("visible", "u8"),
                )
            ):
                d[n] = trk(o + 0x10 + k * T, ty).show()
            out["lights"].append(d)
        fovt = v >= 271
        for o in self.records("cameras", 0x0C + 24 + 4 * T if fovt else 0x10 + 24 + 3 * T):
            p = o + (0x0C if fovt else 0x10)
            d, fov = {"type": U("<i", b, o)[0]}, None
            if not fovt:
                fov = U("<f", b, o + 4)[0]
                d["fov_approx"] = num(fov)
            d["far_approx"], d["near_approx"] = nums(U("<2f", b, p - 8))
            tp, base, tt, tbase = trk(p, "c3"), U("<3f", b, p + T), trk(p + T + 12, "c3"), U("<3f", b, p + 2 * T + 12)
            d["position"], d["target"], d["roll"] = tp.show(), tt.show(), trk(p + 2 * T + 24, "c1").show()
            if fovt:
                f = trk(p + 3 * T + 24, "c1")
                d["fov"] = f.show()
                fov = (f.sample(self.first, 0) or (None,))[0]
            for n, tr, ba in (("eye_gltf_approx", tp, base), ("look_gltf_approx", tt, tbase)):
                x = tr.sample(self.first, 0) or (0.0, 0.0, 0.0)
                d[n] = nums(gltf([ba[k] + x[k] for k in range(3)]))
            if fov is not None and math.isfinite(fov):
                d["yfov_approx"] = nums(
                    2 * math.atan(math.tan(fov / 2) / math.sqrt(1 + a * a)) for a in (4 / 3, 16 / 9)
                )
            out["cameras"].append(d)
        for o in self.records("ribbons", 0x24 + 6 * T + 0x10 + (0 if old else 4)):
            x = U("<iI3f4I", b, o)
            d = {"id": x[0], "bone": x[1], "pos_gltf_approx": nums(gltf(x[2:5]))}
            s.arr(x[6], x[5], 2)
            s.arr(x[8], x[7], 2)
            d["textures"], d["materials"] = list(U("<%dH" % x[5], b, x[6])) if x[5] else [], (
                list(U("<%dH" % x[7], b, x[8])) if x[7] else []
            )
            for k, (n, ty) in enumerate((("color", "f3"), ("alpha", "a16"), ("above", "f1"), ("below", "f1"))):
                d[n] = trk(o + 0x24 + k * T, ty).show()
            y = U("<3f2H", b, o + 0x24 + 4 * T)
            d["edges_life_gravity_approx"], d["rows"], d["cols"] = nums(y[:3]), y[3], y[4]
            d["slot"], d["visible"] = trk(o + 0x34 + 4 * T, "u16").show(), trk(o + 0x34 + 5 * T, "u8").show()
            if not old:
                d["priority"] = U("<h", b, o + 0x34 + 6 * T)[0]
            out["ribbons"].append(d)
        for o in self.records("particles", 0x1F8 if old else 0x1DC if v < 272 else 0x1EC):
            out["particles"].append(self.particle(o))

    def particle(self, o):
        s, b, v, T = self.s, self.s.b, self.v, self.T
        x = U("<iI3fHH4I", b, o)
        d = {
            "id": x[0],
            "flags": x[1],
            "pos_gltf_approx": nums(gltf(x[2:5])),
            "bone": x[5],
            "texture": x[6],
            "model": s.text(x[8], x[7]),
            "recursion": s.text(x[10], x[9]),
        }
        if v < 263:
            d["blend"], d["emitter"] = U("<HH", b, o + 0x28)
        else:
            d["blend"], d["emitter"], d["color_index"] = U("<BBH", b, o + 0x28)
        d["particle_type"], d["head_tail"], d["tile_rotation"], d["rows"], d["cols"] = U("<BBhHH", b, o + 0x2C)
        q, d["tracks"], vary = o + 0x34, [], []
        for k in range(10):
            d["tracks"].append(self.track(q, "f1").show())
            q += T
            if not self.old and k in (5, 6):
                vary.append(U("<f", b, q)[0])
                q += 4
        if self.old:
            d["mid_approx"] = num(U("<f", b, q)[0])
            c = b[q + 4 : q + 16]
            d["colors"] = [[c[k + 2], c[k + 1], c[k], c[k + 3]] for k in (0, 4, 8)]
            d["scale_approx"], d["cells"] = nums(U("<3f", b, q + 16)), list(U("<10H", b, q + 28))
            d["floats_approx"] = nums(U("<22f", b, q + 48))
            q += 136
        else:
            d["vary_approx"] = nums(vary)
            for n, p, ty in (
                ("color", 0, "f3"),
                ("alpha", 16, "a16"),
                ("scale", 32, "f2"),
                ("head_cell", 56, "u16"),
                ("tail_cell", 72, "u16"),
            ):
                nt, ot, nv, ov = U("<4I", b, q + p)
                e = {"t": s.arr(ot, nt, 2), "v": s.arr(ov, nv, TYPES[ty][0])}
                n2 = min(nt, nv)
                if n2:
                    k = Keys(s, 0, 0, 0, ov, ty, 0 if ty == "u16" else 1)
                    k.n, k.t = n2, U("<%dh" % n2, b, ot)
                    k.sorted = False
                    e["s_approx"] = [nums(k.at(t, 0, n2 - 1)) for t in (0, 16384, 32767)]
                d[n] = e
            d["scale_vary_approx"] = nums(U("<2f", b, q + 48))
            d["floats_approx"] = nums(U("<25f", b, q + 88))
            q += 188
        n, p = s.pair(q)
        d["spline"] = s.arr(p, n, 12)
        d["enabled"] = self.track(q + 8, "u8").show()
        q += 8 + T
        if v >= 272:
            d["multi_texture"] = list(U("<8h", b, q))
        return d

    def collision(self, out):
        b, h = self.s.b, self.h
        idx = self.ints("collision_indices", "H", 2)
        ver = [gltf(U("<3f", b, o)) for o in self.records("collision_vertices", 12)]
        nor = [gltf(U("<3f", b, o)) for o in self.records("collision_normals", 12)]
        area = vol = face = 0.0
        bad = good = 0
        for k in range(len(idx) // 3):
            t = idx[3 * k : 3 * k + 3]
            if max(t) >= len(ver):
                bad += 1
                continue
            good += 1
            p, q, r = (ver[j] for j in t)
            c = cross(q, r, p)
            area += math.sqrt(sum(x * x for x in c)) / 2
            vol += sum(a * e for a, e in zip(p, cross(q, r, (0, 0, 0)))) / 6
            if k < len(nor):
                face += sum(a * e for a, e in zip(c, nor[k]))
        out["collision"] = {
            "triangles": good,
            "bad_triangles": bad,
            "area_approx": num(area),
            "volume_approx": num(vol),
            "facing_approx": num(face),
        }


# ---------------------------------------------------------------- containers and files
def chunks(data, at, limit):
    res = []
    while at + 8 <= limit:
        n = U("<I", data, at + 4)[0]
        if at + 8 + n > limit:
            raise Bad("truncated")
        res.append((data[at : at + 4].decode("latin-1"), at + 8, n))
        at += 8 + n
    if at != limit:
        raise Bad("truncated")
    return res


def chunk_facts(data, cs):
    u32 = {"PFID", "SFID", "TXID", "SKID", "BFID"}
    out = []
    for tag, off, n in cs:
        d = {"id": tag, "bytes": n, "crc": "%08x" % zlib.crc32(data[off : off + n])}
        if tag in u32:
            d["values"] = list(U("<%d%s" % (n // 4, "I"), data, off))
        if tag == "AFID":
            d["values"] = [list(U("<HHI", data, off + 8 * k)) for k in range(n // 8)]
        out.append(d)
    return out


def facts(path):
    with open(path, "rb") as f:
        data = f.read()
    stem, ext = os.path.splitext(path)
    ext = ext.lower()
    if ext == ".skin":
        return dict(skin_facts(data), kind="skin")
    if ext in (".anim", ".skel"):
        tagged = re.fullmatch(rb"(AFM2|AFSA|AFSB|SK[A-Z0-9]{2})", data[:4])
        d = {"kind": ext[1:], "bytes": len(data), "crc": "%08x" % zlib.crc32(data)}
        if tagged:
            d["chunks"] = chunk_facts(data, chunks(data, 0, len(data)))
        elif ext == ".skel":
            raise Bad("bad_magic")
        return d
    if data[:4] == b"MD21":
        cs = chunks(data, 0, len(data))
        off, n = cs[0][1:]
        out = Model(data[off : off + n], stem).out
        out.update(container="MD21", chunks=chunk_facts(data, cs))
        return out
    return dict(Model(data, stem).out, container="MD20")


def main():
    args, root = sys.argv[1:], None
    if "--root" in args:
        i = args.index("--root")
        root = args[i + 1]
        del args[i : i + 2]
    if root and not args:
        for d, _, fs in os.walk(root):
            args += [
                os.path.join(d, f) for f in fs if os.path.splitext(f)[1].lower() in (".m2", ".skin", ".anim", ".skel")
            ]
        args.sort(key=lambda p: os.path.relpath(p, root))
    dump = lambda x: json.dumps(x, sort_keys=True, separators=(",", ":"), allow_nan=False)
    for p in args:
        try:
            out = facts(p)
        except Bad as e:
            out = {"error": str(e)}
        except struct.error:
            out = {"error": "out_of_bounds"}
        except OverflowError:
            out = {"error": "bad_value"}
        head = dump({"file": os.path.relpath(p, root) if root else os.path.basename(p)})
        print(head[:-1] + "," + dump(out)[1:], flush=True)


if __name__ == "__main__":
    main()
