#!/usr/bin/env python3
"""convert.py FILE VERSION STEM: converts an .m2 file to another version, as STEM.m2, and from 264 on STEM00.skin etc.
.anim files become part of the .m2.
"""

import bisect
import copy
import math
import sys

from encode import *
from keys import f32, finish, identity, leaf, lerp, mk, mktrack, q_pack, q_unpack, unpack_vals, value_at


class Conv:
    def __init__(s, m, v):
        s.m, s.v, s.rep = m, v, []
        s.src_old, s.dst_old = m.v < 264, v < 264
        s.q = m.root["sequences"].items or []
        if s.src_old:
            s.win = [(x["start"], max(x["start"], x["end"])) for x in s.q]
        elif s.dst_old:
            t = 0
            s.win = []
            al = seq_alias(m)
            for i, x in enumerate(
                s.q
            ):  # an alias has the window of its target (client: GnomePounder 256, animations 7 and 8)
                if al(i) != i:
                    s.win.append(None)
                    continue
                t += 3333
                s.win.append((t, t + x["duration"]))
                t += x["duration"]
            s.win = [w or s.win[al(i)] for i, w in enumerate(s.win)]
        s.alias = seq_alias(m)

    def note(s, kind, what):
        s.rep.append((kind, what))

    def track(s, sft, dft, t, role, cam=False):
        lerp.cam = cam
        has = any(f[0] == "values" for f in sft.fields)
        g, ip = t["gseq"], t["interp"]
        sf = (leaf(sft, "values").elem if not s.src_old else leaf(sft, "values")).fmt if has else None
        df = (leaf(dft, "values").elem if not s.dst_old else leaf(dft, "values")).fmt if has else None
        quat = role == "r"

        def cv(vals):
            if sf == df or not has:
                return vals
            if sf == "<4f" and df == "<4h":
                return [tuple(q_pack(x) for x in v) for v in vals]
            if sf == "<4h" and df == "<4f":
                return [tuple(f32(q_unpack(x)) for x in v) for v in vals]
            raise Bad("type %s %s" % (sf, df))

        def out_vals(vals):
            return b"".join(struct.pack(df, *v) for v in cv(vals)) if has else b""

        times = lambda ts: struct.pack("<%dI" % len(ts), *ts)
        if s.src_old and s.dst_old:
            return mktrack(
                dft,
                ip,
                g,
                dict(
                    ranges=t["ranges"].raw,
                    times=t["times"].raw,
                    values=out_vals(unpack_vals(sf, t["values"].raw)) if has else b"",
                ),
            )
        if not s.src_old and not s.dst_old:
            L = dict(times=[], values=[])
            for i in range(t["times"].n):
                a = t["times"].items[i]
                b = t["values"].items[i] if has else None
                if a.raw is None:
                    s.note("refuse", "keys of absent .anim %d" % s.alias(i))
                    L["times"].append(b"")
                    L["values"].append(b"")
                    continue
                L["times"].append(a.raw)
                if has:
                    L["values"].append(out_vals(unpack_vals(sf, b.raw)))
            return mktrack(dft, ip, g, L)
        if s.src_old:  # one time line -> lists
            tm = [x[0] for x in unpack_vals("<I", t["times"].raw)]
            vals = unpack_vals(sf, t["values"].raw) if has else [()] * len(tm)
            n = len(tm)
            if has and len(vals) != n:
                s.note("refuse", "times != values")
                return mktrack(dft, ip, g, {})
            if tm != sorted(tm):
                s.note("report", "unsorted times")
            if not n:
                return mktrack(dft, ip, g, {})
            if g >= 0:
                return mktrack(dft, ip, g, dict(times=[times(tm)], values=[out_vals(vals)]))
            R = unpack_vals("<II", t["ranges"].raw)
            if not has:
                L = []
                for i, (a, e) in enumerate(s.win):
                    if i < len(R):
                        got = tm[R[i][0] : min(R[i][1], n)]
                    else:
                        got = [] if R else [x for x in tm if a <= x <= e]
                    bad = [x for x in got if not a <= x <= e]
                    if bad:
                        s.note("report", "event outside its animation")
                        got = [x for x in got if a <= x <= e]
                    L.append(times([x - a for x in got]))
                return (
                    mktrack(dft, ip, g, dict(times=L) if s.win and any(L) else {})
                    if s.win
                    else mktrack(dft, ip, g, dict(times=[times(tm)]))
                )
            if n == 1:
                return mktrack(dft, ip, g, dict(times=[times([0])], values=[out_vals(vals)]))
            if not s.win:
                s.note("report", "keys without animations")
                return mktrack(dft, ip, g, dict(times=[times(tm)], values=[out_vals(vals)]))
            L = dict(times=[], values=[])
            for i, (st, en) in enumerate(s.win):
                a, e = R[i] if i < len(R) else (0, n - 1)
                e = min(e, n - 1)
                a = min(a, e)
                ks = [k for k in range(a, e + 1) if st <= tm[k] <= en]
                ts, vs = [tm[k] - st for k in ks], [vals[k] for k in ks]
                if not ts or ts[0] != 0:
                    ts.insert(0, 0)
                    vs.insert(0, value_at(sf, quat, ip, tm, vals, st, a, e))
                D = en - st
                if D and ts[-1] != D and ip != 0:
                    x = value_at(sf, quat, ip, tm, vals, en, a, e)
                    ts.append(D)
                    vs.append(x)
                if len(set(vs)) == 1:
                    ts, vs = [0], vs[:1]
                L["times"].append(times(ts))
                L["values"].append(out_vals(vs))
            return mktrack(dft, ip, g, L)
        # lists -> one time line
        N = t["times"].n
        if not N:
            return mktrack(dft, ip, g, dict(ranges=b"\0" * 8 * (len(s.win) + 1) if not has else b""))
        E = []
        for i in range(N):
            a = t["times"].items[i]
            b = t["values"].items[i] if has else None
            if a.raw is None or (has and b.raw is None):
                s.note("refuse", "keys of absent .anim %d" % s.alias(i))
                E.append(([], []))
                continue
            E.append(([x[0] for x in unpack_vals("<I", a.raw)], unpack_vals(sf, b.raw) if has else [()] * a.n))
        if g >= 0:
            return mktrack(dft, ip, g, dict(times=times(E[0][0]), values=out_vals(E[0][1])))
        if has and N == 1 and len(E[0][0]) == 1:
            return mktrack(dft, ip, g, dict(times=times([0]), values=out_vals(E[0][1])))
        tm, vs, R = [], [], []
        for i, (st, en) in enumerate(s.win):
            if s.alias(i) != i:
                continue
            ts, vv = E[i] if i < N else (E[0] if has and N == 1 else ([], []))
            D = en - st
            if not has:
                tm += [x + st for x in ts if x <= D]
                continue
            late = [x for x in ts if x > D]
            if late:
                s.note("report", "keys after the end")
            if not ts:
                ts, vv = [0], [identity(role, sf)]
            ts, vv = list(ts), list(vv)
            if late:
                end = value_at(sf, quat, ip, ts, vv, D, 0, len(ts) - 1)
                keep = [k for k, x in enumerate(ts) if x <= D]
                ts, vv = [ts[k] for k in keep], [vv[k] for k in keep]
                if not ts or ts[-1] != D:
                    ts.append(D)
                    vv.append(end)
            if ts[0] != 0:
                ts.insert(0, 0)
                vv.insert(0, vv[0])
            if ts[-1] != D:
                ts.append(D)
                vv.append(vv[-1])
            tm += [x + st for x in ts]
            vs += vv
        if has and len(set(vs)) == 1 and vs:
            tm, vs = [0], vs[:1]
        n = len(tm)
        for st, en in s.win:
            if has:
                R.append((max(bisect.bisect_right(tm, st) - 1, 0), min(bisect.bisect_left(tm, en), n - 1)))
            else:
                R.append((bisect.bisect_left(tm, st), bisect.bisect_right(tm, en)))
        R.append((0, 0))
        if has and n < 2:
            R = []
        return mktrack(
            dft, ip, g, dict(ranges=b"".join(struct.pack("<II", *r) for r in R), times=times(tm), values=out_vals(vs))
        )

    # ---------------------------------------------------------
    def rec(s, st, dt, d, ctx=""):
        out = {}
        sf = {n: ft for n, ft, o in st.fields}
        for n, ft, o in dt.fields:
            if (
                n not in sf
                or type(sf[n]) is not type(ft)
                or (isinstance(ft, Leaf) and ft.size != sf[n].size and n not in ("blend", "emitter"))
            ):
                out[n] = s.default(dt, n, ft, d)
                continue
            x = d[n]
            if isinstance(ft, Leaf):
                out[n] = x
            elif isinstance(ft, Rec):
                if is_track(ft):
                    out[n] = s.track(sf[n], ft, x, "weight" if n == "weight" else n, cam=dt.name == "camera")
                else:
                    out[n] = s.rec(sf[n], ft, x)
            elif isinstance(ft.elem, Rec):
                out[n] = s.lst(sf[n], ft, x)
            else:
                out[n] = copy.copy(x)
                out[n].space = "m2"
        if dt.name == "particle":
            s.particle(st, dt, d, out)
        if dt.name == "camera":
            s.camera(st, dt, d, out)
        return out

    def lst(s, sl, dl, l):
        items = [s.rec(sl.elem, dl.elem, x) for x in (l.items or ())]
        r = mk(dl.elem, items=items)
        r.t = dl
        return r

    def default(s, dt, n, ft, d):
        if isinstance(ft, Leaf):
            k = len(struct.unpack(ft.fmt, bytes(ft.size)))
            x = struct.unpack(ft.fmt, bytes(ft.size))
            return x[0] if k == 1 else x
        if isinstance(ft, List):
            l = mk(ft.elem, raw=b"") if isinstance(ft.elem, Leaf) else mk(ft.elem, items=[])
            l.t = ft
            return l
        if is_track(ft):
            return mktrack(ft, 0, -1, {})
        return {a: s.default(ft, a, b, d) for a, b, o in ft.fields}

    def camera(s, st, dt, d, out):
        if "fov" in d and "fovt" in out:
            ft = next(f for n, f, o in dt.fields if n == "fovt")
            out["fovt"] = mktrack(
                ft, 0, -1, dict(times=[struct.pack("<I", 0)], values=[struct.pack("<3f", d["fov"], 0, 0)])
            )
        if "fovt" in d and "fov" in out:
            t = d["fovt"]
            n = sum(x.n for x in t["times"].items or ())
            if n:
                out["fov"] = struct.unpack_from("<f", next(x for x in t["values"].items if x.n).raw)[0]
            else:
                out["fov"] = 0.7 if d["type"] == 0 else 0.97
                s.note("report", "camera without fov")
            if n > 1:
                s.note("lossy", "animated fov")

    def particle(s, st, dt, d, out):
        if s.m.v < 263 <= s.v:
            if d["blend"] > 255 and not d["emitter"]:
                out["blend"], out["emitter"], out["color_index"] = d["blend"] & 255, d["blend"] >> 8, d["emitter"]
                s.note("report", "particle already has the 263 layout")
            for k in ("blend", "emitter"):
                if out[k] > 255:
                    s.note("lossy", "blend/emitter > 255")
                    out[k] &= 255
        if s.v < 263 <= s.m.v and d["color_index"]:
            s.note("lossy", "particle color index")
        if s.src_old == s.dst_old:
            if "multi" in d and "multi" not in out and any(d["multi"]):
                s.note("lossy", "multi texture")
            return
        if s.src_old:
            mid = max(0, min(32767, int(d["mid"] * 32767 + 0.5)))
            T = struct.pack("<3h", 0, mid, 32767)
            c = d["colors"]

            def fb(n, times, vals):
                ft = next(f for a, f, o in dt.fields if a == n)
                out[n] = {"times": mk(ft.fields[0][1].elem, raw=times), "values": mk(ft.fields[1][1].elem, raw=vals)}

            fb(
                "color",
                T,
                b"".join(
                    struct.pack("<3f", *(f32(f32(c[k + j] * f32(1 / 255)) * 255) for j in (2, 1, 0))) for k in (0, 4, 8)
                ),
            )
            fb("alpha", T, b"".join(struct.pack("<h", int(c[k + 3] * 32767 / 255 + 0.5)) for k in (0, 4, 8)))
            fb("scale", T, b"".join(struct.pack("<2f", x, x) for x in d["scale"]))
            e = d["cells"]
            fb("head", struct.pack("<4h", 0, mid, mid, 32767), struct.pack("<4H", e[0], e[1], e[3], e[4]))
            fb("tail", struct.pack("<4h", 0, mid, mid, 32767), struct.pack("<4H", e[6], e[7], e[8], e[9]))
            f = d["floats"]
            out["floats"] = f[:7] + (0.0, 0.0, f[7], 0.0) + f[8:]
            out["flags"] = d["flags"] | 0x20000
            if not any(e[6:]):
                fb("tail", b"", b"")
            if not any((e[0], e[1], e[3], e[4])):
                fb("head", b"", b"")
            if e[2] != 1 or e[5] != 1:
                s.note("lossy", "cell repeats")
        else:

            def fbv(n, fmt):
                return [x[0] for x in unpack_vals("<h", d[n]["times"].raw)], unpack_vals(fmt, d[n]["values"].raw)

            ct, cv = fbv("color", "<3f")
            at, av = fbv("alpha", "<h")
            zt, zv = fbv("scale", "<2f")
            ok = len(cv) == len(av) == len(zv) == 3 and ct == at == zt
            if not ok:
                s.note("lossy", "particle colour/alpha/scale keys are not three at common times")

            def at3(t, v, x):
                v = list(v)
                if not v:
                    return None
                return value_at("<f", False, 1, t, v, x, 0, len(v) - 1)

            mid = ct[1] if len(ct) > 1 else 16384
            out["mid"] = f32(mid / 32767)
            C = []
            for x in (0, mid, 32767):
                rgb = at3(ct, cv, x) or (255.0,) * 3
                a = at3(at, av, x) or (32767,)
                C += [max(0, min(255, round(k))) for k in (rgb[2], rgb[1], rgb[0], a[0] * 255 / 32767)]
            out["colors"] = tuple(C)
            out["scale"] = tuple((at3(zt, zv, x) or (1.0,))[0] for x in (0, mid, 32767))
            if any(a != b for a, b in zv):
                s.note("lossy", "scale x != y")
            h = [x[0] for x in unpack_vals("<H", d["head"]["values"].raw)]
            tl = [x[0] for x in unpack_vals("<H", d["tail"]["values"].raw)]
            h = (h + [h[-1]] * 4)[:4] if h else [0] * 4
            tl = (tl + [tl[-1]] * 4)[:4] if tl else [0] * 4
            out["cells"] = (h[0], h[1], 1, h[2], h[3], 1, tl[0], tl[1], tl[2], tl[3])
            f = d["floats"]
            out["floats"] = f[:7] + (f[9],) + f[11:]
            for k, n in (
                (f[7], "base spin"),
                (f[8], "base spin vary"),
                (f[10], "spin vary"),
                (d["lifespan_vary"], "lifespan vary"),
                (d["rate_vary"], "rate vary"),
            ):
                if k:
                    s.note("lossy", n)
            if any(d["scale_vary"]):
                s.note("lossy", "scale vary")
            out["flags"] = d["flags"] & 0xFFFF
            if d["flags"] >> 16 not in (0, 2):
                s.note("lossy", "particle flags above 0x2FFFF")


