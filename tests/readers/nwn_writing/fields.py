#!/usr/bin/env python3
"""fields.py all|meaning FILE...: which fields of binary models differ from what encode.py writes without kept bytes: all, or
only those with a meaning."""

import bisect
import collections
import glob
import re
import struct
import sys

import encode as E
import records as S
from regions import F


def fields(f):
    out = []
    for s, o, n, l in f.reg:
        if s:
            continue
        m = re.match(r"^(a\d+\.|g)(\d+):(.*)$", l)
        if m:
            sch = S.parts(f.u32(o + 0x6C))
            nm = ("an" if m.group(1) != "g" else "geo") + ":%x" % f.u32(o + 0x6C)
        elif l == "model":
            sch = S.MODEL
            nm = l
        elif re.match(r"a\d+$", l):
            sch = S.ANIM
            nm = "anim"
        else:
            sch = []
            nm = re.sub(r"\d+", "#", l)
        end = 0
        for off, fmt, name, cls in sch:
            z = struct.calcsize("<" + fmt)
            out.append((o + off, z, nm + "." + name, off))
            end = off + z
        if end < n:
            out.append((o + end, n - end, nm + ".rest", end))
    return sorted(out)


def where(f, offs):
    fl = fields(f)
    st = [x[0] for x in fl]
    c = collections.Counter()
    for x in offs:
        i = bisect.bisect_right(st, x) - 1
        c[fl[i][2]] += 1
    return c


if __name__ == "__main__":
    tot = collections.defaultdict(collections.Counter)
    for p in sys.argv[2:]:
        for fn in sorted(glob.glob(p)):
            d = open(fn, "rb").read()
            f = F(d)
            f.run()
            m = E.decode(d)
            a, mask = E.encode(m, False)
            diff = [i - 12 for i in range(len(d)) if a[i] != d[i] and (sys.argv[1] == "all" or i not in mask)]
            w = where(f, diff)
            tot[f.prod] += w
    for k in tot:
        print(k, tot[k].most_common(60))
