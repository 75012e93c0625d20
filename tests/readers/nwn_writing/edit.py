#!/usr/bin/env python3
"""edit.py FILE|FOLDER...: edits binary models of Neverwinter Nights, writes them, and counts what nwn.py says about the
results. Needs numpy."""

import collections
import glob
import os
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import encode as E
import numpy as np
from decode import Obj

import nwn as reader

f32 = np.float32
FD = np.dtype([("n", "<f4", 3), ("d", "<f4"), ("s", "<i4"), ("a", "<i2", 3), ("v", "<u2", 3)])
u16 = lambda n: struct.unpack("<H", n.S["nverts"])[0]


def walk(n, p=None):
    n.parent = p
    yield n
    for c in n.children:
        yield from walk(c, n)


nrm = lambda v: v / np.where(
    np.linalg.norm(v, axis=-1, keepdims=True) > 0, np.linalg.norm(v, axis=-1, keepdims=True), 1
)


def counts(n):
    return struct.unpack("<%dI" % (len(n.A["icount"]) // 4), n.A["icount"])


def swallowed(n):
    return bool(n.flags & 0x20 and n.A["faces"] and n.A["icount"] and not any(counts(n)))


def unmerge(m):
    """EE: give every swallowed mesh its own list and render flag back, cut the heads."""
    nodes = list(walk(m.root))
    k = 0
    for n in nodes:
        if not n.flags & 0x20 or not n.A["faces"]:
            continue
        nf = len(n.A["faces"]) // 32
        if sum(counts(n)) > 3 * nf:
            mem = [x for x in nodes if x is not n and swallowed(x) and x.S["tex0"].lower() == n.S["tex0"].lower()]
            if not mem:
                continue
            own = u16(n) - sum(u16(x) for x in mem)
            for nm, sz in E.RAWARR + E.RAWEE:
                if n.A[nm] is not None:
                    n.A[nm] = n.A[nm][: own * sz]
            n.A["idx"] = [n.A["idx"][0][: 6 * nf]]
            n.A["icount"] = E.u4(3 * nf)
            n.S["nverts"] = struct.pack("<H", own)
            for x in mem:
                x.A["icount"] = E.u4(3 * (len(x.A["faces"]) // 32))
                x.S["render"] = E.u4(1)
                k += 1
            bounds(n)
            k += 1
    return k


def bounds(n):
    V = np.frombuffer(n.A["verts"], "<f4").reshape(-1, 3)
    D = sorted({(v + f32(0)).tobytes() for v in V})
    P = np.frombuffer(b"".join(D), "<f4").reshape(-1, 3).astype(float)
    av = P.mean(0).astype("<f4")
    n.S["average"] = av.tobytes()
    n.S["radius"] = np.array(np.linalg.norm(V.astype(float) - av, axis=1).max(), "<f4").tobytes()
    n.S["bbox"] = np.concatenate([np.minimum(V.min(0), 0), np.maximum(V.max(0), 0)]).astype("<f4").tobytes()


def recompute(n, newV):
    """new vertex positions -> everything that follows; groups of equal position+normal keep one normal."""
    old = np.frombuffer(n.A["verts"], "<f4").reshape(-1, 3)
    V = np.array(newV, "<f4")
    fa = np.frombuffer(n.A["faces"], FD).copy()
    P = [V[fa["v"][:, i]].astype(float) for i in range(3)]
    cr = np.cross(P[1] - P[0], P[2] - P[1])
    ln = np.linalg.norm(cr, axis=1)
    N = nrm(cr)
    N[ln == 0] = fa["n"][ln == 0]
    fa["n"] = N
    fa["d"] = -(fa["n"].astype(float) * P[0]).sum(1)
    n.A["faces"] = fa.tobytes()
    if n.A["norm"] is not None:
        on = np.frombuffer(n.A["norm"], "<f4").reshape(-1, 3).copy()
        S = {}
        for k in range(len(fa)):
            for c in range(3):
                v = fa["v"][k, c]
                key = (old[v] + f32(0)).tobytes() + on[v].tobytes()
                S[key] = S.get(key, 0) + cr[k]
        for v in range(len(on)):
            s = S.get((old[v] + f32(0)).tobytes() + on[v].tobytes())
            if s is not None and np.linalg.norm(s) > 0:
                on[v] = nrm(s)
        n.A["norm"] = on.tobytes()
    if n.A["tan"] is not None:
        U = np.frombuffer(n.A["uv0"], "<f4").reshape(-1, 2).astype(float)
        Nn = np.frombuffer(n.A["norm"], "<f4").reshape(-1, 3).astype(float)
        W = V.astype(float)
        S = np.zeros(W.shape)
        B = np.zeros(W.shape)
        for t in np.frombuffer(n.A["idx"][0], "<u2").reshape(-1, 3).astype(int):
            a, b, c = t
            e1, e2 = W[b] - W[a], W[c] - W[a]
            d1, d2 = U[b] - U[a], U[c] - U[a]
            det = d1[0] * d2[1] - d2[0] * d1[1]
            if det:
                S[t] += (e1 * d2[1] - e2 * d1[1]) / det
                B[t] += (e2 * d1[0] - e1 * d2[0]) / det
        X = nrm(S - Nn * (S * Nn).sum(1, keepdims=True))
        n.A["tan"] = X.astype("<f4").tobytes()
        n.A["hand"] = np.where((np.cross(Nn, X) * B).sum(1) < 0, -1, 1).astype("<f4").tobytes()
    n.A["verts"] = V.tobytes()
    bounds(n)
    if n.flags in (0x21, 0x221):
        n.S["area"] = np.array(0.5 * ln.sum(), "<f4").tobytes()
    if n.flags & 0x200 and n.A["aabb"]:
        n.A["aabb"] = rebox(n.A["aabb"], fa, V)


def rebox(e, fa, V):
    def go(e):
        if e[1] >= 0:
            F = [e[1]]
            l = r = None
        else:
            l, fl = go(e[3])
            r, fr = go(e[4])
            F = fl + fr
        Q = V[fa["v"][F]].reshape(-1, 3)
        box = np.concatenate([Q.min(0), Q.max(0)]).astype("<f4").tobytes()
        return (box, e[1], e[2], l, r), F

    return go(e)[0]


def build_aabb(fa, V):
    """new tree: median split by face centres on the longest axis of the centres' bounds; one face per leaf."""
    c = V[fa["v"]].astype(float).mean(1)

    def go(F):
        Q = V[fa["v"][F]].reshape(-1, 3)
        box = np.concatenate([Q.min(0), Q.max(0)]).astype("<f4").tobytes()
        if len(F) == 1:
            return (box, int(F[0]), 0, None, None)
        ext = c[F].max(0) - c[F].min(0)
        ax = int(np.argmax(ext))
        o = sorted(F, key=lambda k: (c[k][ax], k))
        h = len(o) // 2
        return (box, -1, 1 << ax, go(o[:h]), go(o[h:]))

    return go(list(range(len(fa))))


def sup(m):
    return m.S["supermodel"].lower() not in (b"", b"null")


def qmul(a, b):
    x, y, z, w = a
    p, q, r, s = b
    return np.array(
        [
            w * p + x * s + y * r - z * q,
            w * q - x * r + y * s + z * p,
            w * r + x * q - y * p + z * s,
            w * s - x * p - y * q - z * r,
        ]
    )


def qrot(q, v):
    c = np.cross(q[:3], v)
    return v + 2 * q[3] * c + 2 * np.cross(q[:3], c)


def first_row(n, controller, default):
    for key in n.keys:
        if key[0] == controller and key[1] > 0:
            return np.array(struct.unpack_from("<%df" % len(default), n.pool, 4 * key[3]), float)
    return np.array(default, float)


def worldsof(m):
    """All nodes, with their positions P and rotations Q in the model's space."""
    nodes = list(walk(m.root))
    for n in nodes:
        n.P, n.Q = first_row(n, 8, (0, 0, 0)), first_row(n, 20, (0, 0, 0, 1))
        if n.parent is not None:
            n.P, n.Q = n.parent.P + qrot(n.parent.Q, n.P), qmul(n.parent.Q, n.Q)
    return nodes


def rebind(m):
    """inverse bind of every skin: Q,T[node] = inv(world(node)) * world(skin)."""
    nodes = worldsof(m)
    for s in nodes:
        if not s.flags & 0x40:
            continue
        depth = 0
        p = s.parent
        while p is not None:
            depth += 1
            p = p.parent
        q = t = b""
        for x in nodes:
            qi = x.Q * np.array([-1, -1, -1, 1])
            Q = qmul(qi, s.Q)
            T = qrot(qi, s.P - x.P)
            if depth & 1:
                Q = -Q
            q += np.array([Q[3], Q[0], Q[1], Q[2]], "<f4").tobytes()
            t += T.astype("<f4").tobytes()
        s.A["q"], s.A["t"] = q, t


def set_node_count(m):
    n = len(list(walk(m.root)))
    if not sup(m):
        m.S["node_count"] = E.u4(n)
    for a in m.anims:
        if not sup(m):
            a.S["node_count"] = E.u4(len(list(walk(a.root))))


def rename(m, old, new):
    new = new[:31]
    for g in [m.root] + [a.root for a in m.anims]:
        for n in walk(g):
            if n.S["name"].lower() == old.lower():
                settext(n, "name", new, 32)
    for a in m.anims:
        if a.S["animroot"].lower() == old.lower():
            settext(a, "animroot", new, 64)
    if m.S["name"].lower() == old.lower():
        settext(m, "name", new, 64)


def settext(x, k, v, size):
    x.S[k] = v
    x.G[k] = bytes(size - len(v))


def delete(m, victim):
    """remove a node with its subtree; parts, skins and animations follow."""
    unmerge(m)
    nodes = list(walk(m.root))
    gone = list(walk(victim))
    gi = {i for i, n in enumerate(nodes) if any(n is g for g in gone)}
    victim.parent = None
    for n in nodes:
        n.children = [c for c in n.children if c is not victim]
    names = {g.S["name"].lower() for g in gone} - {n.S["name"].lower() for i, n in enumerate(nodes) if i not in gi}
    parts = sorted(struct.unpack("<i", g.S["part"])[0] for g in gone)

    def fix(n):
        p = struct.unpack("<i", n.S["part"])[0]
        if p >= 0 and not sup(m):
            n.S["part"] = struct.pack("<i", p - sum(q < p for q in parts))

    for n in walk(m.root):
        fix(n)
    for a in m.anims:

        def prune(n):
            n.children = [c for c in n.children if c.S["name"].lower() not in names]
            for c in n.children:
                prune(c)

        prune(a.root)
        for n in walk(a.root):
            fix(n)
    keep = [i for i in range(len(nodes)) if i not in gi]
    for s in walk(m.root):
        if not s.flags & 0x40:
            continue
        mp = struct.unpack("<%dh" % (len(s.A["map"]) // 2), s.A["map"])
        if any(mp[i] >= 0 for i in gi):
            raise ValueError("bone in use")
        s.A["map"] = struct.pack("<%dh" % len(keep), *[mp[i] for i in keep])
        for k, z in (("q", 16), ("t", 12), ("const", 4)):
            s.A[k] = b"".join(s.A[k][z * i : z * i + z] for i in keep)
    set_node_count(m)


def add_animation(m, name, length=2.0):
    """an animation that turns the first child of the root: header, tree = path root -> node."""
    proto = m.root.children[0]
    mk = lambda n: setattr_all(Obj(), n)

    def setattr_all(o, n):
        o.S = dict(n.S)
        o.S["flags"] = E.u4(1)
        o.G = {k: bytes(len(v)) for k, v in n.G.items()}
        o.G["name"] = bytes(32 - len(o.S["name"]))
        o.A = {}
        o.flags = 1
        o.anim = True
        o.real = False
        o.slots = 17
        o.keys = []
        o.pool = b""
        o.children = []
        return o

    r = setattr_all(Obj(), m.root)
    c = setattr_all(Obj(), proto)
    r.children = [c]
    c.keys = [(20, 2, 0, 2, 4, 0)]
    c.pool = E.f4(0, length, 0, 0, 0, 1, 0, 0, 1, 0)
    a = Obj()
    a.S = {}
    a.G = {}
    a.A = {}
    for off, fmt, nm, cls in E.S.ANIM:
        z = struct.calcsize("<" + fmt)
        if cls == "T":
            a.S[nm] = b""
            a.G[nm] = bytes(z)
        elif cls == "S":
            a.S[nm] = bytes(z)
        else:
            a.G[nm] = bytes(z)
    settext(a, "name", name, 64)
    settext(a, "animroot", m.root.S["name"][:63], 64)
    a.S.update(gtype=b"\5", node_count=E.u4(2), length=E.f4(length), trans=E.f4(0.25))
    a.events = []
    a.root = r
    m.anims.append(a)


def check(tag, m, H, keep=True):
    d, _ = E.encode(m, keep)
    x = reader.facts(d)
    if "error" in x:
        H[tag, "ERROR " + x["error"]] += 1
        return None
    H[tag, "read"] += 1
    c = x["coverage"]
    H[tag, "no gap, no overlap"] += not c["unclaimed"] and not c["shared"] and not c["zero_gaps"]
    H[tag, "round trip"] += E.encode(E.decode(d), True)[0] == d
    for n in x["nodes"]:
        if "mesh" in n and n["mesh"].get("faces"):
            H[tag, "meshes"] += 1
            s = n["mesh"]
            H[tag, "plane error < 1e-3 and no turned face"] += (
                s["plane_error_approx"] < 1e-3 * max(1, max(abs(v) for v in s["bounds_approx"]))
                and s["agree"] + s["degenerate"] == s["faces"]["n"]
            )
        if "skin" in n:
            H[tag, "skins"] += 1
            H[tag, "bind residual < 1e-3"] += n["skin"]["bind_residual_approx"] < 1e-3 and n["skin"]["parts_match"]
        if "aabb" in n:
            H[tag, "aabb"] += 1
            H[tag, "aabb complete"] += n["aabb"]["all_faces_once"] and not n["aabb"]["odd"]
    return x


if __name__ == "__main__":
    ps = []
    for p in sys.argv[1:]:
        ps += sorted(glob.glob(p + "/*")) if os.path.isdir(p) else [p]
    H = collections.Counter()
    for p in ps:
        d = open(p, "rb").read()
        if d[:4] != b"\0\0\0\0" or len(d) > 200000:
            continue
        dec = lambda: E.decode(d)
        m = dec()
        k = unmerge(m)
        if k:
            check("unmerge", m, H)
        m = dec()
        unmerge(m)
        ok = False
        for n in walk(m.root):
            if n.flags & 0x20 and n.A["faces"]:
                V = np.frombuffer(n.A["verts"], "<f4").reshape(-1, 3).astype(float)
                c = V.mean(0)
                recompute(n, (V - c) * 1.25 + c + np.array([0.1, 0.2, 0.3]))
                ok = True
                if n.flags & 0x200 and n.A["aabb"]:
                    pass
        if ok:
            check("move vertices (all meshes)", m, H)
        m = dec()
        ok = False
        for n in walk(m.root):
            if n.flags & 0x200 and n.A["faces"]:
                n.A["aabb"] = build_aabb(
                    np.frombuffer(n.A["faces"], FD), np.frombuffer(n.A["verts"], "<f4").reshape(-1, 3)
                )
                ok = True
        if ok:
            check("new collision tree", m, H)
        m = dec()
        nodes = list(walk(m.root))
        if len(nodes) > 1:
            nm = nodes[-1].S["name"]
            rename(m, nm, b"effigy_renamed")
            x = check("rename node", m, H)
        m = dec()
        rename(m, m.S["name"], b"effigy_model")
        check("rename model", m, H)
        m = dec()
        leaves = [n for n in walk(m.root) if not n.children and n.parent is not None]
        if leaves:
            try:
                delete(m, leaves[0])
                check("delete node", m, H)
            except ValueError:
                H["delete node", "refused: bone in use"] += 1
        m = dec()
        unmerge(m)
        nodes = list(walk(m.root))
        for n in nodes:  # move a node: inverse binds follow
            for i, kk in enumerate(n.keys):
                if kk[0] == 8 and kk[1] == 1:
                    b = bytearray(n.pool)
                    o = 4 * kk[3]
                    b[o : o + 12] = E.f4(*[x + 0.5 for x in struct.unpack_from("<3f", n.pool, o)])
                    n.pool = bytes(b)
                    break
        if any(n.flags & 0x40 for n in nodes):
            rebind(m)
            check("move nodes (skins rebound)", m, H)
        m = dec()
        if m.root.children:
            add_animation(m, b"effigy_turn")
            check("add animation", m, H)
        m = dec()
        rename(m, b"", b"")
        check("canonical (no kept bits)", m, H, False)
    for k in sorted(H):
        print(k, H[k])
