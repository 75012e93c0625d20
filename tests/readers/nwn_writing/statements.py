"""The statements of models in text form, as nwnmdlcomp reads them. Needs numpy."""

import collections
import re
import struct

import encode as E
import numpy as np
import records as SC

f = np.float32
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
