#!/usr/bin/env python3
"""check_ranges.py: counts over the corpus which ranges of tracks before version 264 are as the rules say."""

from corpus_files import *
import bisect

T = Tally()
tab = {}
ex = {}


def tracks(t, d, path=()):
    for n, ft, o in t.fields:
        if isinstance(ft, Rec):
            if is_track(ft):
                yield path + (n,), ft, d[n]
            else:
                yield from tracks(ft, d[n], path + (n,))
        elif isinstance(ft, List) and d[n].items and not isinstance(ft.elem, (Leaf, List)):
            for i, x in enumerate(d[n].items):
                yield from tracks(ft.elem, x, path + (n, i))


if __name__ == "__main__":
    for m in models(False):
        if not m.old:
            continue
        r = m.root
        g = m.group
        nm = os.path.basename(m.path)
        q = items(r["sequences"])
        for p, ft, t in tracks(m.schema, r):
            ev = not any(f[0] == "values" for f in ft.fields)
            n = t["times"].n
            k = t["ranges"].n
            R = list(zip(*[iter(ints(t["ranges"], "I"))] * 2)) if k else []
            tm = ints(t["times"], "I")
            kind = "event" if ev else "value"
            cond = (kind, "global" if t["gseq"] >= 0 else "-", "n=0" if n == 0 else "n=1" if n == 1 else "n>1")
            d = "0" if k == 0 else "nseq%+d" % (k - len(q))
            tab.setdefault(cond, {}).setdefault(g, {})
            tab[cond][g][d] = tab[cond][g].get(d, 0) + 1
            if k and d != "nseq+1":
                ex.setdefault((g, d), set()).add((nm, len(q), q[0]["start"] if q else None))
            if t["gseq"] < 0 and (ev or n > 1):
                if tm == sorted(tm):
                    want = []
                    for s in q:
                        if ev:
                            want.append((bisect.bisect_left(tm, s["start"]), bisect.bisect_right(tm, s["end"])))
                        else:
                            want.append(
                                (
                                    max(bisect.bisect_right(tm, s["start"]) - 1, 0),
                                    min(bisect.bisect_left(tm, s["end"]), n - 1),
                                )
                            )
                    want2 = want + [(0, 0)]
                    T.add(
                        kind + " ranges fully reproduced (nseq+1)",
                        g,
                        R == want2,
                        (nm, ".".join(map(str, p)), R[:3], want2[:3]),
                    )
                    T.add(
                        kind + " ranges: rule incl. count nseq when single seq at 0..",
                        g,
                        R == want2[: len(R)] and len(R) in (len(q), len(q) + 1),
                        (nm, len(R), len(q)),
                    )
                else:
                    T.add("unsorted " + kind, g, False, nm)
    for c in tab:
        print(c, {g: dict(v) for g, v in tab[c].items()})
    for k, v in ex.items():
        print("ex", k, list(v)[:8])
    T.show()
