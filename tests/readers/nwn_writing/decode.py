"""Decodes binary models into the fields of records.py."""

import struct

import records as S

NONE = 0xFFFFFFFF
FP = {(0x40BBC0, 0x40BBD0): "bioware", (0x46AB0C, 0x46AB1C): "nwnmdlcomp", (4, 0): "ee"}
FPR = {v: k for k, v in FP.items()}


def W(*a):
    return [int(x, 16) for x in a]


# the six function addresses of a node by flags
NF = {
    "bioware": {
        1: W("40cb70", "40cbd0", "40cbe0", "40cbf0", "40cc10", "40cc20"),
        3: W("40db70", "40db80", "40db90", "40dba0", "40dbc0", "40dbd0"),
        5: W("40cb70", "40d9b0", "40d9c0", "40d9d0", "40d9f0", "40da00"),
        0x21: W("40e2e0", "40e2f0", "40e300", "40e310", "40e330", "40e340"),
        0x61: W("40d710", "40d790", "40d7a0", "40e310", "40d7b0", "40d7c0"),
        0x121: W("40e040", "40e080", "40e090", "40e310", "40e330", "40e0a0"),
        0x221: W("40e660", "40e6e0", "40e300", "40e310", "40e330", "40e6f0"),
    },
    "nwnmdlcomp": {
        1: W("46b9e0", "46b9f0", "46ba04", "46ba14", "46ba30", "46ba40"),
        3: W("46dbb8", "46dbc8", "46dbdc", "46dbec", "46dc08", "46dc18"),
        5: W("46dbb8", "46da00", "46da14", "46da24", "46da40", "46da50"),
        0x11: W("46b9e0", "46e178", "46ba04", "46e18c", "46e1a8", "46e1b8"),
        0x21: W("46e7b4", "46e7c4", "46e7d8", "46e7e8", "46e804", "46e814"),
        0x61: W("46d394", "46d3a4", "46d3b8", "46e7e8", "46d3c8", "46d3d8"),
        0xA1: W("46cf88", "46cf98", "46cfac", "46cfbc", "46cfd8", "46cfe8"),
        0x121: W("46e2b4", "46e2c4", "46e2d8", "46e7e8", "46e804", "46e2e8"),
        0x221: W("46ed74", "46ed84", "46e7d8", "46e7e8", "46e804", "46ed98"),
    },
    "ee": {},
}
MF = {
    "bioware": {
        0x21: W("40e350", "40d7e0"),
        0x61: W("40d7d0", "40d7e0"),
        0x121: W("40e0c0", "40e0b0"),
        0x221: W("40e350", "40d7e0"),
    },
    "nwnmdlcomp": {
        0x21: W("46e828", "46e838"),
        0x61: W("46d3ec", "46d3fc"),
        0xA1: W("46cffc", "46d00c"),
        0x121: W("46e2fc", "46e30c"),
        0x221: W("46e828", "46e838"),
    },
    "ee": {},
}
AF = {"bioware": (0x40B6C0, 0x44E700), "nwnmdlcomp": (0x46A144, 0x4C64E4), "ee": (0, 0)}
RAWARR = [
    ("verts", 12),
    ("uv0", 8),
    ("uv1", 8),
    ("uv2", 8),
    ("uv3", 8),
    ("norm", 12),
    ("col", 4),
    ("b1", 12),
    ("b2", 12),
    ("b3", 12),
]
RAWEE = [("tan", 12), ("b5", 12), ("hand", 4)]
f4 = lambda *a: struct.pack("<%df" % len(a), *a)
u4 = lambda a: struct.pack("<I", a)


def text(b):
    i = b.find(b"\0")
    return b if i < 0 else b[:i]


class Obj:
    pass


