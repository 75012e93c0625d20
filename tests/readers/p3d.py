#!/usr/bin/env python3
"""Canonical facts of Arma model files: MLOD/NLOD/bare containers holding P3DM, SP3X and SP3D levels of detail, and
RTM_0100/RTM_0101 animations. One JSON object per file per line (sorted keys, no spaces, ASCII). Standard library only.

    p3d.py FILE...              facts of the files named, "file" = base name
    p3d.py --root DIR [FILE...] "file" = path relative to DIR; without FILE every *.p3d and *.rtm below DIR, sorted

The schema and the meaning of every number: docs/notes/p3d.md, section 'Facts schema'.
"""

import json
import math
import os
import struct
import sys
from array import array
from collections import Counter

from p3d_bytes import Bad, Reader, U32, bounds, crc, hexflags, le, num, nums, text
from p3d_tags import read_tags


# ---------------------------------------------------------------- level of detail kinds
EXACT = [
    (1e13, "geometry"),
    (2e13, "geometry_buoyancy"),
    (3e13, "geometry_physx_old"),
    (4e13, "geometry_physx"),
    (5e13, "navigation"),
    (1e15, "memory"),
    (2e15, "land_contact"),
    (3e15, "roadway"),
    (4e15, "paths"),
    (5e15, "hit_points"),
    (6e15, "view_geometry"),
    (7e15, "fire_geometry"),
    (9e15, "view_cargo_fire_geometry"),
    (10e15, "view_commander"),
    (11e15, "view_commander_geometry"),
    (12e15, "view_commander_fire_geometry"),
    (13e15, "view_pilot_geometry"),
    (14e15, "view_pilot_fire_geometry"),
    (15e15, "view_gunner_geometry"),
    (16e15, "view_gunner_fire_geometry"),
    (17e15, "sub_parts"),
    (19e15, "shadow_volume_view_pilot"),
    (20e15, "shadow_volume_view_gunner"),
    (21e15, "wreck"),
]
FAMILY = [(8e15, 9e15, "view_cargo_geometry"), (18e15, 19e15, "shadow_volume_view_cargo")]
SMALL = [
    (999.5, 1000.5, 1000, "view_gunner"),
    (1099.5, 1100.5, 1100, "view_pilot"),
    (1199.5, 1299.5, 1200, "view_cargo"),
    (9999.5, 10999.5, 10000, "shadow_volume"),
    (10999.5, 11999.5, 11000, "shadow_buffer"),
    (12999.5, 13000.5, 13000, "ground_layer"),
    (19999.5, 29999.5, 20000, "edit"),
]
GEOMETRY_ONLY = {
    "geometry",
    "memory",
    "land_contact",
    "roadway",
    "paths",
    "hit_points",
    "view_geometry",
    "fire_geometry",
    "view_pilot_geometry",
    "view_gunner_geometry",
    "view_commander_geometry",
    "view_cargo_geometry",
}


def lod_kind(r):
    """(kind, index) of a resolution."""
    if not (0 <= r < math.inf):
        return "unknown", 0
    if r < 999.5:
        return "visual", 0
    for lo, hi, base, name in SMALL:
        if lo <= r < hi:
            return name, max(0, math.floor(r - base + 0.5))
    for lo, hi, name in FAMILY:
        if lo * 0.999 < r <= hi * 0.999:
            return name, max(0, math.floor((r - lo) / 1e13 + 0.5))
    for s, name in EXACT:
        if abs(r - s) < s * 1e-3:
            return name, 0
    return "unknown", 0


# ---------------------------------------------------------------- geometry
def read_points(r, n, stride):
    raw = r.take(n * stride)
    f = le("f", raw)
    step = stride // 4
    xs, ys, zs = f[0::step], f[1::step], f[2::step]
    pts = [(x, y, -z) for x, y, z in zip(xs, ys, zs)]  # glTF space
    out = {"n": n, "crc": crc(raw)}
    out["flags"] = hexflags(le("I", raw)[3::4]) if stride == 16 else {}
    fin = pts
    if not math.isfinite(sum(map(abs, f[0::step])) + sum(map(abs, ys)) + sum(map(abs, zs))):
        fin = [p for p in pts if math.isfinite(p[0]) and math.isfinite(p[1]) and math.isfinite(p[2])]
    out["nonfinite"] = n - len(fin)
    out["bounds_approx"] = bounds(fin)
    out["sum_approx"] = nums([math.fsum(p[k] for p in fin) for k in range(3)])
    return out, pts


