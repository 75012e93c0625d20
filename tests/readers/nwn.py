#!/usr/bin/env python3
"""Canonical facts of Neverwinter Nights MDL files (binary in full, ASCII a first layer).

  nwn.py FILE...              one JSON object per file and line, "file" = base name
  nwn.py --root DIR [FILE...] "file" = path relative to DIR; walks DIR for *.mdl when no FILE is given

The meaning of every key is defined in docs/notes/nwn.md, section 'Facts schema'.
Standard library only. All arithmetic is IEEE double on the exact float32 values of the file.
"""

import json
import math
import os
import re
import struct
import sys
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


class Binary:
    def __init__(self, data):
        self.d = data
        refuse(len(data) < 12, "truncated")
        zero, self.ms, self.rs = struct.unpack_from("<III", data, 0)
        refuse(zero, "bad_magic")
        refuse(12 + self.ms + self.rs > len(data), "truncated")
        refuse(self.ms < 0xE8, "out_of_bounds")
        self.R = 12 + self.ms  # file offset of the raw section
        self.claims, self.spent, self.limit = [], 0, 4 * len(data) + 65536
        self.detail_left, self.ctl_left = DETAIL_NODES, DETAIL_CTL
        self.claim(0, 12)

    # ---- access ----
    def spend(self, n):  # work limit: arrays shared beyond reason are refused
        self.spent += n
        refuse(self.spent > self.limit, "budget")

    def claim(self, off, n):
        self.spend(n)
        self.claims += [(off, off + n)] if n else []

    def u(self, fmt, off):
        return struct.unpack_from("<" + fmt, self.d, off)

    def u32(self, off):
        return struct.unpack_from("<I", self.d, off)[0]

    def floats(self, off, n):
        return self.u("%df" % n, off)

    def text(self, off, n):
        return self.d[off : off + n].split(b"\0")[0].decode("latin1")

    def rows(self, off, n, w):
        f = self.floats(off, n * w) if off is not None else ()
        return [f[i : i + w] for i in range(0, len(f), w)]

    def model(self, ptr, n):  # n bytes at a model pointer -> file offset
        refuse(ptr == 0 or ptr + n > self.ms, "out_of_bounds")
        self.claim(12 + ptr, n)
        return 12 + ptr

    def raw(self, ptr, n):  # n bytes at a raw pointer -> file offset, None when absent or empty
        if ptr == NULL_RAW or n == 0:
            return None
        refuse(ptr + n > self.rs, "out_of_bounds")
        self.claim(self.R + ptr, n)
        return self.R + ptr

    def array(self, off, size):  # array header -> (file offset, count); the pointer of an empty one is ignored
        ptr, n, _ = self.u("III", off)
        return (self.model(ptr, n * size), n) if n else (0, 0)

    def bulk(self, off, n, size):
        return None if off is None or n == 0 else {"n": n, "crc": crc(self.d[off : off + n * size])}

    # ---- file ----
    def run(self):
        o, fp = 12, self.u("II", 12)
        self.claim(o, 0xE8)
        self.producer = PRODUCERS.get(fp, "unknown")
        root, count = self.u("II", o + 0x48)
        out = {
            "format": "nwn.binary",
            "bytes": len(self.d),
            "model_size": self.ms,
            "raw_size": self.rs,
            "trailing": len(self.d) - self.R - self.rs,
            "producer": self.producer,
            "fp": list(fp),
            "name": self.text(o + 8, 64),
            "root": root,
            "node_count": count,
            "geometry_type": self.d[o + 0x6C],
            "classification": self.d[o + 0x72],
            "fog": self.d[o + 0x73],
            "supermodel": self.text(o + 0xA8, 64),
            "bbox_approx": nums(self.floats(o + 0x88, 6)),
            "radius_animscale_approx": nums(self.floats(o + 0xA0, 2)),
            "header_crc": crc(self.d[o : o + 0xE8]),
        }
        self.geo = self.tree(root, False)
        self.worlds = self.pose({}, 0.0)
        out["nodes"] = [self.node_facts(i, r) for i, r in enumerate(self.geo)]
        self.byname = {}
        for i, r in enumerate(self.geo):
            self.byname.setdefault(low(r["name"]), i)
        pa, na = self.array(o + 0x78, 4)
        out["anims"] = [self.anim(self.u32(pa + 4 * i)) for i in range(na)]
        meshes = [(i, r) for i, r in enumerate(self.geo) if r["flags"] & 0x20]
        self.merged(out, meshes)
        self.totals(out, meshes)
        out["coverage"] = self.coverage()
        return out

    # ---- node trees ----
    def skin_tail(self, o, anim):  # bytes of the inline bone part numbers (incl. spare)
        gap = 0
        if not anim and o + 0x2B0 <= self.R:
            ptrs = [self.u32(o + q) for q in (0x284, 0x28C, 0x298, 0x2A4) if self.u32(o + q + 4)]
            gap = min((p - (o - 12 + 0x2B0) for p in ptrs if p > o - 12 + 0x2B0), default=0)
        return gap if gap in (0x24, 0x80, 0x100) else 0x80 if self.producer == "ee" else 0x24

    def tree(self, root, anim):
        nodes, stack, end = [], [(root, -1, 0)] if root else [], 0
        while stack:  # pre-order
            ptr, parent, depth = stack.pop()
            refuse(ptr < end, "cycle")  # as compilers write trees; so no node is reached twice
            refuse(ptr + 0x70 > self.ms, "out_of_bounds")
            o = 12 + ptr
            fl, tail = self.u32(o + 0x6C), 0
            if fl & 0x40:
                tail = self.skin_tail(o, anim)
            size = next(
                (
                    n
                    for bit, n in (
                        (0x40, 0x2B0 + tail),
                        (0x80, 0x2A8),
                        (0x100, 0x288),
                        (0x200, 0x274),
                        (0x20, 0x270),
                        (0x10, 0xB4),
                        (4, 0x148),
                        (2, 0xCC),
                    )
                    if fl & bit
                ),
                0x70,
            )
            self.model(ptr, size)
            end = ptr + size
            r = {
                "o": o,
                "size": size,
                "slots": {0: 0, 0x24: 17, 0x80: 64, 0x100: 128}[tail],
                "flags": fl,
                "parent": parent,
                "depth": depth,
                "name": self.text(o + 0x20, 32),
                "part": self.u("i", o + 0x1C)[0],
            }
            ch, r["kids"] = self.array(o + 0x48, 4)
            self.controllers(r)
            stack += [(k, len(nodes), depth + 1) for k in reversed(self.u("%dI" % r["kids"], ch) if ch else ()) if k]
            nodes.append(r)
        return nodes

    def controllers(self, r):
        o, fl = r["o"], r["flags"]
        (ko, nk), (do, nd) = r["keys"], r["data"] = self.array(o + 0x54, 12), self.array(o + 0x60, 4)
        r["ctl"], r["by"], names = [], {}, dict(CTL_ALL)
        names.update(CTL_LIGHT if fl & 2 else {})
        names.update(
            {**CTL_EMIT, **(CTL_EMIT_NMC if self.producer == "nwnmdlcomp" else CTL_EMIT_BIO)} if fl & 4 else {}
        )
        names.update(CTL_MESH if fl & 0x20 else {})
        for i in range(nk):
            cid, rows, ti, di, cols, _pad = self.u("ihHHBB", ko + 12 * i)
            bez = cols != 0xFF and bool(cols & 0x10)
            nc = 0 if cols == 0xFF else cols & 0x0F
            if bez and nc % 3 == 0 and (cid, nc) != (8, 3):  # nwnmdlcomp stores the width of a row
                nc //= 3
            n, w, times, vals = max(rows, 0), nc * (3 if bez else 1), [], []
            if nc and (cols != 0xFF and cols & 0xE0 or nc != {8: 3, 20: 4, 36: 1}.get(cid, nc)):
                n = 0  # how long the rows are is unknown
            self.spend(4 * n * (1 + w))
            if n and w:
                refuse(ti + n > nd or di + n * w > nd, "out_of_bounds")
                times, vals = list(self.floats(do + 4 * ti, n)), self.rows(do + 4 * di, n, w)
            elif n and ti + n <= nd:  # detonate: no values, the time key is optional
                times = list(self.floats(do + 4 * ti, n))
            c = {
                "id": cid,
                "name": names.get(cid, "id%d" % cid),
                "rows": rows,
                "ti": ti,
                "di": di,
                "cols": cols,
                "nc": nc,
                "bez": bez,
                "t": times,
                "v": vals,
            }
            r["ctl"].append(c)
            if vals:
                r["by"].setdefault(cid, c)  # the first of two equal ids counts

    def pose(self, over, t):  # over: geometry index -> animation node; world = parent * T * R * S
        out = []
        for i, r in enumerate(self.geo):
            a = over[i]["by"] if i in over else {}
            v = [
                sample(c, t) if c else d
                for c, d in (
                    (a.get(k) or r["by"].get(k), d) for k, d in ((8, ZERO3), (20, (0.0, 0.0, 0.0, 1.0)), (36, (1.0,)))
                )
            ]
            p, q, s = v[0], v[1], v[2][0]
            if r["parent"] >= 0:
                w = out[r["parent"]]
                p, q, s = apply(w, p), qmul(w[1], q), w[2] * s
            out.append((p, q, s))
        return out

    # ---- geometry nodes ----
    def node_facts(self, i, r):
        o, fl, w = r["o"], r["flags"], self.worlds[i]
        f = {
            "name": r["name"],
            "flags": fl,
            "part": r["part"],
            "inherit_color": self.u32(o + 0x18),
            "parent": r["parent"],
            "depth": r["depth"],
            "children": r["kids"],
            "ptr": o - 12,
            "size": r["size"],
            "crc": crc(self.d[o : o + r["size"]]),
            "keys": self.bulk(*r["keys"], 12),
            "data": self.bulk(*r["data"], 4),
            "world_approx": nums(gl(w[0]) + gl(apply(w, PROBE))),
        }
        if self.ctl_left > 0:
            self.ctl_left -= len(r["ctl"])
            f.update({"ctl": [ctl_row(c) for c in r["ctl"]], "first_approx": [first_row(c) for c in r["ctl"]]})
        if fl & 2:
            f["light"] = self.light(o)
        if fl & 4:
            f["emitter"] = dict(zip(("xgrid", "ygrid", "space"), self.u("3I", o + 0x7C)))
            f["emitter"].update(zip(("two_sided", "loop", "render_order", "_", "flags"), self.u("IIHHI", o + 0x138)))
            del f["emitter"]["_"]
            f["emitter"].update(
                {
                    k: self.text(o + q, n)
                    for k, q, n in (
                        ("update", 0x88, 32),
                        ("render", 0xA8, 32),
                        ("blend", 0xC8, 32),
                        ("texture", 0xE8, 64),
                        ("chunk", 0x128, 16),
                    )
                }
            )
            f["emitter"]["dead_blastradius_blastlength_approx"] = nums(self.floats(o + 0x70, 3))
        if fl & 0x10:
            f["reference"] = {"model": self.text(o + 0x70, 64), "reattachable": self.u32(o + 0xB0)}
        if fl & 0x20:
            f["mesh"] = self.mesh(r)
            if fl & 0x40:
                f["skin"] = self.skin(i, r)
            if fl & 0x80:
                f["animmesh"] = self.animmesh(r)
            if fl & 0x100:
                c, n = self.array(o + 0x270, 4)
                v = self.floats(c, n)
                f["dangly"] = {
                    "constraints": self.bulk(c, n, 4),
                    "sum_max_approx": nums((sum(v), max(v, default=0.0))),
                    "displacement_tightness_period_approx": nums(self.floats(o + 0x27C, 3)),
                }
            if fl & 0x200:
                f["aabb"] = self.aabb(self.u32(o + 0x270), r["nf"])
        return f

    def light(self, o):
        f = dict(
            zip(
                ("priority", "ambient_only", "dynamic_type", "affect_dynamic", "shadow", "generate_flare", "fading"),
                self.u("7I", o + 0xB0),
            )
        )
        for k, q, size in (("flare_sizes", 0x80, 4), ("flare_positions", 0x8C, 4), ("flare_colors", 0x98, 12)):
            f[k] = self.bulk(*self.array(o + q, size), size)
        tex, nt = self.array(o + 0xA4, 4)
        f.update({"flare_radius_approx": num(self.floats(o + 0x70, 1)[0]), "flare_textures": []})
        for p in self.u("%dI" % nt, tex):
            end = self.d.find(b"\0", 12 + p, self.R) if 0 < p < self.ms else -1
            refuse(end < 0, "out_of_bounds")
            self.claim(12 + p, end + 1 - 12 - p)
            f["flare_textures"].append(self.d[12 + p : end].decode("latin1"))
        return f

    def mesh(self, r):
        o = r["o"]
        nv, tc = self.u("HH", o + 0x230)
        fa, nf = self.array(o + 0x78, 32)
        (cnt, n1), (off, n2), (shadow, beaming, rend, transp, hint) = (
            self.array(o + 0x204, 4),
            self.array(o + 0x210, 4),
            self.u("5I", o + 0xD4),
        )
        refuse(n1 != n2, "bad_value")
        at, f = {}, {}
        for key, q, size in (
            ("verts", 0x22C, 12),
            ("uv0", 0x234, 8),
            ("uv1", 0x238, 8),
            ("uv2", 0x23C, 8),
            ("uv3", 0x240, 8),
            ("normals", 0x244, 12),
            ("colors", 0x248, 4),
            ("tangents", 0x258, 12),
            ("handedness", 0x260, 4),
        ):
            at[key] = self.raw(self.u32(o + q), nv * size)
            if at[key] is not None:
                f[key] = self.bulk(at[key], nv, size)
        V, N, T, uv = (self.rows(at[k], nv, w) for k, w in (("verts", 3), ("normals", 3), ("tangents", 3), ("uv0", 2)))
        faces = [self.u("4fi3h3H", fa + 32 * i) for i in range(nf)]
        authored, flat = [t[8:11] for t in faces], [x for t in faces for x in t[8:11]]
        lists, render, hidden = [], [], None
        for c, p in zip(self.u("%dI" % n1, cnt), self.u("%dI" % n2, off)):
            a = self.raw(p, 2 * c)
            refuse(c and a is None, "out_of_bounds")
            lists.append(self.bulk(a, c, 2))
            render += self.u("%dH" % c, a) if c else ()
            if c == 0 and nf and p + 6 * nf <= self.rs:  # swallowed by a mesh merge: its own list is still there
                a = self.raw(p, 6 * nf)
                hidden = {**self.bulk(a, 3 * nf, 2), "equals_faces": list(self.u("%dH" % (3 * nf), a)) == flat}
        refuse(any(i >= len(V) for i in render) or any(i >= len(V) for i in flat), "out_of_bounds")
        tris = [tuple(render[i : i + 3]) for i in range(0, len(render) - 2, 3)]
        r.update(
            nv=nv,
            nf=nf,
            V=V,
            tris=tris,
            nidx=len(render),
            swallowed=bool(nf and n1 and not render),
            render=rend,
            tex=low(self.text(o + 0xE8, 64)),
        )
        agree, degenerate, plane = 0, 0, 0.0
        for t, (a, b, c) in zip(faces, authored):
            n = cross(sub(V[b], V[a]), sub(V[c], V[a]))
            if math.sqrt(dot(n, n)) <= 1e-6:
                degenerate += 1
            else:
                agree, plane = agree + (dot(n, t) > 0), max(plane, abs(dot(V[a], t) + t[3]))
        area, va = areas(tris, V)
        f.update(
            {
                "n_verts": nv,
                "tex_count": tc,
                "faces": self.bulk(fa, nf, 32),
                "index_lists": lists,
                "hidden_list": hidden,
                "textures": [self.text(o + q, 64) for q in (0xE8, 0x128, 0x168, 0x1A8)],
                "shadow": shadow,
                "beaming": beaming,
                "render": rend,
                "transparency": transp,
                "render_hint": hint,
                "tile_fade": self.u32(o + 0x1E8),
                "tri_mode": self.d[o + 0x224],
                "rotate_texture": self.d[o + 0x265],
                "bbox_approx": nums(self.floats(o + 0x84, 6)),
                "radius_average_approx": nums(self.floats(o + 0x9C, 4)),
                "material_approx": nums(self.floats(o + 0xAC, 10)),
                "normal_sum_half_approx": num(self.floats(o + 0x268, 1)[0]),
                "surfaces": tally(t[4] for t in faces),
                "open_edges": sum(a == -1 for t in faces for a in t[5:8]),
                "degenerate": degenerate,
                "agree": agree,
                "plane_error_approx": num(plane),
                "render_tris": len(tris),
                "list_equals_faces": render == flat,
                "area_approx": num(area),
                "vector_area_approx": nums(gl(va)),
                "bounds_approx": bounds(V),
            }
        )
        if uv:
            f["uv_sum_approx"] = nums((sum(t[0] for t in uv), sum(1.0 - t[1] for t in uv)))
        if N:
            f["normal_sum_approx"] = nums([sum(n[k] for n in N) for k in range(3)] + [sum(dot(n, n) for n in N)])
        if T:
            f["tangent_approx"] = nums([sum(dot(t, t) for t in T), sum(abs(dot(t, n)) for t, n in zip(T, N))])
        if at["colors"] is not None:
            f["color_sums"] = [sum(self.d[at["colors"] + k : at["colors"] + 4 * nv : 4]) for k in range(4)]
        if at["handedness"] is not None:
            h = self.floats(at["handedness"], nv)
            f["handedness_counts"] = [h.count(1.0), h.count(-1.0)]
        return f

    def skin(self, me, r):
        o, nv, slots = r["o"], r["nv"], r["slots"]
        pw, pr, pm, nm = self.u("IIII", o + 0x27C)
        wo, bo, mo = self.raw(pw, 16 * nv), self.raw(pr, 8 * nv), self.model(pm, 2 * nm) if nm else 0
        (qo, nq), (to, nt), (co, nc) = self.array(o + 0x28C, 16), self.array(o + 0x298, 12), self.array(o + 0x2A4, 4)
        if slots == 17 and 17 in self.u("%dh" % nm, mo):  # the i16 behind the 17 is a slot like them (BioWare)
            slots = 18
        node_of, parts = {}, self.u("%dh" % slots, o + 0x2B0)
        for n, s in enumerate(self.u("%dh" % nm, mo)):
            refuse(s < -1 or s >= slots, "bad_value")
            refuse(s >= 0 and n >= min(len(self.geo), nq, nt), "out_of_bounds")
            if s >= 0:
                node_of.setdefault(s, n)
        refs, weights, by_slot = [], self.rows(wo, nv, 4), [0.0] * slots
        for i, w in enumerate(weights if bo is not None else ()):
            b = self.u("4h", bo + 8 * i)
            refuse(min(b) < -1 or max(b) >= slots, "out_of_bounds")
            refs += b
            for x, k in zip(w, b):
                if k >= 0:
                    by_slot[k] += x
        resid, ibm, bones = 0.0, ZERO3, sorted(node_of)
        for s in bones:
            n = node_of[s]
            qw, qx, qy, qz = self.floats(qo + 16 * n, 4)  # stored W, X, Y, Z
            inv = (self.floats(to + 12 * n, 3), (qx, qy, qz, qw), 1.0)
            ibm = add(ibm, apply(inv, PROBE))
            for v in (ZERO3, PROBE):  # world(bone) * (Q,T) must equal world(skin)
                e = sub(apply(self.worlds[n], apply(inv, v)), apply(self.worlds[me], v))
                resid = max(resid, max(abs(x) for x in e))
        return {
            "slots": slots,
            "weights": self.bulk(wo, nv, 16),
            "refs": self.bulk(bo, nv, 8),
            "map": self.bulk(mo, nm, 2),
            "q": self.bulk(qo, nq, 16),
            "t": self.bulk(to, nt, 12),
            "constants": self.bulk(co, nc, 4),
            "bones": [[s, node_of[s]] for s in bones],
            "parts_match": all(parts[s] == node_of[s] for s in bones),
            "influences": len(refs) - refs.count(-1),
            "unused": refs.count(-1),
            "refs_without_bone": len(set(refs) - {-1} - set(bones)),
            "weight_sum_minmax_approx": bounds([(sum(w),) for w in weights]),
            "weight_by_slot_approx": nums(by_slot[s] for s in bones),
            "bind_residual_approx": num(resid),
            "ibm_probe_sum_approx": nums(ibm),
        }

    def animmesh(self, r):
        o, nv = r["o"], r["nv"]
        pv, pt, nvs, nts = self.u("4I", o + 0x298)
        f = {
            "period_approx": num(self.floats(o + 0x270, 1)[0]),
            "vertex_sets": nvs,
            "uv_sets": nts,
            "verts": None,
            "uvs": None,
        }
        for key, p, sets, w in (("verts", pv, nvs, 3), ("uvs", pt, nts, 2)):
            if sets and nv:
                a = self.model(p, sets * nv * 4 * w)
                data = self.rows(a, sets * nv, w)
                f[key] = self.bulk(a, sets * nv, 4 * w)  # vertex-major: all sets of vertex 0, then vertex 1, ...
                f[key + "_set_bounds_approx"] = [bounds(data[s::sets]) for s in range(min(sets, 16))]
        return f

    def aabb(self, root, nf):
        end, stack, blob, leaves, planes, depth, odd = 0, [(root, 1)] if root else [], [], [], [], 0, 0
        while stack:  # pre-order, left before right
            p, d = stack.pop()
            refuse(p < end, "cycle")
            o, end = self.model(p, 0x28), p + 0x28
            left, right, leaf, plane = self.u("IIiI", o + 0x18)
            refuse(leaf >= nf, "out_of_bounds")
            blob.append(self.d[o : o + 0x28])
            planes.append(plane)
            depth = max(depth, d)
            leaves += [leaf] if leaf >= 0 else []
            odd += (leaf >= 0) != (not left and not right)
            stack += [(c, d + 1) for c in (right, left) if c]
        return {
            "entries": len(blob),
            "leaves": len(leaves),
            "depth": depth,
            "crc": crc(b"".join(blob)),
            "odd": odd,
            "root_approx": nums(self.floats(12 + root, 6) if blob else ()),
            "planes": tally(planes),
            "all_faces_once": sorted(leaves) == list(range(nf)),
        }

    # ---- animations ----
    def anim(self, ptr):
        o = self.model(ptr, 0xC4)
        root, count = self.u("II", o + 0x48)
        length, fade = self.floats(o + 0x70, 2)
        ev, ne = self.array(o + 0xB8, 0x24)
        nodes = self.tree(root, True)
        ctl, sums, flips, over, unmatched = {}, {}, 0, {}, 0
        for r in nodes:
            for c in r["ctl"]:
                a = ctl.setdefault(c["name"], [0, 0])
                a[0], a[1] = a[0] + 1, a[1] + len(c["t"])
                row, s = [sum(c["t"])] + [sum(col) for col in zip(*c["v"])], sums.setdefault(c["name"], [])
                s += [0.0] * (len(row) - len(s))
                s[: len(row)] = [x + y for x, y in zip(s, row)]
                if c["id"] == 20:
                    flips += sum(dot(p, q) < 0 for p, q in zip(c["v"], c["v"][1:]))
            i = self.byname.get(low(r["name"]))
            unmatched += i is None
            over.setdefault(i, r)
        samples = []
        for t in (k * length for k in QUARTERS):
            p = q = ZERO3
            for by in (r["by"] for r in nodes):
                p = add(p, sample(by[8], t) if 8 in by else ZERO3)
                q = add(q, qrot(sample(by[20], t), PROBE) if 20 in by else ZERO3)
            samples.append(nums(p + q))
        pose = [gl(w[0]) for w in self.pose(over, 0.5 * length)]
        f = {
            "name": self.text(o + 8, 64),
            "anim_root": self.text(o + 0x78, 64),
            "node_count": count,
            "nodes": len(nodes),
            "length_approx": num(length),
            "fade_approx": num(fade),
            "type": self.d[o + 0x6C],
            "header_crc": crc(self.d[o : o + 0xC4]),
            "events": [self.text(ev + 36 * i + 4, 32) for i in range(ne)],
            "events_approx": nums(self.floats(ev + 36 * i, 1)[0] for i in range(ne)),
            "depth": max((r["depth"] for r in nodes), default=-1),
            "flags": tally(r["flags"] for r in nodes),
            "names_crc": crc(b"".join(r["name"].encode("latin1") + b"\n" for r in nodes)),
            "tree_crc": crc("".join("%d,%d,%d\n" % (r["flags"], r["part"], r["parent"]) for r in nodes).encode()),
            "bodies_crc": crc(b"".join(self.d[r["o"] : r["o"] + r["size"]] for r in nodes)),
            "keys": self.joined(nodes, "keys", 12),
            "data": self.joined(nodes, "data", 4),
            "flips": flips,
            "ctl": ctl,
            "ctl_approx": {k: nums(v) for k, v in sums.items()},
            "samples_approx": samples,
            "pose_approx": nums(sum(c) for c in zip(*pose)) + bounds(pose),
            "unmatched": unmatched,
        }
        am = [r for r in nodes if r["flags"] & 0x80]  # the only animation bodies that mean anything
        if am:
            f["animmeshes"] = [{"name": r["name"], "mesh": self.mesh(r), "animmesh": self.animmesh(r)} for r in am]
        n = min(self.detail_left, len(nodes))
        self.detail_left -= n
        if n:
            f["detail"] = [
                [r["name"], r["flags"], r["part"], r["parent"], [ctl_row(c) for c in r["ctl"]]] for r in nodes[:n]
            ]
            f["detail_approx"] = [[first_row(c) for c in r["ctl"]] for r in nodes[:n]]
        return f

    def joined(self, nodes, key, size):
        blobs = [self.d[r[key][0] : r[key][0] + r[key][1] * size] for r in nodes]
        return {"n": sum(r[key][1] for r in nodes), "crc": crc(b"".join(blobs))}

    # ---- whole model ----
    def merged(self, out, meshes):  # NWN:EE mesh merge: find the head of every swallowed mesh
        taken = set()
        for h, hr in meshes:
            kids = [(i, r) for i, r in meshes if r["swallowed"] and r["tex"] == hr["tex"] and i not in taken]
            base = hr["nv"] - sum(r["nv"] for _, r in kids)
            if not 0 < 3 * hr["nf"] < hr["nidx"] or not kids or base < 0:
                continue
            first, worst, members = base, 0.0, []
            p, q, s = self.worlds[h]
            for i, r in kids:
                for k, v in enumerate(r["V"]):
                    w = qrot((-q[0], -q[1], -q[2], q[3]), sub(apply(self.worlds[i], v), p))
                    worst = max(worst, max(abs(a / (s or 1.0) - b) for a, b in zip(w, hr["V"][first + k])))
                members.append([i, first, r["nf"]])
                first += r["nv"]
                taken.add(i)
            out["nodes"][h]["mesh"]["merge"] = {
                "own_verts": base,
                "members": members,
                "residual_approx": num(worst),
                "tris_match": hr["nidx"] == 3 * (hr["nf"] + sum(r["nf"] for _, r in kids)),
            }

    def totals(self, out, meshes):
        points, area, va, mats, drawn = [], 0.0, ZERO3, {}, 0
        for i, r in (m for m in meshes if m[1]["render"] and m[1]["tris"]):
            W = [gl(apply(self.worlds[i], v)) for v in r["V"]]
            points += [W[k] for k in {k for t in r["tris"] for k in t}]
            a, v = areas(r["tris"], W)
            area, va, drawn = area + a, add(va, v), drawn + len(r["tris"])
            k = "" if r["tex"] == "null" else r["tex"]
            mats[k] = mats.get(k, 0) + len(r["tris"])
        ms = [r for _, r in meshes]
        out["totals"] = {
            "nodes": len(self.geo),
            "kinds": tally(r["flags"] for r in self.geo),
            "meshes": len(ms),
            "verts": sum(r["nv"] for r in ms),
            "authored_faces": sum(r["nf"] for r in ms),
            "render_tris": sum(len(r["tris"]) for r in ms),
            "drawn_tris": drawn,
            "swallowed_meshes": sum(r["swallowed"] for r in ms),
            "swallowed_faces": sum(r["nf"] for r in ms if r["swallowed"]),
            "drawn_tris_by_texture": mats,
            "anim_nodes": sum(a["nodes"] for a in out["anims"]),
            "drawn_area_approx": num(area),
            "drawn_vector_area_approx": nums(va),
            "drawn_bbox_approx": bounds(points),
        }

    def coverage(self):
        gaps, end, zero, size = [], 0, 0, len(self.d)
        for a, b in sorted(self.claims) + [(size, size)]:
            if a > end and any(self.d[end:a]):
                gaps.append([end, a - end])
            elif a > end:
                zero += a - end
            end = max(end, b)
        claimed = size - zero - sum(g[1] for g in gaps)
        return {
            "claimed": claimed,
            "shared": sum(b - a for a, b in self.claims) - claimed,
            "zero_gaps": zero,
            "unclaimed": sum(g[1] for g in gaps),
            "gaps": gaps[:8],
        }


