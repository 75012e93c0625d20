"""Compiles meshes as nwnmdlcomp does. Needs numpy."""

import collections
import struct

import encode as E
import numpy as np
from statements import D, f


def norm(v):
    l = np.sqrt((v * v).sum())
    return v if l == 0 else v / l


def rot(q, v):
    x, y, z, w = [D(k) for k in q]
    a, b, c = [D(k) for k in v]
    t = [w * a - z * b + y * c + x, z * a + w * b - x * c + y, -y * a + x * b + w * c + z, -x * a - y * b - z * c + w]
    if STORE:
        t = [D(f(k)) for k in t]
    return np.array(
        [
            -t[3] * x + t[2] * y - t[1] * z + t[0] * w,
            -t[2] * x - t[3] * y + t[0] * z + t[1] * w,
            t[1] * x - t[0] * y - t[3] * z + t[2] * w,
        ]
    ).astype(f)


STORE = True


def mul(p, q):
    x1, y1, z1, w1 = [D(k) for k in p]
    x2, y2, z2, w2 = [D(k) for k in q]
    return np.array(
        [
            w1 * x2 - z1 * y2 + y1 * z2 + x1 * w2,
            z1 * x2 + w1 * y2 - x1 * z2 + y1 * w2,
            -y1 * x2 + x1 * y2 + w1 * z2 + z1 * w2,
            -x1 * x2 - y1 * y2 - z1 * z2 + w1 * w2,
        ]
    ).astype(f)


