#!/usr/bin/env python3
"""encode.py [-v] FILE|FOLDER...: decodes binary models of Neverwinter Nights, encodes them, and counts which are equal.

decode(bytes) -> Model;  encode(model, keep=True) -> (bytes, mask).  the mask has the bytes that mean nothing.
Everything is kept as raw little-endian bytes, so NaN payloads and -0 survive.
"""

import collections
import struct
import sys

import records as S
from decode import AF, FPR, MF, NF, NONE, RAWARR, RAWEE, Reader, f4, size_of, u4


# ------------------------------------------------------------------ encode
ANIM_DEFAULT = {
    "shadow": u4(1),
    "render": u4(1),
    "shininess": f4(1),
    "priority": u4(5),
    "dynamictype": u4(1),
    "affectdynamic": u4(1),
    "fading": u4(1),
}


class Writer:
    def __init__(s, prod, keep, layout=False):
        s.prod = prod
        s.keep = keep
        s.layout = layout
        s.items = []
        s.rel = []
        s.m = bytearray()
        s.r = bytearray()
        s.mask = set()
        s.bad = []
        s.cursor_empty = prod in ("bioware", "ee")

    def put(s, b, orig=None):
        o = len(s.m)
        s.m += b
        s.items.append((0, o, len(b), orig))
        return o

    def pos(s):
        return len(s.m)

    def raw(s, b, orig=None):
        o = len(s.r)
        s.r += b
        s.items.append((1, o, len(b), orig))
        return o

    def set(s, o, b):
        s.m[o : o + len(b)] = b

    def u32(s, o, v, sec=None):  # sec: the value is a pointer into that section
        s.set(o, u4(v))
        if sec is not None:
            s.rel.append((o, sec))

    def arrhdr(s, o, p, n):
        s.set(o, struct.pack("<III", p, n, n))
        if n:
            s.rel.append((o, 0))

    def orig(s, x, q):
        return struct.unpack_from("<I", x.B, q)[0] if s.layout else None

    def array(s, o, b, size, empty=False, x=None, q=0):  # write content at the cursor
        n = len(b) // size
        if n:
            s.arrhdr(o, s.put(b, s.orig(x, q) if x else None), n)
        elif s.layout:
            s.set(o, x.B[q : q + 12])  # foreign layout: the header of an empty array as it was
        else:
            s.arrhdr(o, s.pos() if empty and s.cursor_empty else 0, 0)

    def garbage(s, o, b, canon=b""):  # bytes the semantics do not say
        canon = canon or bytes(len(b))
        s.set(o, b if s.keep else canon)
        s.mask.update(range(o, o + len(b)))

    def fixed(s, o, b, canon):  # producer constant; not masked when known
        s.set(o, b if s.keep else canon)

    def fields(s, o, sch, x, anim_body=False):
        for off, fmt, name, cls in sch:
            n = struct.calcsize("<" + fmt)
            if anim_body:
                s.anim_field(o + off, n, name, cls, x)
                continue
            if cls == "S":
                s.set(o + off, x.S[name])
                if s.prod == "ee" and name == "lightmapped":
                    s.garbage(o + off, x.S[name])
            elif cls == "T":
                b = x.S[name]
                s.set(o + off, b)
                if len(b) < n:
                    s.set(o + off + len(b), b"\0")
                    if len(b) + 1 < n:
                        s.garbage(o + off + len(b) + 1, x.G[name][1:][: n - len(b) - 1])
            elif cls == "G":
                g = x.G[name]
                c = s.canon(name, x, n)
                if c is None:
                    s.garbage(o + off, g)
                else:
                    s.fixed(o + off, g, c)
            elif cls == "R":
                s.u32(o + off, NONE)

    def canon(s, name, x, n):  # canonical value of a 'G' field, None = garbage
        p = s.prod
        ee = p == "ee"
        nm = p == "nwnmdlcomp"
        if name in ("rt1", "rt2"):
            return bytes(12)
        if name in ("m74", "m228", "m26c", "strip1"):
            return bytes(4)
        if name == "strip0":
            return u4(NONE)
        if name == "tpad":
            return bytes(3)
        if name in ("fn0", "fn1"):
            i = int(name[2])
            if x.is_model:
                return u4(FPR[p][i]) if p in FPR else None
            return None if ee else u4(AF[p][i]) if p in AF else None
        if name[:2] == "nf" and p in NF:
            t = NF[p].get(x.flags)
            return u4(t[int(name[2])]) if t else None
        if name[:2] == "mf" and p in MF:
            t = MF[p].get(x.flags)
            return u4(t[int(name[2])]) if t else None
        if name in ("refcount", "geoptr", "parentptr") and not ee:
            return bytes(4)
        if name in ("m70", "m71") and not ee:
            return b"\0"
        if name in ("gpad", "mpad", "epad") and nm:
            return bytes(n)
        if name == "superptr" and (ee or nm):
            return bytes(4)
        return None

    def anim_field(s, o, n, name, cls, x):  # body of an animation node: constructor defaults
        nm = s.prod == "nwnmdlcomp"
        if cls == "T" or name in (
            "xgrid",
            "ygrid",
            "epad",
            "trimode",
            "tpad",
            "mpad",
            "lightmapped",
            "displacement",
            "tightness",
            "period",
        ):
            b = x.S[name] + x.G[name] if cls == "T" else x.S.get(name, x.G.get(name))
            if nm:
                s.set(o, bytes(n))
            else:
                s.garbage(o, b)
        elif cls == "S":
            d = ANIM_DEFAULT.get(name, bytes(n))
            if name in ("diffuse", "ambient"):
                d = f4(*[1.0 if s.prod == "ee" else 0.8 if name == "diffuse" else 0.2] * 3)
            if name in ("shadow", "render") and x.flags & 0x200:
                d = bytes(4)
            if name == "shadow" and x.flags & 2:
                d = u4(1)
            if name == "average" and nm:
                d = u4(0xFFC00000) * 3
            s.fixed(o, x.S[name], d)
        elif cls == "G":
            c = s.canon(name, x, n)
            if c is None:
                s.garbage(o, x.G[name])
            else:
                s.fixed(o, x.G[name], c)
        elif cls == "R":
            s.fixed(o, x.G[name], u4(len(s.r)) if name in ("verts", "norm") and not nm else u4(NONE))
        else:
            s.fixed(
                o,
                x.G[name],
                (
                    struct.pack("<III", s.pos(), 0, 0)
                    if name in ("icount", "ilist", "constraints") and s.cursor_empty
                    else bytes(n)
                ),
            )

    # ---- pieces
    def hdr(s, o, x, q, n):  # header of an array that is filled after its elements are placed
        s.arrhdr(o + q, s.pos() if n or s.cursor_empty else 0, n)
        if s.layout and not n:
            s.set(o + q, x.B[q : q + 12])

    def model(s, m):
        m.is_model = True
        o = s.put(bytes(0xE8), 0)
        s.fields(o, S.MODEL, m)
        s.hdr(o, m, 0x78, len(m.anims))
        p = s.put(bytes(4 * len(m.anims)), s.orig(m, 0x78))
        for i, a in enumerate(m.anims):
            s.u32(p + 4 * i, s.anim(a), 0)
        s.u32(o + 0x48, s.node(m.root) if m.root else 0, 0 if m.root else None)

    def anim(s, a):
        a.is_model = False
        o = s.put(bytes(0xC4), getattr(a, "o", None))
        s.fields(o, S.ANIM, a)
        p = s.pos() if a.events else 0
        s.arrhdr(o + 0xB8, p, len(a.events))
        q = s.put(bytes(36 * len(a.events)), s.orig(a, 0xB8) if s.layout else None)
        for i, e in enumerate(a.events):
            s.fields(q + 36 * i, S.EVENT, e)
        if s.layout and not a.events:
            s.set(o + 0xB8, a.B[0xB8:0xC4])
        s.u32(o + 0x48, s.node(a.root) if a.root else 0, 0 if a.root else None)
        return o

    def node(s, n):
        fl = n.flags
        o = s.put(bytes(size_of(fl, n.slots)), getattr(n, "o", None))
        A = n.A
        s.fields(o, S.NODE, n)
        s.fields(o, [x for x in S.parts(fl) if x[0] >= 0x70], n, not n.real)
        if n.real:
            if fl & 2:
                s.light(o, n)
            if fl & 0x40:
                s.skin(o, n)
            if fl & 0x80:
                for q, nm in ((0x298, "vsets"), (0x29C, "tsets")):
                    if A[nm]:
                        s.u32(o + q, s.put(A[nm], s.orig(n, q)), 0)
                    else:
                        s.fixed(o + q, n.G[nm], u4(s.pos()))  # nwnmdlcomp: cursor
            if fl & 0x100:
                s.array(o + 0x270, A["constraints"], 4, x=n, q=0x270)
            if fl & 0x200:
                if A["aabb"]:
                    s.u32(o + 0x270, s.aabb(A["aabb"]), 0)
            if fl & 0x20:
                s.mesh(o, n)
        elif fl & 0x40:
            s.garbage(o + 0x2B0, n.inline)
        # children, then keys and data AFTER the whole subtree of children
        k = n.children
        s.hdr(o, n, 0x48, len(k))
        p = s.put(bytes(4 * len(k)), s.orig(n, 0x48))
        for i, c in enumerate(k):
            s.u32(p + 4 * i, s.node(c), 0)
        b = b"".join(struct.pack("<ihHHBB", *x[:5], 0) for x in n.keys)
        q = s.pos()
        s.array(o + 0x54, b, 12, x=n, q=0x54)
        for i, x in enumerate(n.keys):
            (
                s.garbage(q + 12 * i + 11, bytes([x[5]]))
                if s.prod != "nwnmdlcomp"
                else s.set(q + 12 * i + 11, bytes([x[5] if s.keep else 0]))
            )
        s.array(o + 0x60, n.pool, 4, x=n, q=0x60)
        return o

    def light(s, o, n):
        A = n.A
        for q, nm, z in ((0x80, "fsizes", 4), (0x8C, "fpos", 4), (0x98, "fcol", 12)):
            s.array(o + q, A[nm], z, x=n, q=q)
        t = A["ftex"]
        if t:
            p = s.put(bytes(4 * len(t)), s.orig(n, 0xA4))
            s.arrhdr(o + 0xA4, p, len(t))
            for i, x in enumerate(t):
                s.u32(p + 4 * i, s.put(x + b"\0", n.ftp[i] if s.layout else None), 0)

    def aabb(s, e):
        o = s.put(e[0] + bytes(8) + struct.pack("<iI", e[1], e[2]), e[5] if len(e) > 5 else None)
        if e[3]:
            s.u32(o + 0x18, s.aabb(e[3]), 0)
        if e[4]:
            s.u32(o + 0x1C, s.aabb(e[4]), 0)
        return o

    def mesh(s, o, n):
        A = n.A
        at = {x[2]: x[0] for x in S.MESH}
        s.array(o + 0x78, A["faces"], 32, x=n, q=0x78)
        s.array(o + 0x1F8, A["left"], 4, x=n, q=0x1F8)
        s.array(o + 0x204, A["icount"], 4, x=n, q=0x204)
        for nm, sz in RAWARR:
            if A[nm] is not None:
                s.u32(o + at[nm], s.raw(A[nm], s.orig(n, at[nm])), 1)
        if A["idx"]:
            p = s.put(bytes(4 * len(A["idx"])), s.orig(n, 0x210))
            s.arrhdr(o + 0x210, p, len(A["idx"]))
            for i, x in enumerate(A["idx"]):
                s.u32(p + 4 * i, s.raw(x, n.ilp[i] if s.layout else None), 1)
        elif s.layout:
            s.set(o + 0x210, n.B[0x210:0x21C])
        for nm, sz in RAWEE:
            if A[nm] is not None:
                s.u32(o + at[nm], s.raw(A[nm], s.orig(n, at[nm])), 1)

    def skin(s, o, n):
        A = n.A
        for q, nm in ((0x27C, "weights"), (0x280, "refs")):
            if A[nm] is not None:
                s.u32(o + q, s.raw(A[nm], s.orig(n, q)), 1)
        s.u32(o + 0x284, s.put(A["map"], s.orig(n, 0x284)), 0 if A["map"] else None)
        s.u32(o + 0x288, len(A["map"]) // 2)
        s.array(o + 0x28C, A["q"], 16, x=n, q=0x28C)
        s.array(o + 0x298, A["t"], 12, x=n, q=0x298)
        p = s.pos()
        s.array(o + 0x2A4, A["const"], 4, x=n, q=0x2A4)
        if s.prod != "nwnmdlcomp":
            s.garbage(p, A["const"])
        s.inline(o, n)

    def place(s, sizes, gaps):
        """explicit layout: every item goes to its own place, pointers follow, gap bytes are kept."""
        import bisect

        out = [bytearray(sizes[0]), bytearray(sizes[1])]
        for sec, o, b in gaps:
            out[sec][o : o + len(b)] = b
        src = (s.m, s.r)
        it = [sorted((c, n, g) for sec, c, n, g in s.items if sec == k and n) for k in (0, 1)]
        st = [[x[0] for x in it[k]] for k in (0, 1)]

        def new(k, v):
            c, n, g = it[k][bisect.bisect_right(st[k], v) - 1]
            return g + v - c

        for k in (0, 1):
            for c, n, g in it[k]:
                out[k][g : g + n] = src[k][c : c + n]
        for o, sec in s.rel:
            v = struct.unpack_from("<I", s.m, o)[0]
            if sec == 1 and not st[1]:
                continue
            struct.pack_into("<I", out[0], new(0, o), new(sec, v))
        return bytes(out[0]), bytes(out[1])

    def inline(s, o, n):  # slot -> node, unused slots garbage
        mp = struct.unpack("<%dh" % (len(n.A["map"]) // 2), n.A["map"])
        t = [None] * (len(n.inline) // 2)
        for i, v in enumerate(mp):
            if v >= 0 and t[v] is None:
                t[v] = i
        st = struct.unpack("<%dh" % len(t), n.inline)
        for i, v in enumerate(t):
            if v is None:
                s.garbage(o + 0x2B0 + 2 * i, struct.pack("<h", st[i]))
            else:
                s.set(o + 0x2B0 + 2 * i, struct.pack("<h", v))


def gaps_of(d, items, sizes):  # bytes that no item owns: kept as they are
    ms, rs = sizes
    out = []
    for k, (base, size) in enumerate(((12, ms), (12 + ms, rs))):
        end = 0
        for g, n in sorted((g, n) for sec, c, n, g in items if sec == k and n) + [(size, 0)]:
            if g > end:
                out.append((k, end, d[base + end : base + g]))
            end = max(end, g + n)
    return out


def encode_layout(d):
    """general fallback: model + explicit list of regions -> bytes (exact for any order, gaps and alignment)"""
    m = Reader(d).model()
    w = Writer(m.prod, True, True)
    w.model(m)
    a, b = w.place(m.sizes, gaps_of(d, w.items, m.sizes))
    return struct.pack("<III", 0, *m.sizes) + a + b


def encode(m, keep=True, prod=None):
    w = Writer(prod or m.prod, keep)
    w.model(m)
    out = struct.pack("<III", 0, len(w.m), len(w.r)) + bytes(w.m) + bytes(w.r)
    return out, {12 + i for i in w.mask}


def decode(d):
    return Reader(d).model()


def main():
    import glob
    import os

    args = sys.argv[1:]
    verbose = "-v" in args
    args = [a for a in args if a != "-v"]
    C = collections.Counter()
    garb = collections.Counter()
    tot = collections.Counter()
    for p in args:
        for f in (sorted(glob.glob(p + "/*.mdl") + glob.glob(p + "/*.MDL")) if os.path.isdir(p) else [p]):
            d = open(f, "rb").read()
            if d[:4] != b"\0\0\0\0":
                continue
            try:
                m = decode(d)
            except Exception as e:
                C["unreadable", type(e).__name__] += 1
                print(f, repr(e))
                continue
            a, mask = encode(m, False)
            b, _ = encode(m, True)
            k = m.prod
            C[k, "files"] += 1
            C[k, "b: exact with kept bits"] += b == d
            same = len(a) == len(d)
            diff = [i for i in range(min(len(a), len(d))) if a[i] != d[i]]
            un = [i for i in diff if i not in mask]
            C[k, "a: exact but masked garbage"] += same and not un
            C[k, "a0: exact with zero garbage"] += same and not diff
            garb[k] += len(diff)
            tot[k] += len(d)
            if verbose and (b != d or un or not same):
                print(
                    f.split("/")[-1],
                    k,
                    "len",
                    len(a),
                    len(d),
                    "unmasked",
                    [hex(i - 12) for i in un[:8]],
                    len(un),
                    "kept exact",
                    b == d,
                )
    for k in sorted(C, key=str):
        print(k, C[k])
    for k in garb:
        print(
            k,
            "bytes that differ from the canonical file:",
            garb[k],
            "of",
            tot[k],
            "= %.2f %%" % (100 * garb[k] / tot[k]),
        )


if __name__ == "__main__":
    main()
