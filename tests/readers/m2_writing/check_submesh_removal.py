#!/usr/bin/env python3
"""check_submesh_removal.py: removes a submesh of each model of the corpus, writes the models, and counts in which m2.py
finds everything else unchanged."""

import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import m2 as reader
import json
import random
from corpus_files import *
from convert import finish
from check_tables import skins as getskins


def remove_submesh(v, s):
    subs = v["submeshes"].items
    S = subs[s]
    a, n = S["vstart"], S["vcount"]
    i0 = S["istart"] + (S["level"] << 16)
    ni = S["icount"]
    idx = v["indices"]
    idx.raw = idx.raw[: 2 * a] + idx.raw[2 * (a + n) :]
    idx.n -= n
    pr = v["props"]
    pr.raw = pr.raw[: 4 * a] + pr.raw[4 * (a + n) :]
    pr.n -= n
    t = [x for x in struct.unpack("<%dH" % v["triangles"].n, v["triangles"].raw)]
    t = t[:i0] + t[i0 + ni :]
    t = [x - n if x >= a + n else x for x in t]
    v["triangles"].raw = struct.pack("<%dH" % len(t), *t)
    v["triangles"].n = len(t)
    for X in subs:
        if X is S:
            continue
        st = X["istart"] + (X["level"] << 16)
        if X["vstart"] >= a + n:
            X["vstart"] -= n
        if st >= i0 + ni:
            st -= ni
            X["istart"], X["level"] = st & 0xFFFF, st >> 16
    del subs[s]
    v["submeshes"].n -= 1
    B = v["batches"].items or []
    gs = [b["geoset"] for b in B if b["submesh"] == s]
    B[:] = [b for b in B if b["submesh"] != s]
    v["batches"].n = len(B)
    for b in B:
        if b["submesh"] > s:
            b["submesh"] -= 1
    if gs and gs[0] not in [b["geoset"] for b in B]:
        for b in B:
            if b["geoset"] > gs[0]:
                b["geoset"] -= 1
    if not B:
        v["batches"].items = None


T = tempfile.mkdtemp()
shutil.rmtree(T, ignore_errors=True)
n = 0
res = collections.Counter()
rnd = random.Random(8)
for p in files():
    g = group(p)
    if g.startswith("gen") or os.path.getsize(p) > 1500000:
        continue
    try:
        m = load(p)
        a = reader.facts(p)
    except (Bad, reader.Bad):
        continue
    if not a["views"] or len(a["views"][0]["submesh_list"]) < 2:
        continue
    n += 1
    d = "%s/%d" % (T, n)
    os.makedirs(d)
    stem = d + "/x"
    if not m.old and not beside(m.stem + "00.skin"):
        continue
    if m.old:
        v = m.root["views"].items[0]
        sk = None
    else:
        sk = load_skin(beside(m.stem + "%02d.skin" % 0))
        v = sk.root
    s = rnd.randrange(v["submeshes"].n)
    remove_submesh(v, s)
    if sk:
        finish(sk)
        open(stem + "00.skin", "wb").write(encode(sk, CLIENT)["m2"])
        shutil.copy(p, stem + ".m2")
        for j, pp in m.anim_paths.items():
            if pp:
                q = m.root["sequences"].items[j]
                shutil.copy(pp, "%s%04d-%02d.anim" % (stem, q["id"], q["variation"]))
    else:
        finish(m)
        open(stem + ".m2", "wb").write(encode(m, CLIENT)["m2"])
    b = reader.facts(stem + ".m2")
    A, B = a["views"][0], b["views"][0]
    drop = {"raw"}
    x = [{k: w for k, w in u.items() if k not in drop} for k2, u in enumerate(A["submesh_list"]) if k2 != s]
    y = [{k: w for k, w in u.items() if k not in drop} for u in B["submesh_list"]]
    res[g, "submeshes equal (area, volume, palette, centres)", x == y] += 1
    ba = [{k: w for k, w in u.items() if k != "raw"} for u in A["batch_list"] if u["raw"][3] != s]
    bb = [{k: w for k, w in u.items() if k != "raw"} for u in B["batch_list"]]
    res[g, "batches equal", ba == bb] += 1
    shutil.rmtree(d)
for k, v in sorted(res.items(), key=str):
    print(k, v)