class Meshes:
    """The method of a compiler for meshes."""

    def mesh(s, n):
        T = n.T
        A = n.A
        tm = n.flags in (0x21, 0x221)
        V = np.array(T["verts"], f).reshape(-1, 3)
        F = T["faces"]
        nv0 = len(V)
        mxv = max([max(x[:3]) for x in F], default=-1)
        mxt = max([max(x[4:7]) for x in F], default=-1)
        if mxv > nv0 or mxt > len(T["tverts"]):
            F = []
        cross = lambda a, b: (
            np.stack(
                [
                    a[:, 1] * b[:, 2] - a[:, 2] * b[:, 1],
                    a[:, 2] * b[:, 0] - a[:, 0] * b[:, 2],
                    a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0],
                ],
                1,
            )
            if len(a)
            else np.zeros((0, 3), D)
        )
        idx = np.array([x[:3] for x in F], int).reshape(-1, 3)
        P1, P2, P3 = V[idx[:, 0]].astype(D), V[idx[:, 1]].astype(D), V[idx[:, 2]].astype(D)
        FN = cross(P2 - P1, P3 - P2)
        # vertex normals
        byv = collections.defaultdict(list)
        for k, x in enumerate(F):
            for c in range(3):
                byv[x[c]].append((k, c))
        VN = []
        vn = [[-1] * 3 for _ in F]
        for k, x in enumerate(F):
            for c in range(3):
                if vn[k][c] != -1:
                    continue
                sm = x[3]
                S = np.zeros(3, D)
                for k2, c2 in byv[x[c]]:
                    if k2 < k or vn[k2][c2] != -1:
                        continue
                    if k2 != k and not sm & F[k2][3]:
                        continue
                    S = S + FN[k2]
                    S[0] = f(S[0])
                    S[1] = f(S[1])
                    vn[k2][c2] = len(VN)
                VN.append(norm(S).astype(f))
        # bounds
        bb = np.zeros(6, f)
        if nv0:
            bb[:3] = np.minimum(0, V.min(0))
            bb[3:] = np.maximum(0, V.max(0))
        if n.flags == 0xA1 and T["animverts"]:
            W = np.array(T["animverts"], f)
            bb[:3] = np.minimum(bb[:3], W.min(0))
            bb[3:] = np.maximum(bb[3:], W.max(0))
        av = (
            (V.astype(D).sum(0) / D(nv0)).astype(f)
            if nv0
            else np.frombuffer(struct.pack("<3I", *[0xFFC00000] * 3), "<f4")
        )
        r = f(0)
        if nv0:
            dv = V.astype(D) - av.astype(D)
            r = np.sqrt((dv * dv).sum(1)).max().astype(f)
        n.S.update(
            bbox=bb.astype("<f4").tobytes(),
            average=av.astype("<f4").tobytes() if nv0 else struct.pack("<3I", *[0xFFC00000] * 3),
            radius=np.array(r, "<f4").tobytes(),
        )
        for nm, _ in E.RAWARR + E.RAWEE:
            A[nm] = None
        A.update(faces=b"", vi=b"", left=b"", icount=b"", idx=[])
        if n.flags & 0x100:
            A["constraints"] = b""
        if n.flags & 0x200:
            A["aabb"] = T["aabb"] or None
        if n.flags & 0x40:
            A.update(weights=None, refs=None, map=b"", q=b"", t=b"", const=b"")
            n.inline = bytes(0x24)
        if n.flags & 0x80:
            A.update(vsets=b"", tsets=b"")
            nvs = len(T["animverts"]) // nv0 if nv0 else 0
            nts = len(T["animtverts"]) // len(T["tverts"]) if T["tverts"] else 0
            n.S.update(nvsets=E.u4(nvs), ntsets=E.u4(nts))
        if not F:
            return
        tv = [np.array(T[q], f).reshape(-1, 3) for q in ("tverts", "tverts1", "tverts2", "tverts3")]
        cols = T["colors"] if T["colors"] and n.flags in (0x21, 0x221, 0xA1) and mxv <= len(T["colors"]) else None
        cons = T["constraints"] if n.flags & 0x100 and len(T["constraints"]) >= mxv else []
        B = []

        def build(k, c):
            x = F[k]
            v = x[c]
            key = [tuple(V[v] + f(0)), tuple(VN[vn[k][c]] + f(0))]
            tvs = []
            for i in range(4):
                if len(tv[i]):
                    q = x[4 + c] if i == 0 else T["texindices1"][k][c]
                    tvs.append(tuple(tv[i][q] + f(0)))
                else:
                    tvs.append((0, 0, 0))
            col = tuple(cols[v]) if cols else (f(1),) * 3
            cn = cons[v] if cons else f(0)
            return (key[0], key[1], tuple(tvs), col, cn), (
                v,
                x[4 + c] if len(tv[0]) else -1,
                vn[k][c],
                tvs,
                col,
                cn,
                V[v],
                k,
                c,
            )

        out = []
        faceof = []  # out: list of (vertices)
        keys = []

        def add(b):
            B.append(b[1])
            keys.append(b[0])
            return len(B) - 1

        if tm:
            fb = collections.defaultdict(list)  # key -> list of emitted faces (ascending)
            for k in range(len(F)):
                bs = [build(k, c) for c in range(3)]
                cnt = collections.Counter()
                best = None
                sets = [fb[b[0]] for b in bs]
                cand = None
                for i, j in ((0, 1), (0, 2), (1, 2)):
                    a, b = sets[i], sets[j]
                    ia = ib = 0
                    while ia < len(a) and ib < len(b):
                        if a[ia] == b[ib]:
                            if cand is None or a[ia] < cand:
                                cand = a[ia]
                            break
                        if a[ia] < b[ib]:
                            ia += 1
                        else:
                            ib += 1
                fv = []
                for c in range(3):
                    hit = -1
                    if cand is not None:
                        for w in out[cand]:
                            if keys[w] == bs[c][0]:
                                hit = w
                                break
                    fv.append(hit if hit != -1 else add(bs[c]))
                if fv[0] != fv[1] and fv[0] != fv[2] and fv[1] != fv[2]:
                    fi = len(out)
                    out.append(fv)
                    faceof.append(k)
                    for c in range(3):
                        if not fb[keys[fv[c]]] or fb[keys[fv[c]]][-1] != fi:
                            fb[keys[fv[c]]].append(fi)
        else:
            d = {}
            for k in range(len(F)):
                fv = []
                for c in range(3):
                    b = build(k, c)
                    if b[0] not in d:
                        d[b[0]] = add(b)
                    fv.append(d[b[0]])
                out.append(fv)
                faceof.append(k)
        nv = len(B)
        n.S["nverts"] = struct.pack("<H", nv & 0xFFFF)
        N3 = np.stack([norm(x) for x in FN]) if len(FN) else FN
        ed = collections.defaultdict(list)
        for k in range(len(out)):  # the compiler indexes the *unpurged* list here
            for c in range(3):
                ed[frozenset((F[k][c], F[k][(c + 1) % 3]))].append(k)
        fb = b""
        for k, fv in enumerate(out):
            p = V[F[k][0]]
            nn = N3[k]
            dd = f(-(nn[0] * D(p[0]) + nn[1] * D(p[1]) + nn[2] * D(p[2])))
            nn = nn.astype(f)
            adj = []
            for c in range(3):
                l = [x for x in ed[frozenset((F[k][c], F[k][(c + 1) % 3]))] if x != k]
                adj.append(l[0] if l else -1)
            fb += np.array(list(nn) + [dd], "<f4").tobytes() + struct.pack(
                "<i3h3H", F[faceof[k]][7], *[x if x < 32768 else x - 65536 for x in adj], *fv
            )
        A["faces"] = fb
        ix = struct.pack("<%dH" % (3 * len(out)), *[x for q in out for x in q])
        A["icount"] = E.u4(3 * len(out))
        A["idx"] = [ix]
        n.S["trimode"] = b"\3"
        A["verts"] = np.array([b[6] for b in B], "<f4").tobytes()
        A["norm"] = np.array([VN[b[2]] for b in B], "<f4").tobytes()
        ntex = 0
        for i in range(4):
            if len(tv[i]):
                A["uv%d" % i] = np.array(
                    [tv[i][F[b[7]][4 + b[8]] if i == 0 else T["texindices1"][b[7]][b[8]]][:2] for b in B], "<f4"
                ).tobytes()
                ntex += 1
        n.S["ntex"] = struct.pack("<H", ntex)
        if tm:
            A["col"] = b"".join(bytes([int(f(x * f(255) + f(0.5))) & 255 for x in b[4]]) + b"\xff" for b in B)
        if tm:
            Q = np.array([b[6] for b in B], f).astype(D)
            o = np.array(out)
            c = cross(Q[o[:, 1]] - Q[o[:, 0]], Q[o[:, 2]] - Q[o[:, 0]])
            s_ = f(0)
            for q in np.sqrt((c * c).sum(1)):
                s_ = f(D(s_) + D(f(q)) * D(0.5))
            n.S["area"] = np.array(s_, "<f4").tobytes()
        if n.flags & 0x100:
            A["constraints"] = np.array([b[5] for b in B], "<f4").tobytes()
        if n.flags & 0x80:
            W = np.array(T["animverts"], f).reshape(-1, 3)
            WT = np.array(T["animtverts"], f).reshape(-1, 3)
            A["vsets"] = b"".join(W[i * nv0 + b[0]].astype("<f4").tobytes() for b in B for i in range(nvs))
            A["tsets"] = b"".join(WT[i * len(tv[0]) + b[1]][:2].astype("<f4").tobytes() for b in B for i in range(nts))
        n.B = B
