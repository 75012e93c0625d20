#!/usr/bin/env python3
"""Facts of World of Warcraft models: .m2 (MD20 256..274, also inside MD21), .skin, .anim, .skel.

m2.py FILE...                 one JSON object per file and line ("file" = base name)
m2.py --root DIR [FILE...]    "file" = path relative to DIR; without FILE walks DIR
The schema, and the definition of every number, is in docs/notes/m2.md, section 'Facts schema'.
All arithmetic is done in double precision on the values read from the file.
"""

import json
import math
import os
import re
import struct
import sys
import zlib

from m2_attached import Attached
from m2_skins import cross, skin_facts, view
from m2_tracks import Bad, MAX_POSES, MAX_WORK, Src, Track, U, add, beside, gltf, minmax, num, nums, unit


# ---------------------------------------------------------------- the model
class Model(Attached):
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