def read_normals(r, n):
    raw = r.take(n * 12)
    f = le("f", raw)
    nor = [(-x, -y, z) for x, y, z in zip(f[0::3], f[1::3], f[2::3])]  # glTF space, turned outward
    ok = [v for v in nor if math.isfinite(v[0]) and math.isfinite(v[1]) and math.isfinite(v[2])]
    return {
        "n": n,
        "crc": crc(raw),
        "nonfinite": n - len(ok),
        "zero": sum(1 for v in nor if v == (0, 0, 0)),
        "sum_approx": nums([math.fsum(v[k] for v in ok) for k in range(3)]),
    }, nor


class Faces:
    """Everything kept of the face table of one LOD."""

    def __init__(self):
        self.counts = []  # corners per face
        self.corners = []  # raw bytes of the used corners
        self.flags = []
        self.key = []  # material number per face
        self.keys = {}  # (texture, material) -> number
        self.unused = 0  # faces whose unused corners are not all zero


def read_faces(r, magic, n):
    F = Faces()
    b, start = r.b, r.o
    size = {b"P3DM": 74, b"SP3X": 104, b"SP3D": 100}[magic]
    if n * size > r.n - r.o:
        raise Bad("truncated")
    o, keys, end = r.o, F.keys, r.n
    for _ in range(n):
        if magic == b"P3DM":
            if o + 72 > end:
                raise Bad("truncated")
            c = o
            a = b.find(0, o + 72)
            z = b.find(0, a + 1) if a >= 0 else -1
            if z < 0:
                raise Bad("truncated")
            key, o = (b[c + 72 : a], b[a + 1 : z]), z + 1
            F.flags.append(U32.unpack_from(b, c + 68)[0])
        else:
            c = o + 32
            key = (r.trim(b[o : o + 32]), b"")
            if magic == b"SP3X":
                F.flags.append(U32.unpack_from(b, c + 68)[0])
            o += size
        k = U32.unpack_from(b, c)[0]
        if k > 4:
            raise Bad("bad_value")
        used = c + 4 + 16 * k
        if k < 4:
            rest = b[used : c + 68]
            r.padding += len(rest)
            if rest.count(0) != len(rest):
                F.unused += 1
        F.counts.append(k)
        F.corners.append(b[c + 4 : used])
        F.key.append(keys.setdefault(key, len(keys)))
    r.o = o
    F.raw_crc = crc(b[start:o])
    F.raw_bytes = o - start
    return F


def face_facts(F, pts, nor):
    """Facts of the face table; also returns the UVs of the used corners as raw bytes (u,v pairs in file order)."""
    raw = b"".join(F.corners)
    u = le("I", raw)
    f = le("f", raw)
    pi, ni, us, vs = u[0::4], u[1::4], f[2::4], f[3::4]
    q = array("Q")
    q.frombytes(raw)
    uvraw = q[1::2].tobytes()
    np_, nn = len(pts), len(nor)
    mats = [{"texture": text(t), "material": text(m), "faces": 0, "triangles": 0} for t, m in F.keys]
    marea = [0.0] * len(mats)
    tri = repeated = skipped = 0
    area = vol = lit = 0.0
    edges = Counter()
    distinct = set()
    c = 0
    for k, m, cb in zip(F.counts, F.key, F.corners):
        mats[m]["faces"] += 1
        c0, c = c, c + k
        if k < 3:
            continue
        mats[m]["triangles"] += k - 2
        tri += k - 2
        ix = pi[c0:c]
        for j in range(k):
            distinct.add(cb[16 * j : 16 * j + 16])
        if len(set(ix)) < k:
            repeated += 1
        prev = ix[k - 1]
        for i in ix:
            if prev != i:
                edges[prev << 32 | i] += 1
            prev = i
        if max(ix) >= np_:
            skipped += 1
            continue
        ax, ay, az = pts[ix[0]]
        n0 = ni[c0]
        nx, ny, nz = nor[n0] if n0 < nn else (0.0, 0.0, 0.0)
        bx, by, bz = pts[ix[1]]
        bx -= ax
        by -= ay
        bz -= az
        fa = fv = fl = 0.0
        for j in range(2, k):
            dx, dy, dz = pts[ix[j]]
            dx -= ax
            dy -= ay
            dz -= az
            cx = by * dz - bz * dy
            cy = bz * dx - bx * dz
            cz = bx * dy - by * dx
            fa += math.sqrt(cx * cx + cy * cy + cz * cz) * 0.5
            fv += (ax * cx + ay * cy + az * cz) / 6
            fl += (nx * cx + ny * cy + nz * cz) * 0.5
            bx, by, bz = dx, dy, dz
        if not math.isfinite(fa + fv + fl):
            skipped += 1
            continue
        area += fa
        vol += fv
        lit += fl
        marea[m] += fa
    for d, a in zip(mats, marea):
        d["area_approx"] = num(a)
    opened = sum(abs(n - edges.get((e & 0xFFFFFFFF) << 32 | e >> 32, 0)) for e, n in edges.items())
    opened += sum(n for e, n in edges.items() if (e & 0xFFFFFFFF) << 32 | e >> 32 not in edges)
    good = [(s, t) for s, t in zip(us, vs) if math.isfinite(s) and math.isfinite(t)]
    out = {
        "n": len(F.counts),
        "bytes": F.raw_bytes,
        "crc": F.raw_crc,
        "by_corners": {str(k): v for k, v in sorted(Counter(F.counts).items())},
        "corners": {"n": len(pi), "crc": crc(raw)},
        "indices": {"n": 2 * len(pi), "crc": crc(q[0::2].tobytes())},
        "bad_point_index": sum(1 for i in pi if i >= np_),
        "bad_normal_index": sum(1 for i in ni if i >= nn),
        "flags": hexflags(F.flags),
        "unused_corner_nonzero": F.unused,
        "repeated_point": repeated,
        "skipped": skipped,
        "triangles": tri,
        "distinct_corners": len(distinct),
        "open_edges": opened // 2,
        "area_approx": num(area),
        "volume_approx": num(vol),
        "facing_approx": num(lit),
    }
    uv = {
        "nonfinite": len(pi) - len(good),
        "crc": crc(uvraw),
        "sum_approx": nums([math.fsum(g[0] for g in good), math.fsum(g[1] for g in good)]),
        "bounds_approx": bounds(good),
    }
    return out, uv, mats, uvraw


