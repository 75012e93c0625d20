#!/usr/bin/env python3
"""Canonical facts of Neverwinter Nights MDL files (binary in full, ASCII a first layer).

  nwn.py FILE...              one JSON object per file and line, "file" = base name
  nwn.py --root DIR [FILE...] "file" = path relative to DIR; walks DIR for *.mdl when no FILE is given

The meaning of every key is defined in docs/notes/nwn.md, section 'Facts schema'.
Standard library only. All arithmetic is IEEE double on the exact float32 values of the file.
"""

import json
import os
import struct
import sys

from nwn_meshes import Meshes
from nwn_numbers import (
    Bad, CTL_ALL, CTL_EMIT, CTL_EMIT_BIO, CTL_EMIT_NMC, CTL_LIGHT, CTL_MESH, DETAIL_CTL, DETAIL_NODES, NULL_RAW,
    PROBE, PRODUCERS, QUARTERS, ZERO3, add, apply, areas, bounds, crc, ctl_row, dot, first_row, gl, low, num, nums,
    qmul, qrot, refuse, sample, sub, tally,
)
from nwn_text import ascii_facts


class Binary(Meshes):
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
