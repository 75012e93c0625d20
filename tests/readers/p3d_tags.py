"""What p3d.py reads of tags."""

import math
from array import array

from p3d_bytes import U32, bounds, crc, le, num, nums, text


# ---------------------------------------------------------------- tags
def weigh(raw):
    """(selected, partial, sum of weights) of selection bytes: 0 = not selected, 1 -> 1.0, 255 -> 1/255."""
    k = len(raw) - raw.count(0)
    return k, k - raw.count(1), (256 * k - sum(raw)) / 255


def select(t, raw, np_):
    k, part, w = weigh(raw[:np_])
    t["points"], t["partial"], t["weights_approx"] = k, part, num(w)
    t["faces"] = len(raw) - np_ - raw[np_:].count(0)
    t["faces_not_one"] = t["faces"] - raw[np_:].count(1)


def proxy_of(name, raw, np_, F, starts, pi, pts):
    """The proxy a selection named 'proxy:...' stands for."""
    body = name[6:]
    head, dot, tail = body.rpartition(b".")
    ident = -1
    if dot and tail.isdigit() and len(tail) < 10:
        body, ident = head, int(tail)
    p = {"path": text(body), "id": ident, "faces": len(raw) - np_ - raw[np_:].count(0), "face": -1, "frame_approx": []}
    for i in range(np_, len(raw)):
        if raw[i]:
            p["face"] = i - np_
            break
    if p["face"] >= 0 and F.counts[p["face"]] == 3:
        s = starts[p["face"]]
        ix = pi[s : s + 3]
        if max(ix) < len(pts):
            a, b, c = (pts[i] for i in ix)
            d2 = (
                lambda x, y: (x[0] - y[0]) * (x[0] - y[0])
                + (x[1] - y[1]) * (x[1] - y[1])
                + (x[2] - y[2]) * (x[2] - y[2])
            )
            if d2(a, b) > d2(a, c):
                b, c = c, b
            if d2(a, b) > d2(b, c):
                a, c = c, a
            if d2(a, c) > d2(b, c):
                a, b = b, a
            p["frame_approx"] = nums(list(a) + [b[k] - a[k] for k in range(3)] + [c[k] - a[k] for k in range(3)])
    return p


def read_tags(r, magic, L, F, pts, uvraw):
    b = r.b
    np_, nf = len(pts), len(F.counts)
    both = np_ + nf
    pi = starts = None
    L["tags_offset"] = r.o - 4
    tags, proxies, seen = [], [], set()
    inactive = ignored = selections = 0
    while True:
        if magic == b"P3DM":
            inactive += r.take(1) != b"\1"
            name = r.cstring()
        else:
            name = r.fixed(64)
        size = r.u32()
        raw = r.take(size)
        low = name.lower()
        t = {"name": text(name), "size": size}
        ok = True
        if low[:1] != b"#":
            t["kind"] = "selection"
            selections += 1
            seen.add(low)
            ignored += name[:1] in (b"-", b".")
            ok = size == both
            if ok:
                select(t, raw, np_)
                if low.startswith(b"proxy:"):
                    if starts is None:
                        raw_c = b"".join(F.corners)
                        pi = le("I", raw_c)[0::4]
                        starts, c = [], 0
                        for k in F.counts:
                            starts.append(c)
                            c += k
                    proxies.append(dict(proxy_of(name, raw, np_, F, starts, pi, pts), tag=len(tags)))
        elif low == b"#endoffile#":
            t["kind"] = "end"
            ok = size == 0
        elif low in (b"#selected#", b"#lock#", b"#hide#"):
            t["kind"] = low[1:-1].decode()
            ok = size == both
            if ok:
                select(t, raw, np_)
        elif low == b"#sharpedges#":
            t["kind"] = "sharp_edges"
            ok = size % 8 == 0
            if ok:
                u = le("I", raw)
                e = list(zip(u[0::2], u[1::2]))
                s = set(e)
                t.update(
                    n=len(e),
                    degenerate=sum(1 for p, q in e if p == q),
                    duplicates=len(e) - len(s),
                    both_ways=sum(1 for p, q in s if p < q and (q, p) in s),
                    bad_index=sum(1 for i in u if i >= np_),
                    ascending=sum(1 for p, q in e if p < q),
                )
        elif low == b"#mass#":
            t["kind"] = "mass"
            ok = size == 4 * np_
            if ok:
                m = le("f", raw)
                g = [(x, p) for x, p in zip(m, pts) if math.isfinite(x) and math.isfinite(p[0] + p[1] + p[2])]
                tot = math.fsum(x for x, p in g)
                t.update(
                    n=np_,
                    nonfinite=sum(1 for x in m if not math.isfinite(x)),
                    negative=sum(1 for x in m if x < 0),
                    sum_approx=num(tot),
                    center_approx=(
                        nums([math.fsum(x * p[k] for x, p in g) / tot for k in range(3)]) if tot > 1e-6 else []
                    ),
                )
        elif low == b"#property#":
            t["kind"] = "property"
            ok = size == 128
            if ok:
                t["key"], t["value"] = text(r.trim(raw[:64])), text(r.trim(raw[64:]))
        elif low == b"#uvset#":
            t["kind"] = "uv_set"
            ok = size == 4 + len(uvraw)
            if ok:
                body = raw[4:]
                f = le("f", body)
                g = [(x, y) for x, y in zip(f[0::2], f[1::2]) if math.isfinite(x) and math.isfinite(y)]
                same = len(f) // 2
                if body != uvraw:
                    x, y = array("Q"), array("Q")
                    x.frombytes(body)
                    y.frombytes(uvraw)
                    same = sum(1 for i, j in zip(x, y) if i == j)
                t.update(
                    id=U32.unpack_from(raw)[0],
                    n=len(f) // 2,
                    uv_crc=crc(body),
                    same_as_faces=same,
                    nonfinite=len(f) // 2 - len(g),
                    sum_approx=nums([math.fsum(v[0] for v in g), math.fsum(v[1] for v in g)]),
                )
        elif low == b"#animation#":
            t["kind"] = "animation"
            ok = size == 4 + 12 * np_
            if ok:
                f = le("f", raw)
                xs, ys, zs = f[1::3], f[2::3], f[3::3]
                fr = [(x, y, -z) for x, y, z in zip(xs, ys, zs)]
                t["time_bits"], t["time_approx"] = "0x%08x" % U32.unpack_from(raw)[0], num(f[0])
                t["bounds_approx"] = bounds([p for p in fr if math.isfinite(p[0] + p[1] + p[2])])
                t["shift_approx"] = num(
                    math.fsum(d for d in (math.dist(p, q) for p, q in zip(fr, pts)) if math.isfinite(d))
                )
        elif low == b"#materialindex#":
            t["kind"] = "material_index"
            ok = size == 16
            if ok:
                t["values"] = ["0x%08x" % x for x in le("I", raw)]
        else:
            t["kind"] = "unknown"
        t["crc"] = crc(raw)
        if not ok:
            t["size_wrong"] = True
        tags.append(t)
        if t["kind"] == "end":
            break
    L.update(
        tags=tags,
        proxies=proxies,
        inactive_tags=inactive,
        ignored_selections=ignored,
        selections=selections,
        selection_names_clash=selections - len(seen),
    )
