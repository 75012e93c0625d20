"""The M2 models of the corpus with their groups, and a tally of rules that hold or do not."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "support"))
from encode import *
import collections

import corpus

C = str(corpus.require(corpus.CORPUS / "m2"))


def files(ext=".m2"):
    out = []
    for d, _, fs in os.walk(C):
        for f in sorted(fs):
            if f.lower().endswith(ext) and "/ptch" not in d:
                out.append(os.path.join(d, f))
    return sorted(out)


def group(p):
    r = p[len(C) + 1 :]
    if r.startswith("generated"):
        return "gen-" + r.split("/")[1]
    if "doorknob6" in r:
        return "A256"
    if "Evolvee" in r or "FrogGenuine" in r:
        return "B260"
    if "Improved_Models" in r or "GnomePounder-" in r:
        return "K-conv256"
    if "heyitsbench" in r:
        return "M264mod"
    if r.startswith("v264"):
        return "C264"
    if r.startswith("v265"):
        return "D272"
    return "other"


def models(skip_gen=False):
    for p in files():
        g = group(p)
        if skip_gen and g.startswith("gen"):
            continue
        try:
            m = load(p)
        except Bad:
            continue
        m.group = g
        yield m


def ints(l, fmt):
    if not l.n:
        return []
    k = struct.calcsize(fmt)
    return list(struct.unpack("<%d%s" % (len(l.raw) // k, fmt), l.raw))


def items(l):
    return l.items or []


class Tally:
    def __init__(s):
        s.d = collections.OrderedDict()
        s.ex = {}

    def add(s, rule, g, ok, ex=None):
        k = (rule, g)
        a = s.d.setdefault(k, [0, 0])
        a[1] += 1
        a[0] += bool(ok)
        if not ok and ex is not None and len(s.ex.setdefault(k, [])) < 4:
            s.ex[k].append(ex)

    def show(s, ex=True):
        rules = []
        for r, g in s.d:
            if r not in rules:
                rules.append(r)
        for r in rules:
            print(r + ": " + "  ".join("%s %d/%d" % (g, *v) for (r2, g), v in sorted(s.d.items()) if r2 == r))
            if ex:
                for (r2, g), v in s.ex.items():
                    if r2 == r:
                        print("      ex", g, v)