# ---------------------------------------------------------------- files
def read_lod(r, bare):
    L = {"offset": r.o}
    pad0, junk0 = r.padding, r.junk
    magic = r.take(4)
    if magic not in (b"P3DM", b"SP3X", b"SP3D"):
        raise Bad("bad_magic", "LOD magic " + text(magic))
    L["magic"] = magic.decode()
    if magic == b"SP3D":
        head, ver, flags = 16, 0, 0
        np_, nn, nf = r.u32(), r.u32(), r.u32()
    else:
        head, ver, np_, nn, nf, flags = (r.u32() for _ in range(6))
        if head < 28:
            raise Bad("bad_value")
        extra = r.take(head - 28)
        r.padding += len(extra)
    L.update(header_size=head, version=ver, flags="0x%x" % flags)
    L["points"], pts = read_points(r, np_, 12 if magic == b"SP3D" else 16)
    L["normals"], nor = read_normals(r, nn)
    F = read_faces(r, magic, nf)
    L["faces"], L["uv"], L["materials"], uvraw = face_facts(F, pts, nor)
    if bare and r.o == r.n:
        L.update(
            tags=[],
            proxies=[],
            tags_offset=-1,
            inactive_tags=0,
            ignored_selections=0,
            selections=0,
            selection_names_clash=0,
        )
        raw = bytes(4)
    else:
        if r.take(4) != b"TAGG":
            raise Bad("bad_magic", "no TAGG")
        read_tags(r, magic, L, F, pts, uvraw)
        raw = r.take(4)
    res = struct.unpack("<f", raw)[0]
    L["resolution_bits"], L["resolution_approx"] = "0x%08x" % U32.unpack(raw)[0], num(res)
    L["kind"], L["kind_index"] = lod_kind(res)
    L["geometry_only"] = L["kind"] in GEOMETRY_ONLY
    L["bytes"] = r.o - L["offset"]
    L["padding_bytes"] = r.padding - pad0
    L["string_junk"] = r.junk - junk0
    return L, res


def model(b):
    r = Reader(b)
    m = b[:4]
    out = {"bytes": r.n}
    if m in (b"MLOD", b"NLOD"):
        r.o = 4
        ver = r.u32() if m == b"MLOD" else 0
        if ver > 0x1FF:
            raise Bad("bad_version", "MLOD v%d" % ver)
        out.update(container=m.decode(), version=ver, lod_count=r.u32())
    else:
        out.update(container="bare", version=0, lod_count=1)
    lods, res = [], []
    for _ in range(out["lod_count"]):
        L, x = read_lod(r, out["container"] == "bare")
        lods.append(L)
        res.append(x)
    out["lods"] = lods
    out["resolutions_ascending"] = all(x <= y for x, y in zip(res, res[1:]))
    out["totals"] = {k: sum(L[k]["n"] for L in lods) for k in ("points", "normals", "faces")}
    out["totals"]["tags"] = sum(len(L["tags"]) for L in lods)
    out["totals"]["triangles"] = sum(L["faces"]["triangles"] for L in lods)
    out["coverage"] = coverage(r)
    return out


