#!/usr/bin/env python3
"""encode.py FILE...: decodes .m2 and .skin files, encodes them, and prints which are equal: with the rules of a producer
alone (CANON), with a record of what differs from them (RECORD), or not (NEVER)."""

import sys
import os
import struct
import json

from records import *


# ------------------------------------------------------------- traversal
def pos_of(t, d, base=()):
    """(Lst, path) of every list directly in record d, in field order (nested inline records expanded)."""
    for n, ft, o in t.fields:
        if isinstance(ft, List):
            yield d[n]
        elif isinstance(ft, Rec):
            yield from pos_of(ft, d[n])


def is_track(t):
    return getattr(t, "is_track", False)


def space_key(m, l, i):
    """Where element i lives; for an absent .anim ('absent', resolved animation)."""
    x = l.items[i]
    if x.space is not None:
        return x.space
    return ("absent", seq_alias(m)(i))


def order_df(m, phased, alias_of, holes=True):
    """List of Lst in writing order. phased: the lists of animations come after everything, one animation at a time."""
    out, inner = [], []

    def rec(t, d):
        for n, ft, o in t.fields:
            if isinstance(ft, List):
                lst(d[n])
            elif isinstance(ft, Rec):
                if is_track(ft) and not phased and not m.old:
                    track(ft, d[n])
                else:
                    rec(ft, d[n])

    def track(t, d):
        outs = [d[n] for n, ft, o in t.fields if isinstance(ft, List)]
        for l in outs:
            if l.n:
                out.append(l)
        for i in range(max([l.n for l in outs] or [0])):
            if alias_of(i) != i:
                continue
            for l in outs:
                if i < l.n and l.items[i].n:
                    out.append(l.items[i])

    def lst(l):
        if not l.n:
            return
        out.append(l)
        if l.items is None:
            return
        if isinstance(l.t.elem, List):
            if l.t.elem.tag == "seq":
                inner.append(l)
                return
            for x in l.items:
                lst(x)
        else:
            for x in l.items:
                rec(l.t.elem, x)

    rec(m.schema, m.root)
    if inner:
        for i in range(max(l.n for l in inner)):
            j = alias_of(i)
            for l in inner:
                if i < l.n and l.items[i].n:
                    if j == i:
                        out.append(l.items[i])
                    elif holes:
                        out.append(("hole", l.items[i].n * l.items[i].t.elem.size, space_key(m, l, i)))
    return out


def pack(t, d, offs, buf, at):
    for n, ft, o in t.fields:
        if isinstance(ft, Leaf):
            x = d[n]
            struct.pack_into(ft.fmt, buf, at + o, *(x if isinstance(x, tuple) else (x,)))
        elif isinstance(ft, List):
            l = d[n]
            struct.pack_into("<II", buf, at + o, l.n, offs.get(id(l), 0))
        else:
            pack(ft, d[n], offs, buf, at + o)


def content(l, offs):
    e = l.t.elem
    if l.items is None:
        return l.raw
    buf = bytearray(l.n * e.size)
    for i, x in enumerate(l.items):
        if isinstance(e, List):
            struct.pack_into("<II", buf, i * 8, x.n, offs.get(id(x), 0))
        else:
            pack(e, x, offs, buf, i * e.size)
    return bytes(buf)


CLIENT = dict(align=16, phased=True, pad_end=True)
M2LIB = dict(align=1, phased=False, pad_end=False)
JM2LIB = dict(align=1, phased=False, pad_end="next16")  # always 1 to 16 zero bytes at the end
# 272 converted in place to 264 (MaxtorCoder/MultiConverter): client layout of the 272 file, records shrunk inside their
# old arrays,
# combos and texture unit lookup appended at the old end, the combos pair written over the name at 0x130
MULTI = dict(
    align=16,
    phased=True,
    pad_end=False,
    reserve={("cameras",): 0x74, ("particles",): 0x1EC},
    tail=[("combos",), ("texture_unit_lookup",)],
    start=0x130,
)
# LKBC_Converter: own field order, every block followed by 1 to 16 zero bytes; collision and names of textures of type
# other than 0 keep stale offsets
LKBC = dict(
    align=16,
    strict=True,
    phased=True,
    pad_end="next16",
    order=[
        "name",
        "global_sequences",
        "sequences",
        "bones",
        "sequence_lookup",
        "playable_lookup",
        "key_bone_lookup",
        "vertices",
        "views",
        "weights",
        "colors",
        "textures",
        "materials",
        "texture_replace",
        "bone_lookup",
        "texture_lookup",
        "texture_unit_lookup",
        "weight_lookup",
        "transform_lookup",
        "attachments",
        "attachment_lookup",
        "events",
        "cameras",
        "camera_lookup",
    ],
)
PROFILES = (("client", CLIENT), ("m2lib", M2LIB), ("jm2lib", JM2LIB), ("multiconverter", MULTI), ("lkbc", LKBC))