# ---- ASCII, first layer ----
COUNTED = set(
    """verts faces tverts tverts1 tverts2 tverts3 weights colors constraints normals tangents animverts animtverts
    texindices1 texindices2 texindices3""".split()
)
NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def number(tok):
    return float(tok) if NUMBER.fullmatch(tok) else None


def ascii_facts(data):
    lines = [
        [w.decode("latin1") for w in re.findall(rb"[^\x00-\x20]+", raw.split(b"#")[0])]  # all control characters are blanks
        for raw in data.replace(b"\r", b"\n").split(b"\n")
    ]
    lines = [t for t in lines if t]
    out = {
        "format": "nwn.ascii",
        "bytes": len(data),
        "lines": len(lines),
        "name": None,
        "supermodel": None,
        "classification": None,
        "anim_scale_approx": None,
        "nodes": [],
        "anims": [],
        "done": False,
    }
    anim, node, i = None, None, 0
    while i < len(lines) and not out["done"]:
        t = lines[i] + ["", ""]
        k, arg, i = low(t[0]), t[1], i + 1
        if k == "newmodel" and out["name"] is None:
            out["name"] = arg
        elif k == "setsupermodel":
            out["supermodel"] = t[2]
        elif k == "classification":
            out["classification"] = low(arg)
        elif k == "setanimationscale":
            out["anim_scale_approx"] = num(number(arg) or 0.0)
        elif k == "newanim":
            anim = {"name": arg, "length_approx": None, "nodes": 0, "events": 0, "keys": 0}
            out["anims"].append(anim)
        elif k == "doneanim":
            anim = None
        elif k == "donemodel":
            out["done"] = True
        elif k == "node":
            node = {"type": low(arg), "name": t[2], "parent": None}
            if anim is None:
                out["nodes"].append(node)
            else:
                anim["nodes"] += 1
        elif k == "endnode":
            node = None
        elif anim is not None and node is None and k == "length":
            anim["length_approx"] = num(number(arg) or 0.0)
        elif anim is not None and node is None and k == "event":
            anim["events"] += 1
        elif node is not None and k in ("parent", "bitmap"):
            node[k] = arg if k == "parent" else low(arg)
        elif node is not None and anim is not None and k.endswith("key"):
            while i < len(lines) and number(lines[i][0]) is not None:
                i, anim["keys"] = i + 1, anim["keys"] + 1
        elif node is not None and k in COUNTED and re.fullmatch("[0-9]*", arg):
            want, rows, s, hi = int(arg or -1), 0, [0.0, 0.0, 0.0], -1
            while i < len(lines) and rows != want and low(lines[i][0]) not in ("endnode", "endlist"):
                v = [number(x) for x in lines[i][:3]]
                if k != "weights" and v[0] is None:
                    break
                if None not in v and len(v) > 1:
                    s = [a + b for a, b in zip(s, v + [0.0])]
                    hi = int(max(hi, *v)) if k == "faces" else hi
                rows, i = rows + 1, i + 1
            if anim is None:
                node[k] = rows
                node.update(
                    {k + "_sum_approx": nums(s)}
                    if k in ("verts", "tverts")
                    else {"max_vertex": hi} if k == "faces" else {}
                )
    refuse(out["name"] is None, "bad_magic")
    return out


def facts(data):
    try:
        refuse(len(data) < 4, "truncated")
        return Binary(data).run() if data[:4] == b"\0\0\0\0" else ascii_facts(data)
    except Bad as e:
        return {"error": str(e)}
    except (struct.error, OverflowError):
        return {"error": "out_of_bounds"}


def main():
    args, root = sys.argv[1:], None
    if "--root" in args:
        i = args.index("--root")
        root = args[i + 1]
        del args[i : i + 2]
    if not args and root:
        args = [os.path.join(d, n) for d, _, names in os.walk(root) for n in names if n.lower().endswith(".mdl")]
        args.sort(key=lambda p: os.path.relpath(p, root))
    for path in args or sys.exit(__doc__):
        with open(path, "rb") as f:
            out = facts(f.read())
        name = os.path.relpath(path, root) if root else os.path.basename(path)
        print(
            '{"file":'
            + json.dumps(name)
            + ","
            + json.dumps(out, sort_keys=True, separators=(",", ":"), allow_nan=False)[1:]
        )


if __name__ == "__main__":
    main()