def size_of(fl, slots):
    return next(
        (
            n
            for bit, n in (
                (0x40, 0x2B0 + {17: 0x24, 64: 0x80, 128: 0x100}[slots]),
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


# ------------------------------------------------------------------ decode
class Reader:
    def __init__(s, d):
        s.d = d
        z, s.ms, s.rs = struct.unpack_from("<III", d, 0)
        s.R = 12 + s.ms
        assert z == 0 and len(d) == s.R + s.rs
        s.prod = FP.get(struct.unpack_from("<II", d, 12), "unknown")

    def u32(s, o):
        return struct.unpack_from("<I", s.d, 12 + o)[0]

    def mem(s, o, n):
        assert o + n <= s.ms
        return s.d[12 + o : 12 + o + n]

    def raw(s, o, n):
        assert o + n <= s.rs
        return s.d[s.R + o : s.R + o + n]

    def arr(s, o, size):
        p, n, m = struct.unpack_from("<III", s.d, 12 + o)
        return s.mem(p, n * size) if n else b""

    def fields(s, o, sch, x):
        for off, fmt, name, cls in sch:
            b = s.d[12 + o + off : 12 + o + off + struct.calcsize("<" + fmt)]
            if cls in "S":
                x.S[name] = b
            elif cls == "T":
                x.S[name] = text(b)
                x.G[name] = b[len(text(b)) :]
            elif cls in "GARPN":
                x.G[name] = b  # kept bits: exact bytes as stored, only used where canonical differs

    def new(s, o=0, n=0):
        x = Obj()
        x.S = {}
        x.G = {}
        x.A = {}
        x.o = o
        x.B = s.mem(o, n)
        return x  # o, B: original place and bytes (layout)

    def model(s):
        m = s.new(0, 0xE8)
        m.prod = s.prod
        m.sizes = (s.ms, s.rs)
        s.fields(0, S.MODEL, m)
        m.root = s.tree(s.u32(0x48), False) if s.u32(0x48) else None
        m.anims = []
        for p in struct.unpack("<%dI" % s.u32(0x7C), s.arr(0x78, 4)):
            a = s.new(p, 0xC4)
            s.fields(p, S.ANIM, a)
            a.events = []
            ep, en = s.u32(p + 0xB8), s.u32(p + 0xBC)
            for i in range(en):
                e = s.new(ep + 36 * i, 36)
                s.fields(ep + 36 * i, S.EVENT, e)
                a.events.append(e)
            a.root = s.tree(s.u32(p + 0x48), True) if s.u32(p + 0x48) else None
            m.anims.append(a)
        return m

    def slots(s, o, anim):
        gap = 0
        if not anim:
            ps = [s.u32(o + q) for q in (0x284, 0x28C, 0x298, 0x2A4) if s.u32(o + q + 4)]
            gap = min((p - (o + 0x2B0) for p in ps if p > o + 0x2B0), default=0)
        return {0x24: 17, 0x80: 64, 0x100: 128}.get(gap, 64 if s.prod == "ee" else 17)

    def tree(s, o, anim):
        fl = s.u32(o + 0x6C)
        n = s.new(o, 0x70)
        n.flags = fl
        n.anim = anim
        n.slots = s.slots(o, anim) if fl & 0x40 else 17
        s.fields(o, S.parts(fl), n)
        n.B = s.mem(o, size_of(fl, n.slots))
        n.real = not anim or bool(fl & 0x80)  # is the body meaningful?
        if fl & 0x40:
            n.inline = s.mem(o + 0x2B0, size_of(fl, n.slots) - 0x2B0)
        k = s.arr(o + 0x54, 12)
        n.keys = [struct.unpack_from("<ihHHBB", k, 12 * i) for i in range(len(k) // 12)]
        n.pool = s.arr(o + 0x60, 4)
        n.children = [s.tree(c, anim) for c in struct.unpack("<%dI" % s.u32(o + 0x4C), s.arr(o + 0x48, 4))]
        if not n.real:
            return n
        A = n.A
        if fl & 2:
            for q, sz, nm in ((0x80, 4, "fsizes"), (0x8C, 4, "fpos"), (0x98, 12, "fcol")):
                A[nm] = s.arr(o + q, sz)
            t = s.arr(o + 0xA4, 4)
            n.ftp = struct.unpack("<%dI" % (len(t) // 4), t)
            A["ftex"] = [s.d[12 + p : s.d.index(b"\0", 12 + p)] for p in n.ftp]
        if fl & 0x20:
            nv = struct.unpack_from("<H", s.d, 12 + o + 0x230)[0]
            A["faces"] = s.arr(o + 0x78, 32)
            A["vi"] = s.arr(o + 0x1EC, 1)
            A["left"] = s.arr(o + 0x1F8, 4)
            A["icount"] = s.arr(o + 0x204, 4)
            nl = len(A["icount"]) // 4
            cnt = struct.unpack("<%dI" % nl, A["icount"])
            n.ilp = ptr = struct.unpack("<%dI" % nl, s.arr(o + 0x210, 4))
            nf = len(A["faces"]) // 32
            A["idx"] = [s.raw(p, 2 * c if c else 6 * nf) if c or p + 6 * nf <= s.rs else b"" for c, p in zip(cnt, ptr)]
            for off, fmt, nm, cls in S.MESH:
                if cls == "R":
                    p = s.u32(o + off)
                    sz = dict(RAWARR + RAWEE)[nm]
                    A[nm] = s.raw(p, nv * sz) if p != NONE and nv else None
        if fl & 0x40:
            for q, sz, nm in ((0x27C, 16, "weights"), (0x280, 8, "refs")):
                A[nm] = s.raw(s.u32(o + q), nv * sz) if s.u32(o + q) != NONE else None
            A["map"] = s.mem(s.u32(o + 0x284), 2 * s.u32(o + 0x288))
            for q, sz, nm in ((0x28C, 16, "q"), (0x298, 12, "t"), (0x2A4, 4, "const")):
                A[nm] = s.arr(o + q, sz)
        if fl & 0x80:
            a, b, c, d = struct.unpack_from("<IIII", s.d, 12 + o + 0x298)
            A["vsets"] = s.mem(a, c * nv * 12) if c else b""
            A["tsets"] = s.mem(b, d * nv * 8) if d else b""
        if fl & 0x100:
            A["constraints"] = s.arr(o + 0x270, 4)
        if fl & 0x200:
            A["aabb"] = s.aabb(s.u32(o + 0x270)) if s.u32(o + 0x270) else None
        return n

    def aabb(s, e):
        b = s.mem(e, 0x28)
        L, R, leaf, plane = struct.unpack_from("<IIiI", b, 0x18)
        return (b[:0x18], leaf, plane, s.aabb(L) if L else None, s.aabb(R) if R else None, e)
