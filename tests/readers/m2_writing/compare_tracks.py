"""Compares the tracks of two models at random times."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import m2 as reader
import random


def om(path):
    b = open(path, "rb").read()
    return reader.Model(b, os.path.splitext(path)[0])


def tracks_of(M):
    out = []
    for i, (par, piv, tr) in enumerate(M.bone):
        out += tr
    for a, b in M.colors:
        out += [a, b]
    return out + list(M.weights)


def compare_tracks(A, B, pairs, seed=1, maxp=25):
    rnd = random.Random(seed)
    bad = 0
    if len(pairs) > maxp:
        pairs = rnd.sample(pairs, maxp)
    for i, j in pairs:
        D = A.times(i)[2]
        ts = [0, D] + [rnd.randint(0, max(0, D)) for _ in range(3)]
        for a, b in zip(tracks_of(A), tracks_of(B)):
            for t in ts:
                if a.sample(i, t) != b.sample(j, t):
                    bad += 1
    return bad
