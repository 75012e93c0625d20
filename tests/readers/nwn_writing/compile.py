#!/usr/bin/env python3
"""compile.py [NAME...]: compiles models in text form by the rules of nwnmdlcomp (virusman/nwnexplorer, _NmcLib), and
compares with the binaries that nwnmdlcomp made: nwn/ascii and nwn/compiled_here of the corpus. Needs numpy."""

import collections
import os
import re
import struct
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
import encode as E
import numpy as np
import records as SC

f = np.float32
np.seterr(all="ignore")
D = (
    np.longdouble
)  # working precision: nwnmdlcomp as built here keeps x87 registers; values are rounded to float32 when stored
NMC = {8: "position", 20: "orientation", 36: "scale"}
CT = {
    "all": {"position": 8, "orientation": 20, "scale": 36},
    "light": {"color": 76, "radius": 88, "shadowradius": 96, "verticaldisplacement": 100, "multiplier": 140},
    "mesh": {"selfillumcolor": 100, "alpha": 128},
    "emitter": dict(
        alphaend=80,
        alphastart=84,
        birthrate=88,
        bounce_co=92,
        colorend=96,
        colorstart=108,
        combinetime=120,
        drag=124,
        fps=128,
        frameend=132,
        framestart=136,
        grav=140,
        lifeexp=144,
        mass=148,
        p2p_bezier2=152,
        p2p_bezier3=156,
        particlerot=160,
        randvel=164,
        sizestart=168,
        sizeend=172,
        sizestart_y=176,
        sizeend_y=180,
        spread=184,
        threshold=188,
        velocity=192,
        xsize=196,
        ysize=200,
        blurlength=204,
        lightningdelay=208,
        lightningradius=212,
        lightningscale=216,
        detonate=228,
        alphamid=464,
        colormid=468,
        percentstart=480,
        percentmid=481,
        percentend=482,
        sizemid=484,
        sizemid_y=488,
    ),
}
KIND = {
    "light": 3,
    "emitter": 5,
    "camera": 9,
    "reference": 0x11,
    "trimesh": 0x21,
    "skin": 0x61,
    "animmesh": 0xA1,
    "danglymesh": 0x121,
    "aabb": 0x221,
    "dummy": 1,
}
EFLAG = dict(
    p2p=1,
    p2p_sel=2,
    affectedbywind=4,
    m_istinted=8,
    bounce=16,
    random=32,
    inherit=64,
    inheritvel=128,
    inherit_local=256,
    splat=512,
    inherit_part=1024,
)
INT = {
    "all": {"inheritcolor": "inheritcolor"},
    "light": dict(
        ambientonly="ambientonly",
        shadow="shadow",
        ndynamictype="dynamictype",
        affectdynamic="affectdynamic",
        lightpriority="priority",
        generateflare="generateflare",
        fadinglight="fading",
        isdynamic="dynamictype",
    ),
    "emitter": dict(
        renderorder="renderorder",
        xgrid="xgrid",
        ygrid="ygrid",
        loop="loop",
        twosidedtex="twosided",
        spawntype="spacetype",
    ),
    "reference": dict(reattachable="reattachable"),
    "mesh": dict(
        shadow="shadow",
        beaming="beaming",
        render="render",
        transparencyhint="transparency",
        tilefade="tilefade",
        rotatetexture="rotatetex",
        lightmapped="lightmapped",
    ),
}
FLT = {
    "light": dict(flareradius="flareradius"),
    "emitter": dict(deadspace="deadspace", blastradius="blastradius", blastlength="blastlength"),
    "mesh": dict(shininess="shininess"),
    "anim": dict(sampleperiod="period"),
    "dangly": dict(displacement="displacement", tightness="tightness", period="period"),
}
STR = {
    "emitter": dict(
        update=("update", 32),
        render=("render", 32),
        blend=("blend", 32),
        texture=("texture", 64),
        chunkname=("chunk", 16),
    ),
    "reference": dict(refmodel=("refmodel", 64)),
    "mesh": dict(
        bitmap=("tex0", 64),
        texture0=("tex0", 64),
        texture1=("tex1", 64),
        texture2=("tex2", 64),
        materialname=("material", 64),
    ),
}
VEC = {"mesh": dict(diffuse="diffuse", ambient="ambient", specular="specular")}