def coverage(r):
    gaps = [[r.o, r.n - r.o]] if r.o < r.n else []
    return {"claimed": r.o, "padding": r.padding, "unclaimed": r.n - r.o, "gaps": gaps}


def rtm(b):
    r = Reader(b)
    magic = r.take(8)
    out = {"bytes": r.n, "container": magic.decode()}
    step = struct.unpack("<3f", r.take(12)) if magic == b"RTM_0101" else (0.0, 0.0) + struct.unpack("<f", r.take(4))
    out["motion_approx"] = nums([step[0], step[1], -step[2]])
    np_, nb = r.u32(), r.u32()
    if 32 * nb + np_ * (4 + 80 * nb) > r.n - r.o:
        raise Bad("truncated")
    names = [r.fixed(32) for _ in range(nb)]
    out["bones"] = [text(x) for x in names]
    out["names_junk"] = r.junk
    times, mats, differ, rawm, rawt = [], [], 0, [], []
    for _ in range(np_):
        t = r.take(4)
        rawt.append(t)
        times.append(struct.unpack("<f", t)[0])
        frame = []
        for i in range(nb):
            differ += r.fixed(32) != names[i]
            m = r.take(48)
            rawm.append(m)
            frame.append(struct.unpack("<12f", m))
        mats.append(frame)
    out["phases"] = np_
    out["phase_name_differs"] = differ
    out["times"] = {"n": np_, "crc": crc(b"".join(rawt))}
    out["times_approx"] = nums(times) if np_ <= 64 else nums(times[:32] + times[-32:])
    out["times_ascending"] = all(x <= y for x, y in zip(times, times[1:]))
    out["matrices"] = {"n": np_ * nb, "crc": crc(b"".join(rawm))}
    det = [
        m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6])
        for f in mats
        for m in f
    ]
    det = [d for d in det if math.isfinite(d)]
    out["det_approx"] = nums([min(det), max(det)]) if det else []
    out["samples_approx"] = [rtm_sample(times, mats, t) for t in (0.0, 0.25, 0.5, 0.75, 1.0)] if np_ and nb else []
    out["coverage"] = coverage(r)
    return out


def rtm_sample(times, mats, t):
    """Sum over the bones of the element-wise interpolated matrix in glTF space: columns X, Y, Z, translation."""
    k = -1
    for i, x in enumerate(times):
        if x <= t:
            k = i
    if k < 0 or k == len(times) - 1 or not times[k + 1] > times[k]:
        k, a, nxt = max(k, 0), 0.0, max(k, 0)
    else:
        a, nxt = (t - times[k]) / (times[k + 1] - times[k]), k + 1
    s = [0.0] * 12
    for m, n in zip(mats[k], mats[nxt]):
        for j in range(12):
            s[j] += m[j] + (n[j] - m[j]) * a
    for j in (2, 5, 6, 7, 11):
        s[j] = -s[j]
    return nums(s)


def facts(b):
    m = b[:4]
    if m in (b"MLOD", b"NLOD", b"P3DM", b"SP3X", b"SP3D"):
        return model(b)
    if b[:8] in (b"RTM_0100", b"RTM_0101"):
        return rtm(b)
    if not b:
        what = "empty"
    elif m in (b"ODOL", b"BMTR"):
        what = m.decode() + (" v%d" % U32.unpack_from(b, 4)[0] if len(b) >= 8 else "")
    elif b[:8] == b"RTM_MDAT":
        what = "RTM_MDAT"
    elif b.startswith(b"version https://git-lfs"):
        what = "git-lfs pointer"
    else:
        what = "unknown"
    raise Bad("bad_magic", what)


def line(path, name):
    with open(path, "rb") as f:
        b = f.read()
    try:
        out = facts(b)
    except Bad as e:
        out = {"error": e.args[0], "detected": e.args[1] if len(e.args) > 1 else text(b[:4])}
    out["file"] = name
    return json.dumps(out, sort_keys=True, separators=(",", ":"), allow_nan=False)


def main(args):
    root = None
    if "--root" in args:
        i = args.index("--root")
        root = args[i + 1]
        del args[i : i + 2]
        if not args:
            args = sorted(
                (os.path.join(d, f) for d, _, fs in os.walk(root) for f in fs if f.lower().endswith((".p3d", ".rtm"))),
                key=lambda p: os.path.relpath(p, root).replace(os.sep, "/"),
            )
    elif not args:
        sys.exit(__doc__)
    for p in args:
        print(line(p, os.path.relpath(p, root).replace(os.sep, "/") if root else os.path.basename(p)), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
