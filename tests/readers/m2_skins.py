"""What m2.py reads of skin profiles: embedded before version 264, .skin from 264 on."""

import math

from m2_tracks import Bad, MAX_WORK, Src, U, num, nums


# ---------------------------------------------------------------- views (embedded before 264, .skin from 264 on)
SKIN_ARRAYS = ("indices", "triangles", "bone_props", "submeshes", "batches")


def view(s, at, old_sub, m=None):
    """Facts of the view whose five (count, offset) pairs stand at `at` of s."""
    b, f = s.b, {}
    A = [s.pair(at + 8 * k) for k in range(5)]
    ssize = 32 if old_sub else 48
    for (n, o), z, k in zip(A, (2, 2, 4, ssize, 24), SKIN_ARRAYS):
        f[k] = s.arr(o, n, z)
    f["bone_max"] = U("<I", b, at + 40)[0]
    idx, tri = U("<%dH" % A[0][0], b, A[0][1]) if A[0][0] else (), U("<%dH" % A[1][0], b, A[1][1]) if A[1][0] else ()
    f["identity"] = all(i == x for i, x in enumerate(idx))
    subs, total, work = [], [], 0
    for i in range(A[3][0]):
        o = A[3][1] + ssize * i
        x = U("<10H3f", b, o)
        d = {"raw": list(x[:10]), "center_approx": nums(x[10:13])}
        level, vstart, vcount, istart, icount, _, combo = x[1:8]
        if not old_sub:
            y = U("<4f", b, o + 32)
            d["sort_center_approx"], d["sort_radius_approx"] = nums(y[:3]), num(y[3])
        start = istart + (level << 16)
        work += icount + vcount
        if work > MAX_WORK:
            raise Bad("budget")
        tris = [tri[j : j + 3] for j in range(start, min(start + icount, len(tri)) - 2, 3)]
        good = [t for t in tris if max(t) < len(idx)]
        if m:
            good = [t for t in ([idx[k] for k in t] for t in good) if max(t) < len(m.pos)]
            area = vol = face = 0.0
            cen = [0.0] * 3
            for t in good:
                p, q, r = (m.pos[k] for k in t)
                c = cross(q, r, p)
                area += math.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]) / 2
                vol += (
                    p[0] * (q[1] * r[2] - q[2] * r[1])
                    + p[1] * (q[2] * r[0] - q[0] * r[2])
                    + p[2] * (q[0] * r[1] - q[1] * r[0])
                ) / 6
                for k in range(3):
                    cen[k] += (p[k] + q[k] + r[k]) / 3
                for k in t:
                    face += c[0] * m.nor[k][0] + c[1] * m.nor[k][1] + c[2] * m.nor[k][2]
            d.update(area_approx=num(area), volume_approx=num(vol), facing_approx=num(face), centroids_approx=nums(cen))
            ok = n = 0
            for k in range(vstart, min(vstart + vcount, len(idx), A[2][0])):
                if idx[k] >= len(m.pos):
                    continue
                w, bi = m.skin[idx[k]]
                pr = b[A[2][1] + 4 * k : A[2][1] + 4 * k + 4]
                for j in range(4):
                    if w[j]:
                        n += 1
                        c = combo + pr[j]
                        ok += c < len(m.bone_lookup) and m.bone_lookup[c] == bi[j]
            d["palette"] = [ok, n]
        d["bad_triangles"], d["triangles"] = len(tris) - len(good), len(good)
        total.append(len(good))
        subs.append(d)
    f["submesh_list"] = subs
    f["batch_list"], bymat = [], {}
    for i in range(A[4][0]):
        x = U("<BbHHHhHHHHHHH", b, A[4][1] + 24 * i)
        d = {"raw": list(x), "triangles": total[x[3]] if x[3] < len(total) else 0}
        bymat[x[6]] = bymat.get(x[6], 0) + d["triangles"]
        if m:
            d.update(m.resolve(x))
        f["batch_list"].append(d)
    f["material_triangles"] = [[k, bymat[k]] for k in sorted(bymat)]
    return f


def cross(q, r, p):
    a, c = (q[0] - p[0], q[1] - p[1], q[2] - p[2]), (r[0] - p[0], r[1] - p[1], r[2] - p[2])
    return (a[1] * c[2] - a[2] * c[1], a[2] * c[0] - a[0] * c[2], a[0] * c[1] - a[1] * c[0])


def skin_header(s):
    if len(s.b) < 4:
        raise Bad("truncated")
    if s.b[:4] != b"SKIN":
        raise Bad("bad_magic")
    s.need(0, 0x30)
    A = [s.pair(4 + 8 * k) for k in range(5)]
    low = min([o for n, o in A if n], default=0)
    if low >= 0x38 and len(s.b) >= 0x38:
        s.need(0x30, 8)
        return s.pair(0x30)
    return None


def skin_facts(data, m=None):
    s = Src(data)
    extra = skin_header(s)
    f = view(s, 4, False, m)
    if extra:
        f["shadow_batches"] = s.arr(extra[1], extra[0], 12)
    f["coverage"] = s.coverage()
    return f