def cats(fl):
    out = []
    for b, c in (
        (0x200, "aabb"),
        (0x100, "dangly"),
        (0x80, "anim"),
        (0x40, "skin"),
        (0x20, "mesh"),
        (0x10, "reference"),
        (4, "emitter"),
        (2, "light"),
        (1, "all"),
    ):
        if fl & b:
            out.append(c)
    return out


FNUM = re.compile(rb"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|inf(?:inity)?|nan(?:\(\w*\))?)", re.I)


def fnum(t):
    m = FNUM.fullmatch(t)
    return f(float(t)) if m else None


def inum(t):
    if re.fullmatch(rb"[+-]?\d+", t):
        return int(t)
    if t.lower() == b"true":
        return 1
    if t.lower() == b"false":
        return 0
    return None


class Lines:
    def __init__(s, d):
        s.L = d.split(b"\n")
        s.i = -1

    def next(s):
        s.i += 1
        return s.L[s.i].split() if s.i < len(s.L) else None


class Err(Exception):
    pass


def rowlist(L, args, elem):
    out = []
    n = inum(args[0]) if args else None
    if n is not None:
        for _ in range(n):
            t = L.next()
            if t is None:
                return out
            e = elem(t)
            if e is None:
                return out
            out.append(e)
    else:
        while True:
            t = L.next()
            if not t:
                return out  # empty line ends the list
            if t[0].lower() == b"endlist":
                return out
            e = elem(t)
            if e is None:
                return out
            out.append(e)
    return out


def vec3(t):
    v = [fnum(x) for x in t[:3]]
    return None if len(v) < 3 or None in v else v


def quat(v4):
    x, y, z, a = [D(q) for q in v4]
    l = np.sqrt(x * x + y * y + z * z)
    if l != 0:
        x, y, z = D(f(x / l)), D(f(y / l)), D(f(z / l))
    h = a * D(0.5)
    s = D(f(np.sin(h)))
    c = np.cos(h)
    return [f(x * s), f(y * s), f(z * s), f(c)]


def ten(t, keyed):
    v = [] if keyed else [f(0)]
    for i, x in enumerate(t):
        if len(v) >= 10:
            break
        q = fnum(x)
        if q is None:
            if keyed and i == 0:
                return None
            break
        v.append(q)
    if len(v) == 5:
        v[1:] = quat(v[1:])
    return v


def face(t):
    v = [inum(x) for x in t[:8]]
    if len(v) < 7 or None in v[:7]:
        return None
    return v[:7] + [v[7] if len(v) > 7 and v[7] is not None else 0]


def weight(t):
    out = []
    for i in range(4):
        if 2 * i >= len(t):
            break
        if 2 * i + 1 >= len(t):
            return None
        w = fnum(t[2 * i + 1])
        if w is None:
            return None
        out.append((t[2 * i][:63], w))
    return out


class Node:
    pass


def set_to_zero(n, fields):
    """Gives a record its fields: S what the text says, G what only the binary has; a text of class T is in both."""
    n.S, n.G = {}, {}
    for _, fmt, name, cls in fields:
        zeros = bytes(struct.calcsize("<" + fmt))
        if cls in ("S", "T"):
            n.S[name] = zeros if cls == "S" else b""
        if cls != "S":
            n.G[name] = zeros


def newnode(kind, name):
    n = Node()
    n.flags = KIND.get(kind, 1)
    n.anim = False
    n.real = True
    n.slots = 17
    n.A = {}
    n.children = []
    n.keys = []
    n.pool = []
    n.T = collections.defaultdict(list)
    n.parent = None
    set_to_zero(n, SC.parts(n.flags))
    n.S["name"] = name[:31]
    n.S["flags"] = E.u4(n.flags)
    if n.flags & 2:
        n.S.update(priority=E.u4(5), dynamictype=E.u4(1), affectdynamic=E.u4(1), shadow=E.u4(1), fading=E.u4(1))
    if n.flags & 0x20:
        n.S.update(
            diffuse=E.f4(0.8, 0.8, 0.8), ambient=E.f4(0.2, 0.2, 0.2), shininess=E.f4(1), shadow=E.u4(1), render=E.u4(1)
        )
    if n.flags & 0x200:
        n.S.update(shadow=E.u4(0), render=E.u4(0))
    return n


