#!/usr/bin/env python3
"""compile.py [NAME...]: compiles models in text form by the rules of nwnmdlcomp (virusman/nwnexplorer, _NmcLib), and
compares with the binaries that nwnmdlcomp made: nwn/ascii and nwn/compiled_here of the corpus. Needs numpy."""

import collections
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
import encode as E
import numpy as np
import records as SC
from compile_mesh import Meshes, mul, rot
from statements import (
    CT, EFLAG, Err, FLT, INT, Lines, Node, SIZES, STR, VEC, aabb, cats, f, face, fnum, inum, newnode, rowlist,
    set_to_zero, ten, vec3, weight,
)

np.seterr(all="ignore")


class Compiler(Meshes):
    def __init__(s, d):
        s.L = Lines(d)
        s.bump = False

    def run(s):
        L = s.L
        m = None
        while (t := L.next()) is not None:
            if not t:
                continue
            k = t[0].lower()
            if m is None:
                if k == b"newmodel":
                    m = s.m = Node()
                    m.prod = "nwnmdlcomp"
                    set_to_zero(m, SC.MODEL)
                    m.S.update(
                        name=t[1][:63],
                        gtype=b"\2",
                        fog=b"\1",
                        bbox=E.f4(-5, -5, -1, 5, 5, 10),
                        radius=E.f4(7),
                        animscale=E.f4(1),
                    )
                    m.anims = []
                    m.root = None
                continue
            if k == b"donemodel":
                break
            if k == b"setanimationscale":
                m.S["animscale"] = np.array(fnum(t[1]) if len(t) > 1 and fnum(t[1]) is not None else 1, "<f4").tobytes()
            elif k == b"setsupermodel" and len(t) > 2:
                m.S["supermodel"] = t[2][:63]
            elif k == b"ignorefog" and len(t) > 1 and inum(t[1]) is not None:
                m.S["fog"] = bytes([inum(t[1]) != 0])
            elif k == b"classification":
                c = {b"effect": 1, b"effects": 1, b"tile": 2, b"character": 4, b"door": 8}.get(
                    t[1].lower() if len(t) > 1 else b""
                )
                if c:
                    m.S["classification"] = bytes([c])
            elif k == b"beginmodelgeom":
                s.geometry(m, b"endmodelgeom", None)
                s.post(m)
            elif k == b"newanim" and len(t) > 2:
                a = Node()
                set_to_zero(a, SC.ANIM)
                a.S.update(name=t[1][:63], gtype=b"\5", length=E.f4(1), trans=E.f4(0.25))
                a.events = []
                a.root = None
                m.anims.append(a)
                s.geometry(a, b"doneanim", m)
                s.merge(a.root, m.root)
        return m

    def geometry(s, g, end, model):
        L = s.L
        g.count = 0
        while (t := L.next()) is not None:
            if not t:
                continue
            k = t[0].lower()
            if k == end:
                break
            if model is None:
                if k == b"radius" and len(t) > 1:
                    g.S["radius"] = np.array(fnum(t[1]), "<f4").tobytes()
                    continue
            else:
                v = fnum(t[1]) if len(t) > 1 else None
                if k == b"length" and v is not None:
                    g.S["length"] = v.astype("<f4").tobytes()
                    continue
                if k == b"transtime" and v is not None:
                    g.S["trans"] = v.astype("<f4").tobytes()
                    continue
                if k == b"animroot" and len(t) > 1:
                    g.S["animroot"] = t[1][:63]
                    continue
                if k == b"event":
                    if v is not None and len(t) > 2:
                        i = 0
                        while i < len(g.events) and not np.frombuffer(g.events[i].S["time"], "<f4")[0] > v:
                            i += 1
                        e = Node()
                        e.S = {"time": v.astype("<f4").tobytes(), "name": t[2][:31]}
                        e.G = {"name": bytes(32)}
                        g.events.insert(i, e)
                    continue
            if k == b"node" and len(t) > 2:
                s.node(g, t[1].lower().decode("latin1"), t[2], model)
        g.S["node_count"] = E.u4(g.count)

    def find(s, n, name):
        if n is None:
            return None
        if n.S["name"].lower() == name.lower():
            return n
        for c in n.children:
            r = s.find(c, name)
            if r:
                return r

    def node(s, g, kind, name, model):
        L = s.L
        n = newnode(kind, name)
        n.anim = model is not None
        n.flags_c = cats(n.flags)
        while True:
            t = L.next()
            if t is None:
                raise Err("eof in node")
            if not t:
                continue
            k = t[0].lower().decode("latin1")
            if k == "endnode":
                break
            if not s.controller(n, k, t):
                s.attribute(n, k, t, g)
        n.S["part"] = struct.pack("<i", g.count)
        g.count += 1
        if n.flags == 5 and model is None and np.frombuffer(g.S["radius"], "<f4")[0] < 40:
            g.S["radius"] = E.f4(40)
        if n.flags & 0x20:
            s.mesh(n)
        n.pool = np.array(n.pool, "<f4").tobytes()
        if n.flags & 2:
            for q, z in (("fsizes", 4), ("fpos", 4), ("fcol", 12)):
                n.A[q] = np.array(n.T[q], "<f4").tobytes()
            n.A["ftex"] = n.T["ftex"]

    def controller(s, n, k, t):
        key = 0
        b = k
        if len(k) > 9 and k.endswith("bezierkey"):
            b = k[:-9]
            key = 2
        elif len(k) > 3 and k.endswith("key"):
            b = k[:-3]
            key = 1
        elif k == "setfillumcolor":
            b = "selfillumcolor"
        cid = None
        for c in n.flags_c:
            if c in CT and b in CT[c]:
                cid = CT[c][b]
        if cid is None:
            return False
        rows = rowlist(s.L, t[1:], lambda r: ten(r, True)) if key else [ten(t[1:], False)]
        if not rows:
            return True
        nc = len(rows[0])
        cols = (nc - 1) & 0xFF
        if key == 2:
            cols |= 0x10
        ti = len(n.pool)
        n.pool += [r[0] if r else f(0) for r in rows]
        di = len(n.pool)
        for r in rows:
            r = r + [f(0)] * 10
            n.pool += r[1:nc] if nc > 0 else []
        n.keys.append((cid, len(rows), ti & 0xFFFF, di & 0xFFFF, cols, 0))
        return True

    def attribute(s, n, k, t, g):
        a = t[1:]

        def cat(tab):
            for c in n.flags_c:
                if c in tab and k in tab[c]:
                    return tab[c][k]

        if k == "parent":
            if not a:
                return
            if a[0].lower() == b"null":
                if g.root is None:
                    g.root = n
            else:
                p = s.find(g.root, a[0][:31])
                if p:
                    n.parent = p
                    p.children.append(n)
            return
        if n.flags & 4 and k in EFLAG:
            v = inum(a[0]) if a else None
            if v is not None:
                e = struct.unpack("<I", n.S["eflags"])[0]
                n.S["eflags"] = E.u4(e | EFLAG[k] if v else e & ~EFLAG[k])
            return
        nm = cat(INT)
        if nm:
            v = inum(a[0]) if a else None
            if v is not None:
                n.S[nm] = struct.pack("<I", v & 0xFFFFFFFF)[: SIZES[nm]]
            return
        nm = cat(FLT)
        if nm:
            v = fnum(a[0]) if a else None
            if v is not None:
                n.S[nm] = v.astype("<f4").tobytes()
            return
        nm = cat(STR)
        if nm:
            if a:
                n.S[nm[0]] = a[0][: nm[1] - 1]
            return
        nm = cat(VEC)
        if nm:
            v = vec3(a)
            if v:
                n.S[nm] = np.array(v, "<f4").tobytes()
            return
        if n.flags & 2:
            e1 = lambda t: fnum(t[0]) if t else None
            if k in ("flaresizes", "flarepositions"):
                n.T["fsizes" if k == "flaresizes" else "fpos"] += rowlist(s.L, a, e1)
            elif k == "flarecolorshifts":
                n.T["fcol"] += rowlist(s.L, a, vec3)
            elif k == "texturenames":
                n.T["ftex"] += rowlist(s.L, a, lambda t: t[0] if t else None)
        if n.flags & 0x20:
            if k in ("verts", "tverts", "tverts1", "tverts2", "tverts3", "colors"):
                n.T[k] += rowlist(s.L, a, vec3)
            elif k == "faces":
                n.T["faces"] += rowlist(s.L, a, face)
            elif k in ("texindices1", "texindices2", "texindices3"):
                n.T[k] += rowlist(s.L, a, lambda t: [inum(x) for x in t[:3]])
            elif n.flags & 0x40 and k == "weights":
                n.T["weights"] += rowlist(s.L, a, weight)
            elif n.flags & 0x80 and k in ("animverts", "animtverts"):
                n.T[k] += rowlist(s.L, a, vec3)
            elif n.flags & 0x100 and k == "constraints":
                n.T[k] += rowlist(s.L, a, lambda t: fnum(t[0]) if t else None)
            elif n.flags & 0x200 and k == "aabb":
                n.T["aabb"] = aabb(s.L, a)


    def walk(s, n):
        yield n
        for c in n.children:
            yield from s.walk(c)

    def post(s, m):
        nodes = list(s.walk(m.root))

        def cv(n, id, k, d):
            r = d
            for i, rows, ti, di, c, p in n.keys:
                if i == id:
                    r = np.frombuffer(n.pool, "<f4")[di : di + k].astype(f)
            return r

        for n in nodes:
            n.p = cv(n, 8, 3, np.zeros(3, f))
            n.q = cv(n, 20, 4, np.array([0, 0, 0, 1], f))
        for n in nodes:
            if n.flags != 0x61:
                continue
            q = n.q.copy()
            q[3] = -q[3]
            p = rot(q, -n.p)
            x = n
            while x.parent is not None:
                x = x.parent
                q2 = x.q.copy()
                q2[3] = -q2[3]
                p2 = rot(q2, -x.p)
                p = p + p2
                q = mul(q, q2)
            Q = []
            TT = []

            def rec(y, p, q):
                p = p + rot(q, y.p)
                TT.append(p)
                q = mul(q, y.q)
                Q.append(q)
                for c in y.children:
                    rec(c, p, q)

            rec(x, p, q)
            qb = tb = b""
            for p, q in zip(TT, Q):
                q = q.copy()
                q[3] = -q[3]
                t = rot(q, -p)
                tb += t.astype("<f4").tobytes()
                qb += q[[3, 0, 1, 2]].astype("<f4").tobytes()
            n.A.update(q=qb, t=tb, const=bytes(4 * len(nodes)))
            names = {}
            for i, y in enumerate(nodes):
                names.setdefault(y.S["name"].lower(), i)
            mp = [-1] * len(nodes)
            inl = [0] * 18
            nb = 0
            W = []
            RF = []
            for b in getattr(n, "B", []):
                w = n.T["weights"][b[0]] if b[0] < len(n.T["weights"]) else []
                ww = [f(0)] * 4
                rr = [-1] * 4
                for j, (bn, x) in enumerate(w):
                    if x != 0:
                        i = names.get(bn.lower(), -1)
                        if mp[i] == -1:
                            mp[i] = nb
                            inl[nb] = i
                            nb += 1
                        ww[j] = x
                        rr[j] = mp[i]
                W += ww
                RF += rr
            n.A.update(
                weights=np.array(W, "<f4").tobytes(),
                refs=struct.pack("<%dh" % len(RF), *RF),
                map=struct.pack("<%dh" % len(mp), *mp),
            )
            n.inline = struct.pack("<18h", *inl)
        s.sort(m.root)

    def sort(s, n):  # transparent meshes last (qsort; stable here)
        tr = lambda c: bool(c.flags & 0x20) and struct.unpack("<I", c.S["transparency"])[0] != 0
        seen = bad = False
        for c in n.children:
            if tr(c):
                seen = True
            elif seen:
                bad = True
        if bad:
            n.children.sort(key=lambda c: 2 if tr(c) else 1 if c.flags & 0x20 else 0)
        for c in n.children:
            s.sort(c)

    def merge(s, d, src):
        if d is None or src is None:
            return
        d.S["part"] = src.S["part"]
        for c in d.children:
            c.S["part"] = struct.pack("<i", -1)
            for x in src.children:
                if x.S["name"].lower() == c.S["name"].lower():
                    s.merge(c, x)
                    break