def seq_alias(m):
    if m.old or not hasattr(m, "store"):
        return lambda i: i
    q = m.root["sequences"].items or []
    res = []
    for i in range(len(q)):
        j, seen = i, set()
        while q[j]["flags"] & 0x40:
            seen.add(j)
            k = q[j]["alias"]
            if k >= len(q) or k in seen:
                break
            j = k
        res.append(j)
    return lambda i: res[i] if i < len(res) else i


def place(m, prof, rec=None, want=None):
    """Assign offsets. rec['at'] = {path: ('jump'|'detour', offset)}. want: {path: offset} of the file, to build the record."""
    alias = seq_alias(m)
    order = order_df(m, prof["phased"], alias, holes=prof.get("holes", True))
    A = prof["align"]
    al = (lambda x: (x // A + 1) * A) if prof.get("strict") else (lambda x: -(-x // A) * A)
    if "order" in prof:
        po = prof["order"]
        order.sort(key=lambda l: po.index(l.path[0]) if not isinstance(l, tuple) and l.path[0] in po else 99)
    tail = prof.get("tail", ())
    order = (
        [l for l in order if isinstance(l, tuple) or l.path not in tail]
        + ([("end", 0, "m2")] if tail else [])
        + [l for p in tail for l in order if not isinstance(l, tuple) and l.path == p]
    )
    end = {"m2": prof.get("start", m.schema.size)}
    offs = {}
    placed = []
    at = (rec or {}).get("at", {})
    new = {}
    big = dict(end)
    for k, l in enumerate(order):
        if isinstance(l, tuple):
            end[l[2]] = al(end.get(l[2], 0)) + l[1]
            big[l[2]] = max(big.get(l[2], 0), end[l[2]])
            continue
        sp = l.space if l.space is not None else ("absent", alias(l.path[-1]))
        size = l.n * l.t.elem.size
        o = end.get(sp, 0) if l.path in tail else al(end.get(sp, 0))
        kind = None
        rsv = prof.get("reserve", {}).get(l.path)
        used = l.n * rsv if rsv else size
        if want is not None and want[l.path] != o:
            # jump if the following list continues from here, else detour
            nxt = next(
                (
                    x
                    for x in order[k + 1 : k + 400]
                    if not isinstance(x, tuple)
                    and (x.space if x.space is not None else ("absent", alias(x.path[-1]))) == sp
                ),
                None,
            )
            kind = "jump"
            if nxt is not None and not (isinstance(order[k + 1], tuple)):
                w = want[nxt.path]
                if w == o or (
                    w != al(want[l.path] + size) and w >= end.get(sp, 0) and not (end.get(sp, 0) <= want[l.path] <= w)
                ):
                    kind = "detour"
            elif nxt is None and want[l.path] < end.get(sp, 0):
                kind = "detour"
            o = want[l.path]
            new[l.path] = (kind, o)
        elif l.path in at:
            kind, o = at[l.path]
        offs[id(l)] = o
        big[sp] = max(big.get(sp, 0), o + size)
        if kind != "detour":
            end[sp] = o + used
        if l.space is not None:
            placed.append((l.space, o, l))
    if not m.old:  # aliases share the lists of their animation
        for l in m.lists:
            if isinstance(l.t.elem, List) and l.t.elem.tag == "seq" and l.items:
                for i, x in enumerate(l.items):
                    j = alias(i)
                    if j != i and x.n and j < l.n:
                        offs[id(x)] = offs.get(id(l.items[j]), 0)
    return offs, placed, big, end, new


def encode(m, prof, rec=None):
    """-> {space: bytes}"""
    rec = rec or {}
    offs, placed, big, end, _ = place(m, prof, rec)
    for l in m.lists:
        if l.path in rec.get("ptr", {}):
            offs[id(l)] = rec["ptr"][l.path]
    out = {}
    for sp in m.spaces:
        if m.spaces[sp] is None:
            continue
        pe = prof["pad_end"]
        z = big.get(sp, 0)
        n = rec.get("size", {}).get(sp, (z // 16 + 1) * 16 if pe == "next16" else -(-z // 16) * 16 if pe else z)
        buf = bytearray(n)
        for o, data in rec.get("stray", {}).get(sp, ()):
            buf[o : o + len(data)] = data
        if sp == "m2":
            pack(m.schema, m.root, offs, buf, 0)
        out[sp] = buf
    for sp, o, l in placed:
        c = content(l, offs)
        out[sp][o : o + len(c)] = c
    return {k: bytes(v) for k, v in out.items()}


def layout_record(m, prof):
    """What the file needs beyond the profile: at, ptr, size, stray."""
    want = {l.path: l.off for l in m.lists}
    offs, placed, big, end, at = place(m, prof, want=want)
    rec = {"at": at, "ptr": {}, "size": {}, "stray": {}}
    for l in m.lists:
        if offs.get(id(l), 0) != l.off:
            rec["ptr"][l.path] = l.off
    got = encode(m, prof, rec)
    for sp, b in got.items():
        d = m.spaces[sp]
        if len(b) != len(d):
            rec["size"][sp] = len(d)
    if rec["size"]:
        got = encode(m, prof, rec)
    for sp, b in got.items():
        d = m.spaces[sp]
        if b == d:
            continue
        cov = bytearray(len(d))
        mark = [(0, m.schema.size)] if sp == "m2" else []
        mark += [(o, l.n * l.t.elem.size) for s2, o, l in placed if s2 == sp]
        for o, n in mark:
            cov[o : o + n] = b"\1" * len(cov[o : o + n])
        i = 0
        st = []
        while i < len(d):
            if not cov[i] and d[i]:
                j = i
                while j < len(d) and not cov[j] and (d[j] or any(d[j : j + 16])):
                    j += 1
                x = d[i:j].rstrip(b"\0")
                st.append((i, x))
                i = j
            else:
                i += 1
        rec["stray"][sp] = st
    return {k: v for k, v in rec.items() if v}


def rec_size(rec):
    """Bytes of a plain binary form: 4 (list number) + 4 (offset, bit 31 = detour) per entry; strays 8 + length."""
    return (
        8 * (len(rec.get("at", ())) + len(rec.get("ptr", ())))
        + 8 * len(rec.get("size", ()))
        + sum(8 + len(x) for v in rec.get("stray", {}).values() for _, x in v)
    )


def first_diff(a, b):
    n = min(len(a), len(b))
    if a[:n] == b[:n]:
        return n if len(a) != len(b) else None
    lo, hi = 0, n
    while hi - lo > 1:
        mid = (lo + hi) // 2
        if a[:mid] == b[:mid]:
            lo = mid
        else:
            hi = mid
    return lo


def where(m, sp, o):
    best = None
    for l in m.lists:
        if l.n and l.space == sp and l.off <= o < l.off + l.n * l.t.elem.size:
            best = l
    return ".".join(map(str, best.path)) if best else ("header" if sp == "m2" and o < m.schema.size else "gap")


# ------------------------------------------------------------- MD21: chunks in order, only the first payload is re-encoded
def read_chunks(b):
    out, at = [], 0
    while at + 8 <= len(b):
        tag, n = b[at : at + 4], U("<I", b, at + 4)[0]
        out.append([tag, b[at + 8 : at + 8 + n]])
        at += 8 + n
    if at != len(b):
        raise Bad("chunks")
    return out


def write_chunks(cs):
    return b"".join(t + struct.pack("<I", len(p)) + p for t, p in cs)


def measure(p):
    m = load_skin(p) if p.lower().endswith(".skin") else load(p)
    best = None
    for name, prof in PROFILES:
        got = encode(m, prof)
        ok = [sp for sp in got if got[sp] == m.spaces[sp]]
        rec = {} if len(ok) == len(got) else layout_record(m, prof)
        if rec:
            got = encode(m, prof, rec)
        good = all(got[sp] == m.spaces[sp] for sp in got)
        r = dict(
            profile=name,
            canonical=len(ok) == len(got),
            m2=got["m2"] == m.spaces["m2"],
            anims=len(got) - 1,
            exact=good,
            rec=rec_size(rec) if rec else 0,
            counts={
                k: (len(v) if k != "stray" else sum(len(x) for s in v.values() for _, x in s)) for k, v in rec.items()
            },
            r=rec,
        )
        if not good:
            r["diff"] = [
                (sp, where(m, sp, first_diff(got[sp], m.spaces[sp])), hex(first_diff(got[sp], m.spaces[sp])))
                for sp in got
                if got[sp] != m.spaces[sp]
            ][:3]
        if best is None or (r["exact"], -r["rec"]) > (best["exact"], -best["rec"]):
            best = r
        if best["canonical"]:
            break
    best["v"] = getattr(m, "v", "skin")
    best["bytes"] = sum(len(b) for b in m.spaces.values() if b)
    return best


if __name__ == "__main__":
    for p in sys.argv[1:]:
        try:
            r = measure(p)
        except Bad as e:
            print("BAD", e, p)
            continue
        print(
            r["v"],
            r["profile"],
            "CANON" if r["canonical"] else "RECORD" if r["exact"] else "NEVER",
            r["rec"],
            r["bytes"],
            r["counts"],
            r.get("diff", ""),
            p,
            flush=True,
        )