SIZES = {nm: struct.calcsize("<" + fmt) for fl in KIND.values() for off, fmt, nm, cls in SC.parts(fl)}


def aabb(L, t):
    v = [fnum(x) for x in t[:6]]
    leaf = inum(t[6])
    plane = inum(t[7]) if len(t) > 7 else None
    l = r = None
    p = 0
    if leaf == -1:
        l = aabb(L, L.next())
        r = aabb(L, L.next())
        if plane is None:
            a = np.frombuffer(l[0], "<f4")
            b = np.frombuffer(r[0], "<f4")
            d = (b[:3] + b[3:]) - (a[:3] + a[3:])
            m = np.abs(d)
            if m[0] > m[1] and m[0] > m[2]:
                p = 1 if d[0] > 0 else 8
            elif m[1] > m[2]:
                p = 2 if d[1] > 0 else 16
            else:
                p = 4 if d[2] > 0 else 32
        else:
            p = plane
    return (np.array(v, "<f4").tobytes(), leaf, p, l, r)


class Compiler:
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

    def mesh(s, n):
        T = n.T
        A = n.A
        tm = n.flags in (0x21, 0x221)
        V = np.array(T["verts"], f).reshape(-1, 3)
        F = T["faces"]
        nv0 = len(V)
        mxv = max([max(x[:3]) for x in F], default=-1)
        mxt = max([max(x[4:7]) for x in F], default=-1)
        if mxv > nv0 or mxt > len(T["tverts"]):
            F = []
        cross = lambda a, b: (
            np.stack(
                [
                    a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1],
                    a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2],
                    a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0],
                ],
                1,
            )
            if len(a)
            else np.zeros((0, 3), D)
        )
        idx = np.array([x[:3] for x in F], int).reshape(-1, 3)
        P1, P2, P3 = V[idx[:, 0]].astype(D), V[idx[:, 1]].astype(D), V[idx[:, 2]].astype(D)
        FN = cross(P2 - P1, P3 - P2)
        # vertex normals
        byv = collections.defaultdict(list)
        for k, x in enumerate(F):
            for c in range(3):
                byv[x[c]].append((k, c))
        VN = []
        vn = [[-1] * 3 for _ in F]
        for k, x in enumerate(F):
            for c in range(3):
                if vn[k][c] != -1:
                    continue
                sm = x[3]
                S = np.zeros(3, D)
                for k2, c2 in byv[x[c]]:
                    if k2 < k or vn[k2][c2] != -1:
                        continue
                    if k2 != k and not sm & F[k2][3]:
                        continue
                    S = S + FN[k2]
                    S[0] = f(S[0])
                    S[1] = f(S[1])
                    vn[k2][c2] = len(VN)
                VN.append(norm(S).astype(f))
        # bounds
        bb = np.zeros(6, f)
        if nv0:
            bb[:3] = np.minimum(0, V.min(0))
            bb[3:] = np.maximum(0, V.max(0))
        if n.flags == 0xA1 and T["animverts"]:
            W = np.array(T["animverts"], f)
            bb[:3] = np.minimum(bb[:3], W.min(0))
            bb[3:] = np.maximum(bb[3:], W.max(0))
        av = (
            (V.astype(D).sum(0) / D(nv0)).astype(f)
            if nv0
            else np.frombuffer(struct.pack("<3I", *[0xFFC00000] * 3), "<f4")
        )
        r = f(0)
        if nv0:
            dv = V.astype(D) - av.astype(D)
            r = np.sqrt((dv * dv).sum(1)).max().astype(f)
        n.S.update(
            bbox=bb.astype("<f4").tobytes(),
            average=av.astype("<f4").tobytes() if nv0 else struct.pack("<3I", *[0xFFC00000] * 3),
            radius=np.array(r, "<f4").tobytes(),
        )
        for nm, _ in E.RAWARR + E.RAWEE:
            A[nm] = None
        A.update(faces=b"", vi=b"", left=b"", icount=b"", idx=[])
        if n.flags & 0x100:
            A["constraints"] = b""
        if n.flags & 0x200:
            A["aabb"] = T["aabb"] or None
        if n.flags & 0x40:
            A.update(weights=None, refs=None, map=b"", q=b"", t=b"", const=b"")
            n.inline = bytes(0x24)
        if n.flags & 0x80:
            A.update(vsets=b"", tsets=b"")
            nvs = len(T["animverts"]) // nv0 if nv0 else 0
            nts = len(T["animtverts"]) // len(T["tverts"]) if T["tverts"] else 0
            n.S.update(nvsets=E.u4(nvs), ntsets=E.u4(nts))
        if not F:
            return
        tv = [np.array(T[q], f).reshape(-1, 3) for q in ("tverts", "tverts1", "tverts2", "tverts3")]
        cols = T["colors"] if T["colors"] and n.flags in (0x21, 0x221, 0xA1) and mxv <= len(T["colors"]) else None
        cons = T["constraints"] if n.flags & 0x100 and len(T["constraints"]) >= mxv else []
        B = []

        def build(k, c):
            x = F[k]
            v = x[c]
            key = [tuple(V[v] + f(0)), tuple(VN[vn[k][c]] + f(0))]
            tvs = []
            for i in range(4):
                if len(tv[i]):
                    q = x[4 + c] if i == 0 else T["texindices1"][k][c]
                    tvs.append(tuple(tv[i][q] + f(0)))
                else:
                    tvs.append((0, 0, 0))
            col = tuple(cols[v]) if cols else (f(1),) * 3
            cn = cons[v] if cons else f(0)
            return (key[0], key[1], tuple(tvs), col, cn), (
                v,
                x[4 + c] if len(tv[0]) else -1,
                vn[k][c],
                tvs,
                col,
                cn,
                V[v],
                k,
                c,
            )

        out = []
        faceof = []  # out: list of (vertices)
        keys = []

        def add(b):
            B.append(b[1])
            keys.append(b[0])
            return len(B) - 1

        if tm:
            fb = collections.defaultdict(list)  # key -> list of emitted faces (ascending)
            for k in range(len(F)):
                bs = [build(k, c) for c in range(3)]
                cnt = collections.Counter()
                best = None
                sets = [fb[b[0]] for b in bs]
                cand = None
                for i, j in ((0, 1), (0, 2), (1, 2)):
                    a, b = sets[i], sets[j]
                    ia = ib = 0
                    while ia < len(a) and ib < len(b):
                        if a[ia] == b[ib]:
                            if cand is None or a[ia] < cand:
                                cand = a[ia]
                            break
                        if a[ia] < b[ib]:
                            ia += 1
                        else:
                            ib += 1
                fv = []
                for c in range(3):
                    hit = -1
                    if cand is not None:
                        for w in out[cand]:
                            if keys[w] == bs[c][0]:
                                hit = w
                                break
                    fv.append(hit if hit != -1 else add(bs[c]))
                if fv[0] != fv[1] and fv[0] != fv[2] and fv[1] != fv[2]:
                    fi = len(out)
                    out.append(fv)
                    faceof.append(k)
                    for c in range(3):
                        if not fb[keys[fv[c]]] or fb[keys[fv[c]]][-1] != fi:
                            fb[keys[fv[c]]].append(fi)
        else:
            d = {}
            for k in range(len(F)):
                fv = []
                for c in range(3):
                    b = build(k, c)
                    if b[0] not in d:
                        d[b[0]] = add(b)
                    fv.append(d[b[0]])
                out.append(fv)
                faceof.append(k)
        nv = len(B)
        n.S["nverts"] = struct.pack("<H", nv & 0xFFFF)
        N3 = np.stack([norm(x) for x in FN]) if len(FN) else FN
        ed = collections.defaultdict(list)
        for k in range(len(out)):  # the compiler indexes the *unpurged* list here
            for c in range(3):
                ed[frozenset((F[k][c], F[k][(c + 1) % 3]))].append(k)
        fb = b""
        for k, fv in enumerate(out):
            p = V[F[k][0]]
            nn = N3[k]
            dd = f(-(nn[0] * D(p[0]) + nn[1] * D(p[1]) + nn[2] * D(p[2])))
            nn = nn.astype(f)
            adj = []
            for c in range(3):
                l = [x for x in ed[frozenset((F[k][c], F[k][(c + 1) % 3]))] if x != k]
                adj.append(l[0] if l else -1)
            fb += np.array(list(nn) + [dd], "<f4").tobytes() + struct.pack(
                "<i3h3H", F[faceof[k]][7], *[x if x < 32768 else x - 65536 for x in adj], *fv
            )
        A["faces"] = fb
        ix = struct.pack("<%dH" % (3 * len(out)), *[x for q in out for x in q])
        A["icount"] = E.u4(3 * len(out))
        A["idx"] = [ix]
        n.S["trimode"] = b"\3"
        A["verts"] = np.array([b[6] for b in B], "<f4").tobytes()
        A["norm"] = np.array([VN[b[2]] for b in B], "<f4").tobytes()
        ntex = 0
        for i in range(4):
            if len(tv[i]):
                A["uv%d" % i] = np.array(
                    [tv[i][F[b[7]][4 + b[8]] if i == 0 else T["texindices1"][b[7]][b[8]]][:2] for b in B], "<f4"
                ).tobytes()
                ntex += 1
        n.S["ntex"] = struct.pack("<H", ntex)
        if tm:
            A["col"] = b"".join(bytes([int(f(x * f(255) + f(0.5))) & 255 for x in b[4]]) + b"\xff" for b in B)
        if tm:
            Q = np.array([b[6] for b in B], f).astype(D)
            o = np.array(out)
            c = cross(Q[o[:, 1]] - Q[o[:, 0]], Q[o[:, 2]] - Q[o[:, 0]])
            s_ = f(0)
            for q in np.sqrt((c * c).sum(1)):
                s_ = f(D(s_) + D(f(q)) * D(0.5))
            n.S["area"] = np.array(s_, "<f4").tobytes()
        if n.flags & 0x100:
            A["constraints"] = np.array([b[5] for b in B], "<f4").tobytes()
        if n.flags & 0x80:
            W = np.array(T["animverts"], f).reshape(-1, 3)
            WT = np.array(T["animtverts"], f).reshape(-1, 3)
            A["vsets"] = b"".join(W[i * nv0 + b[0]].astype("<f4").tobytes() for b in B for i in range(nvs))
            A["tsets"] = b"".join(WT[i * len(tv[0]) + b[1]][:2].astype("<f4").tobytes() for b in B for i in range(nts))
        n.B = B

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