def compile_(d):
    return Compiler(d).run()


if __name__ == "__main__":
    import corpus
    import fields
    import regions

    C = str(corpus.require(corpus.CORPUS / "nwn"))

    tot = collections.Counter()
    names = sys.argv[1:] or sorted(os.listdir(C + "/compiled_here"))
    for b in names:
        a = C + "/ascii/" + b
        if not os.path.exists(a):
            continue
        ref = open(C + "/compiled_here/" + b, "rb").read()
        try:
            m = compile_(open(a, "rb").read())
            out, mask = E.encode(m, False)
        except Exception as e:
            import traceback

            tot["exception"] += 1
            print(b, "EXC", repr(e), traceback.format_exc().strip().split("\n")[-3:])
            continue
        if out == ref:
            tot["exact"] += 1
            continue
        R = regions.F(ref)
        R.run()
        if len(out) == len(ref):
            diff = [i - 12 for i in range(len(ref)) if out[i] != ref[i]]
            mo = E.decode(ref)
            _, mk = E.encode(mo, False)
            un = [x for x in diff if x + 12 not in mk]
            tot["same size, garbage only" if not un else "same size"] += 1
            inr = [x for x in un if x >= R.ms]
            print(
                b,
                "diff bytes",
                len(un),
                "of",
                len(ref),
                fields.where(R, [x for x in un if x < R.ms]).most_common(6),
                "raw",
                len(inr),
            )
        else:
            tot["size differs"] += 1
            print(
                b,
                "SIZE",
                len(out),
                len(ref),
                "model",
                struct.unpack("<III", out[:12])[1:],
                struct.unpack("<III", ref[:12])[1:],
            )
    print(tot)
