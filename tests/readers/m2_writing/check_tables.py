#!/usr/bin/env python3
"""check_tables.py: counts over the corpus in which models the tables that follow from others are as the rules say."""

from corpus_files import *

T = Tally()


def first(ids, mn=0):
    mx = max([i for i in ids if i >= 0], default=-1) + 1
    t = [-1] * max(mx, mn)
    for k, i in enumerate(ids):
        if i >= 0 and t[i] < 0:
            t[i] = k
    return t


def last(ids, mn=0):
    mx = max([i for i in ids if i >= 0], default=-1) + 1
    t = [-1] * max(mx, mn)
    for k, i in enumerate(ids):
        if i >= 0:
            t[i] = k
    return t


def skins(m):
    """(name, root-like dict of view, shared bone lookup)"""
    if m.old:
        return [(str(i), v) for i, v in enumerate(items(m.root["views"]))]
    out = []
    for k in range(4):
        p = beside("%s%02d.skin" % (m.stem, k))
        if p:
            try:
                out.append(("%02d" % k, load_skin(p).root))
            except Bad:
                pass
    return out


if __name__ == "__main__":
    for m in models(True):
        r = m.root
        g = m.group
        nm = os.path.basename(m.path)
        q = items(r["sequences"])
        keys = [b["key"] for b in items(r["bones"])]
        T.add("keybone = first, size max(1,max+1)", g, ints(r["key_bone_lookup"], "h") == first(keys, 1), nm)
        kk = [k for k in keys if k >= 0]
        if len(kk) != len(set(kk)):
            T.add("dup keys: first", g, ints(r["key_bone_lookup"], "h") == first(keys, 1), nm)
            T.add("dup keys: last", g, ints(r["key_bone_lookup"], "h") == last(keys, 1), nm)
        tt = [t["type"] for t in items(r["textures"])]
        T.add(
            "texreplace = last of type",
            g,
            ints(r["texture_replace"], "h") == last(tt),
            (nm, ints(r["texture_replace"], "h"), tt),
        )
        ct = [c["type"] for c in items(r["cameras"])]
        T.add(
            "camera lookup = first, at least 1 if cameras",
            g,
            ints(r["camera_lookup"], "h") == first(ct, 1 if ct else 0),
            nm,
        )
        if not m.old and q:
            # rings
            ok = True
            for i, s in enumerate(q):
                if s["flags"] & 0x40:
                    # follow alias from i until non-alias j, then ring from j returns to j through i
                    j = i
                    for _ in range(len(q)):
                        if not q[j]["flags"] & 0x40:
                            break
                        j = q[j]["alias"]
                    k = j
                    seen = []
                    for _ in range(len(q)):
                        k = q[k]["alias"]
                        seen.append(k)
                        if k == j:
                            break
                    T.add("alias on the ring of its target", g, k == j and i in seen, (nm, i, j, seen[:5]))
                else:
                    k = i
                    n = 0
                    for _ in range(len(q)):
                        k = q[k]["alias"]
                        n += 1
                        if k >= len(q) or k == i:
                            break
                    T.add(
                        "real: ring closed, others on it are aliases", g, k == i, (nm, i, s["alias"], hex(s["flags"]))
                    )
            for i, s in enumerate(q):
                if s["flags"] & 0x40:
                    j = seq_alias(m)(i)
                    t = q[j]
                    T.add(
                        "alias same duration",
                        g,
                        s["duration"] == t["duration"],
                        (nm, i, j, s["duration"], t["duration"]),
                    )
                    T.add("alias same box", g, s["box"] == t["box"] and s["radius"] == t["radius"], (nm, i, j))
                    T.add(
                        "alias 0x20 bit as target",
                        g,
                        (s["flags"] & 0x20) == (t["flags"] & 0x20),
                        (nm, i, j, hex(s["flags"]), hex(t["flags"])),
                    )
                    T.add("alias flags others: id differs", g, s["id"] != t["id"], (nm, i, j, s["id"], t["id"]))
        # distinct ids without lookup
        if not m.old:
            d = len(set(s["id"] for s in q))
            T.add(
                "lookup iff distinct ids>5", g, (r["sequence_lookup"].n > 0) == (d > 5), (nm, d, r["sequence_lookup"].n)
            )
        # lookups coverage by batches
        V = skins(m)
        for name, arr, key, fmt in (
            ("texture", "texture_lookup", "tex", "h"),
            ("coord", "texture_unit_lookup", "coord", "h"),
            ("weight", "weight_lookup", "weight", "h"),
            ("xform", "transform_lookup", "xform", "h"),
        ):
            t = ints(r[arr], fmt)
            used = set()
            cov = set()
            first_use = []
            for vn, v in V[:1]:
                for b in items(v["batches"]):
                    n = b["ntex"]
                    k = b[key]
                    for j in range(n):
                        cov.add(k + j)
                    if k not in first_use:
                        first_use.append(k)
            if V and t:
                T.add(
                    "%s lookup: view 0 batches use exactly 0..n-1" % name,
                    g,
                    cov == set(range(len(t))),
                    (nm, len(t), sorted(set(range(len(t))) - cov)[:6], sorted(cov - set(range(len(t))))[:4]),
                )
                T.add("%s lookup: first uses ascending" % name, g, first_use == sorted(first_use), (nm, first_use[:12]))
                combos = [tuple(t[k : k + 1]) for k in range(len(t))]
                if all(b["ntex"] == 1 for vn, v in V[:1] for b in items(v["batches"])):
                    T.add(
                        "%s lookup (1-texture models): no duplicate entries" % name,
                        g,
                        len(t) == len(set(t)),
                        (nm, t[:12]),
                    )
    T.show()