def norm(v):
    l = np.sqrt((v * v).sum())
    return v if l == 0 else v / l


def rot(q, v):
    x, y, z, w = [D(k) for k in q]
    a, b, c = [D(k) for k in v]
    t = [w * a - z * b + y * c + x, z * a + w * b - x * c + y, -y * a + x * b + w * c + z, -x * a - y * b - z * c + w]
    if STORE:
        t = [D(f(k)) for k in t]
    return np.array(
        [
            -t[3] * x + t[2] * y - t[1] * z + t[0] * w,
            -t[2] * x - t[3] * y + t[0] * z + t[1] * w,
            t[1] * x - t[0] * y - t[3] * z + t[2] * w,
        ]
    ).astype(f)


STORE = True


def mul(p, q):
    x1, y1, z1, w1 = [D(k) for k in p]
    x2, y2, z2, w2 = [D(k) for k in q]
    return np.array(
        [
            w1 * x2 - z1 * y2 + y1 * z2 + x1 * w2,
            z1 * x2 + w1 * y2 - x1 * z2 + y1 * w2,
            -y1 * x2 + x1 * y2 + w1 * z2 + z1 * w2,
            -x1 * x2 - y1 * y2 - z1 * z2 + w1 * w2,
        ]
    ).astype(f)


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
