#!/usr/bin/env python3
"""check_edits.py: renames a texture and drops an animation of each model of the corpus, writes the models, and counts in
which m2.py finds everything else unchanged."""

import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import m2 as reader
import json
import random
from corpus_files import *
from convert import mk, finish, anim_lookup, unpack_vals
from check_tables import skins as getskins, last
from check_ranges import tracks
from compare_tracks import compare_tracks, om


def seti(m, name, fmt, vals):
    l = m.root[name]
    l.raw = struct.pack("<%d%s" % (len(vals), fmt), *vals)
    l.n = len(vals)
    l.items = None
    l.space = "m2"


def rename_texture(m, i, name):
    l = m.root["textures"].items[i]["name"]
    l.raw = name + b"\0"
    l.n = len(l.raw)


def drop_animation(m, i):
    q = m.root["sequences"].items
    n = len(q)
    ring = (
        [k for k in range(n) if k != i and not m.old and seq_alias(m)(k) == i]
        if not m.old and not q[i]["flags"] & 0x40
        else []
    )
    if ring:  # the first alias becomes the real one
        k = ring[0]
        q[k]["flags"] = q[k]["flags"] & ~0x40
        for r in ring[1:]:
            q[r]["alias"] = k
    if not m.old:
        prev = [k for k in range(n) if k != i and q[k]["alias"] == i]
        for k in prev:
            q[k]["alias"] = q[i]["alias"] if q[i]["alias"] != i else k  # unlink from the ring
        if ring:
            for r in ring[1:]:
                pass
    for k in range(n):
        if q[k]["next"] == i:
            q[k]["next"] = q[i]["next"]
    fix = lambda x: x - 1 if x > i else x
    for k in range(n):
        if q[k]["next"] >= 0:
            q[k]["next"] = fix(q[k]["next"])
        q[k]["alias"] = fix(q[k]["alias"]) if q[k]["alias"] < n else q[k]["alias"]
    v = [k for k in range(n) if k != i and q[k]["id"] == q[i]["id"]]
    del q[i]
    m.root["sequences"].n -= 1
    for p, ft, t in tracks(m.schema, m.root):
        if t["gseq"] >= 0:
            continue
        if m.old:
            l = t["ranges"]
            if l.n > i:
                l.raw = l.raw[: 8 * i] + l.raw[8 * i + 8 :]
                l.n -= 1
        else:
            for k in ("times", "values"):
                if k in t and t[k].n == n and n > 1:
                    del t[k].items[i]
                    t[k].n -= 1
    L = anim_lookup([s["id"] for s in q], m.old)
    if m.root["sequence_lookup"].n or m.old:
        seti(m, "sequence_lookup", "h", L)


def save(m, stem, skins=(), prof=CLIENT):
    finish(m)
    out = encode(m, prof)
    open(stem + ".m2", "wb").write(out["m2"])
    for k, s in enumerate(skins):
        finish(s) if hasattr(s, "schema") else None


T = tempfile.mkdtemp()
shutil.rmtree(T, ignore_errors=True)
n = 0
res = collections.Counter()
rnd = random.Random(5)
for p in files():
    g = group(p)
    if g.startswith("gen") or os.path.getsize(p) > 900000:
        continue
    try:
        m = load(p)
    except Bad:
        continue
    # E1
    a = reader.facts(p)
    n += 1
    d = "%s/%d" % (T, n)
    os.makedirs(d)
    stem = d + "/x"
    if m.root["textures"].n:
        if not m.old:
            for k in range(4):
                s = beside("%s%02d.skin" % (m.stem, k))
                if s:
                    shutil.copy(s, "%s%02d.skin" % (stem, k))
        k = rnd.randrange(m.root["textures"].n)
        new = b"Textures\\A\\Much\\Longer\\Name_%d.blp" % n
        rename_texture(m, k, new)
        save(m, stem)
        b = reader.facts(stem + ".m2")

        def clean(x):
            x = json.loads(json.dumps(x))
            x["textures"][k]["name"] = ""
            x["textures"][k]["name_bytes"] = 0
            for v in x["views"]:
                v.pop("coverage", None)
                for bb in v["batch_list"]:
                    for t in bb["tex"]:
                        if t and t[0] == k:
                            t[2] = ""
            x.pop("coverage", None)
            x.pop("anim_files", None)
            return x

        res[g, "rename: all other facts equal", clean(a) == clean(b) and b["textures"][k]["name"] == new.decode()] += 1
    # E2
    m = load(p)
    nq = m.root["sequences"].n
    if nq > 1 and all(s is not None for s in m.store):
        i = rnd.randrange(nq)
        A = om(p)
        drop_animation(m, i)
        n += 1
        d = "%s/%d" % (T, n)
        os.makedirs(d)
        stem = d + "/x"
        if not m.old:
            for l in m.lists:
                l.space = "m2"
            for s in m.root["sequences"].items:
                s["flags"] |= 0x20
            m.store = ["m2"] * (nq - 1)
        m.spaces = {"m2": b""}
        save(m, stem)
        B = om(stem + ".m2")
        keep = [k for k in range(nq) if k != i]
        w = compare_tracks(A, B, [(k, j) for j, k in enumerate(keep)])
        ff = [[x[0], x[1]] for x in B.out["find"]]
        ids = [s["id"] for s in B.seqs]
        res[g, "drop animation: samples of the others equal", w == 0] += 1
        res[g, "drop animation: lookup finds the first of every id", all(x[1] == ids.index(x[0]) for x in ff)] += 1
        ea = [[[t for s, t in e["fires"] if s == k] for k in keep] for e in A.out["events"]]
        eb = [[[t for s, t in e["fires"] if s == j] for j in range(len(keep))] for e in B.out["events"]]
        res[g, "drop animation: events equal", ea == eb] += 1
    shutil.rmtree(d, ignore_errors=True)
for k, v in sorted(res.items(), key=str):
    print(k, v)