def view_to(vt, v, pos, idx_of=None):
    pass


def prime_over(n):
    while True:
        if n > 1 and all(n % k for k in range(2, int(n**0.5) + 1)):
            return n
        n += 1


def anim_lookup(ids, old):
    if old:
        t = [-1] * (max(ids, default=-1) + 1)
        for k, i in enumerate(ids):
            if t[i] < 0:
                t[i] = k
        return t
    d = list(dict.fromkeys(ids))
    if len(d) <= 5:
        return []
    n = prime_over(2 * len(d))
    t = [-1] * n
    for i in d:
        x, st = i % n, 1
        while t[x] >= 0:
            x = (x + st * st) % n
            st += 1
        t[x] = ids.index(i)
    return t


def convert(m, v, views=None):
    """views: skin roots, for sources from 264 on. Returns model, skins (for targets from 264 on), report."""
    c = Conv(m, v)
    flags = m.root["flags"]
    dst_old = v < 264
    if dst_old and flags & 8:
        c.note("lossy", "combos")
        flags &= ~8
    dt = schema(v, flags)
    src = m.root
    seqt = next(f for n, f, o in dt.fields if n == "sequences")
    sf = {n: ft for n, ft, o in m.schema.fields}
    r = {}
    for n, ft, o in dt.fields:
        if n in ("views",):
            continue
        if n not in sf:
            r[n] = c.default(dt, n, ft, src)
            continue
        x = src[n]
        if isinstance(ft, Leaf):
            r[n] = x
        elif isinstance(ft.elem, Rec):
            r[n] = c.lst(sf[n], ft, x)
        else:
            r[n] = copy.copy(x)
            r[n].space = "m2"
    r["version"], r["flags"] = v, flags
    qs = r["sequences"].items or []
    if c.src_old != dst_old:
        for i, (a, b) in enumerate(zip(src["sequences"].items or (), qs)):
            if dst_old:
                b["start"], b["end"] = c.win[i]
                b["flags"] = a["flags"] & ~0x60
                b["alias"] = i
                b["variation"] = 0
                if m.store[i] is None:
                    c.note("refuse", "absent .anim of animation %d" % i)
                if a["flags"] & 0x40:
                    c.note("report", "alias becomes the same window")
            else:
                b["duration"] = max(0, a["end"] - a["start"])
                b["flags"] = (a["flags"] & ~0x150) | 0x20
                b["alias"] = i
        if not dst_old:
            seen, nv = {}, {}
            for i, b in enumerate(qs):
                b["variation"] = nv.get(b["id"], 0)
                nv[b["id"]] = b["variation"] + 1
                w = c.win[i]
                if w in seen and w[1] > w[0]:  # same window: alias, ring of alias numbers
                    j = seen[w]
                    b["flags"] |= 0x40
                    b["alias"] = j
                    k = j
                    while qs[k]["alias"] != j:
                        k = qs[k]["alias"]
                    qs[k]["alias"] = i
                    c.note("report", "same window becomes an alias")
                else:
                    seen[w] = i
    elif not dst_old:
        for i, b in enumerate(qs):
            if c.m.store[i] is None:
                c.note("refuse", "absent .anim of animation %d" % i)
            b["flags"] |= 0x20  # folded in
    ids = [q["id"] for q in qs]
    L = anim_lookup(ids, dst_old)
    r["sequence_lookup"] = mk(leaf(dt, "sequence_lookup"), raw=struct.pack("<%dh" % len(L), *L))
    nm = Model()
    nm.v, nm.schema, nm.root, nm.old = v, dt, r, dst_old
    nm.spaces = {"m2": b""}
    nm.store = ["m2"] * len(qs)
    # views
    P = unpack_vals("<3f4B4B3f4f", src["vertices"].raw)

    def sub(d, st, tt, idx):
        x = dict(d)
        if "sort_center" not in d and any(n == "sort_center" for n, f, o in tt.fields):
            pts = [
                P[idx[k]][:3] for k in range(d["vstart"], min(d["vstart"] + d["vcount"], len(idx))) if idx[k] < len(P)
            ]
            if pts:
                ce = tuple(f32((min(p[a] for p in pts) + max(p[a] for p in pts)) / 2) for a in range(3))
                x["sort_center"] = ce
                x["sort_radius"] = f32(max(math.dist(p, ce) for p in pts))
            else:
                x["sort_center"], x["sort_radius"] = d["center"], 0.0
        return {n: x[n] for n, f, o in tt.fields}

    V = (
        [(sf["views"].elem, x) for x in src["views"].items or ()]
        if c.src_old
        else [(skin_schema(False), x) for x in views or ()]
    )
    tt = submesh(v)
    outv = []
    for vt, x in V:
        idx = [k[0] for k in unpack_vals("<H", x["indices"].raw)]
        y = dict(
            indices=x["indices"],
            triangles=x["triangles"],
            props=x["props"],
            batches=x["batches"],
            bone_max=x["bone_max"],
            submeshes=mk(tt, items=[sub(d, None, tt, idx) for d in x["submeshes"].items or ()]),
        )
        for k in ("indices", "triangles", "props", "batches"):
            y[k] = copy.copy(y[k])
        if "shadow" in x and x["shadow"].n:
            c.note("lossy", "shadow batches")
        if dst_old and any(d["level"] for d in y["submeshes"].items or ()):
            c.note("refuse", "more than 65535 indices")
        outv.append(y)
    skins = []
    if dst_old:
        vt = next(f for n, f, o in dt.fields if n == "views")
        r["views"] = mk(vt.elem, items=outv)
    else:
        r["views"] = len(outv)
        for y in outv:
            sk = Model()
            shadow = v >= 272
            sk.v = "skin"
            sk.schema = skin_schema(shadow)
            sk.old = True
            sk.spaces = {"m2": b""}
            y["magic"] = b"SKIN"
            if shadow:
                y["shadow"] = mk(SHADOW, raw=b"")
            sk.root = y
            finish(sk)
            skins.append(sk)
    r = {n: r[n] for n, f, o in dt.fields}
    nm.root = r
    finish(nm)
    return nm, skins, c.rep


def write(m, skins, stem):
    m.spaces = {"m2": b""}
    open(stem + ".m2", "wb").write(encode(m, dict(CLIENT, holes=False))["m2"])
    for i, s in enumerate(skins):
        open("%s%02d.skin" % (stem, i), "wb").write(encode(s, CLIENT)["m2"])


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    m = load(sys.argv[1])
    paths = [] if m.old else [beside("%s%02d.skin" % (m.stem, k)) for k in range(4)]
    made, skins, report = convert(m, int(sys.argv[2]), [load_skin(p).root for p in paths if p])
    write(made, skins, sys.argv[3])
    for entry in report:
        print(*entry)


if __name__ == "__main__":
    main()
