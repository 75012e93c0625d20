#!/usr/bin/env python3
"""regions.py FILE: the regions of a binary model of Neverwinter Nights in the order of their offsets, with gaps."""

import struct
import sys

N = 0xFFFFFFFF


class F:
    def __init__(s, d):
        s.d = d
        _, s.ms, s.rs = struct.unpack_from("<III", d, 0)
        s.R = 12 + s.ms
        s.reg = []  # (section, off, len, label)
        s.fp = struct.unpack_from("<II", d, 12)
        s.prod = {(0x40BBC0, 0x40BBD0): "bioware", (0x46AB0C, 0x46AB1C): "nwnmdlcomp", (4, 0): "ee"}.get(s.fp, "unk")

    def u32(s, o):
        return struct.unpack_from("<I", s.d, 12 + o)[0]

    def u16(s, o):
        return struct.unpack_from("<H", s.d, 12 + o)[0]

    def add(s, sec, o, n, l):
        if n:
            s.reg.append((sec, o, n, l))

    def arr(s, o, size, l):
        p, n, m = struct.unpack_from("<III", s.d, 12 + o)
        if n:
            s.add(0, p, n * size, l)
        return p, n

    def run(s):
        s.add(0, 0, 0xE8, "model")
        p, n = s.arr(0x78, 4, "animptrs")
        s.gn = []
        s.tree(s.u32(0x48), "g", False)
        for i in range(n):
            a = s.u32(p + 4 * i)
            s.add(0, a, 0xC4, "a%d" % i)
            s.arr(a + 0xB8, 0x24, "a%d.events" % i)
            s.tree(s.u32(a + 0x48), "a%d." % i, True)
        return s.reg

    def tail(s, o, anim):
        gap = 0
        if not anim:
            ps = [s.u32(o + q) for q in (0x284, 0x28C, 0x298, 0x2A4) if s.u32(o + q + 4)]
            gap = min((p - (o + 0x2B0) for p in ps if p > o + 0x2B0), default=0)
        return gap if gap in (0x24, 0x80, 0x100) else 0x80 if s.prod == "ee" else 0x24

    def tree(s, root, pre, anim):
        cnt = 0
        st = [root] if root else []
        while st:
            o = st.pop()
            l = "%s%d" % (pre, cnt)
            cnt += 1
            fl = s.u32(o + 0x6C)
            tail = s.tail(o, anim) if fl & 0x40 else 0
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
            s.add(0, o, size, l + ":%x" % fl)
            p, n = s.arr(o + 0x48, 4, l + ".children")
            s.arr(o + 0x54, 12, l + ".keys")
            s.arr(o + 0x60, 4, l + ".data")
            st += [s.u32(p + 4 * i) for i in reversed(range(n)) if s.u32(p + 4 * i)] if n else []
            if anim and not fl & 0x80:
                continue
            if fl & 2:
                s.arr(o + 0x80, 4, l + ".fsizes")
                s.arr(o + 0x8C, 4, l + ".fpos")
                s.arr(o + 0x98, 12, l + ".fcol")
                p, n = s.arr(o + 0xA4, 4, l + ".ftex")
                for i in range(n):
                    q = s.u32(p + 4 * i)
                    e = s.d.index(b"\0", 12 + q) - 12
                    s.add(0, q, e + 1 - q, l + ".fname%d" % i)
            if fl & 0x20:
                s.mesh(o, l)
            if fl & 0x40:
                nv = s.u16(o + 0x230)
                for q, z, nm in ((0x27C, 16, "weights"), (0x280, 8, "refs")):
                    if s.u32(o + q) != N:
                        s.add(1, s.u32(o + q), nv * z, l + "." + nm)
                s.add(0, s.u32(o + 0x284), 2 * s.u32(o + 0x288), l + ".map")
                s.arr(o + 0x28C, 16, l + ".q")
                s.arr(o + 0x298, 12, l + ".t")
                s.arr(o + 0x2A4, 4, l + ".const")
            if fl & 0x80:
                nv = s.u16(o + 0x230)
                a, b, c, d = struct.unpack_from("<IIII", s.d, 12 + o + 0x298)
                if c:
                    s.add(0, a, c * nv * 12, l + ".vsets")
                if d:
                    s.add(0, b, d * nv * 8, l + ".tsets")
            if fl & 0x100:
                s.arr(o + 0x270, 4, l + ".constraints")
            if fl & 0x200:
                r = s.u32(o + 0x270)
                k = 0
                q = [r] if r else []
                while q:
                    e = q.pop()
                    s.add(0, e, 0x28, l + ".aabb%d" % k)
                    k += 1
                    L, Rr = s.u32(e + 0x18), s.u32(e + 0x1C)
                    q += [x for x in (Rr, L) if x]

    def mesh(s, o, l):
        nv = s.u16(o + 0x230)
        p, nf = s.arr(o + 0x78, 32, l + ".faces")
        s.arr(o + 0x1EC, 1, l + ".vi?")
        s.arr(o + 0x1F8, 4, l + ".left")
        pc, n1 = s.arr(o + 0x204, 4, l + ".icount")
        pl, n2 = s.arr(o + 0x210, 4, l + ".ilist")
        if nv:
            for q, z, nm in (
                (0x22C, 12, "verts"),
                (0x234, 8, "uv0"),
                (0x238, 8, "uv1"),
                (0x23C, 8, "uv2"),
                (0x240, 8, "uv3"),
                (0x244, 12, "norm"),
                (0x248, 4, "col"),
                (0x24C, 12, "b1"),
                (0x250, 12, "b2"),
                (0x254, 12, "b3"),
                (0x258, 12, "tan"),
                (0x25C, 12, "b5"),
                (0x260, 4, "hand"),
            ):
                v = s.u32(o + q)
                if v != N:
                    s.add(1, v, nv * z, l + "." + nm)
        for i in range(n1):
            c = s.u32(pc + 4 * i)
            v = s.u32(pl + 4 * i)
            if c:
                s.add(1, v, 2 * c, l + ".idx%d" % i)
            elif nf and v + 6 * nf <= s.rs:
                s.add(1, v, 6 * nf, l + ".hidx%d" % i)


if __name__ == "__main__":
    d = open(sys.argv[1], "rb").read()
    f = F(d)
    f.run()
    print(f.prod, hex(f.ms), hex(f.rs))
    lim = int(sys.argv[2]) if len(sys.argv) > 2 else 10**9
    for sec in (0, 1):
        end = 0
        for S, o, n, l in sorted(r for r in f.reg if r[0] == sec)[:lim]:
            g = o - end
            print(sec, "%6x %6x %s%s" % (o, n, l, "   GAP %d" % g if g else ""))
            end = o + n
        print("end", sec, hex(end), hex([f.ms, f.rs][sec]))
