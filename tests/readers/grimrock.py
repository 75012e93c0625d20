#!/usr/bin/env python3
"""Facts of Legend of Grimrock / Shinobi engine files: MDL1 v2 and v4 models, ANIM v1, v2 and v3 animations.

  grimrock.py FILE...                  one JSON object per file and line; "file" is the base name
  grimrock.py --root DIR [FILE...]     "file" is the path relative to DIR; without FILE... every *.model and
                                       *.animation below DIR, sorted by that path

The schema is in docs/notes/grimrock.md, section "Facts schema". Standard library only, slow and plain on
purpose. All arithmetic is in double precision on the float32 values of the file.
"""
import json, math, os, struct, sys, zlib

SLOTS = 15
POSITION, NORMAL, TANGENT, BITANGENT, COLOR, TEXCOORD0, BONE_INDEX, BONE_WEIGHT = 0, 1, 2, 3, 4, 5, 13, 14
TYPE_SIZE = (1, 2, 4, 4)            # 0 byte, 1 int16, 2 int32, 3 float32
TYPE_CODE = ("B", "h", "i", "f")
IDENTITY, SAMPLE_PARTS = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0), (0.0, 0.25, 0.5, 1.0)


class Bad(Exception):
    """A file that must be rejected; the text is one of the error words of the schema."""


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        if n > len(self.data) - self.at:
            raise Bad("truncated")
        self.at += n
        return self.data[self.at - n:self.at]

    def i32(self):
        return struct.unpack("<i", self.take(4))[0]

    def count(self):
        n = self.i32()
        if n < 0:
            raise Bad("bad_value")
        return n

    def f32(self, n):
        return struct.unpack("<%df" % n, self.take(4 * n))

    def text(self):
        return self.take(self.count()).decode("latin-1")


def bulk(raw, n, **more):
    return dict(n=n, crc="%08x" % zlib.crc32(raw), **more)


def num(x):
    if x != x:
        return "nan"
    if x in (math.inf, -math.inf):
        return "inf" if x > 0 else "-inf"
    x = float("%.7g" % x)
    return x if x else 0.0


def nums(xs):
    return [num(x) for x in xs]


def lowest(xs):
    return min((x for x in xs if x == x), default=0.0)


def highest(xs):
    return max((x for x in xs if x == x), default=0.0)


def box(points):
    """[min x, min y, min z, max x, max y, max z]; six zeros for no points; NaN ignored."""
    axes = list(zip(*points)) or [(), (), ()]
    return [lowest(a) for a in axes] + [highest(a) for a in axes]


def mean(points):
    """[x, y, z] over the points whose three numbers are finite; empty where there is none."""
    good = [p for p in points if math.isfinite(p[0] + p[1] + p[2])]
    return nums(sum(a) / len(good) for a in zip(*good))


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def sub(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def length(a):
    return math.sqrt(dot(a, a))


def vector_by(m, v):
    return tuple(m[k] * v[0] + m[3 + k] * v[1] + m[6 + k] * v[2] for k in range(3))


def point_by(m, v):
    x, y, z = vector_by(m, v)
    return (x + m[9], y + m[10], z + m[11])


def multiply(a, b):
    """The matrix that applies b first, then a. 12 numbers: images of the three axes, then the translation."""
    return vector_by(a, b[0:3]) + vector_by(a, b[3:6]) + vector_by(a, b[6:9]) + point_by(a, b[9:12])


def determinant(m):
    return dot(m[0:3], cross(m[3:6], m[6:9]))


def inverse(m):
    """The inverse, or None where the determinant is not a finite number other than 0."""
    d = determinant(m)
    if not d or not math.isfinite(d):
        return None
    rows = cross(m[3:6], m[6:9]), cross(m[6:9], m[0:3]), cross(m[0:3], m[3:6])
    inv = tuple(rows[j][k] / d for k in range(3) for j in range(3))
    return inv + tuple(-x for x in vector_by(inv, m[9:12]))


def gltf_vector(v):
    return (-v[0], v[1], v[2])


def gltf_matrix(m):
    """diag(-1,1,1) * m * diag(-1,1,1)."""
    return (m[0], -m[1], -m[2], -m[3], m[4], m[5], -m[6], m[7], m[8], -m[9], m[10], m[11])


class Part:                     # a node, a mesh or a vertex array
    def __init__(self, **values):
        self.__dict__.update(values)


def read_mesh(r, version):
    m = Part()
    m.version = 0
    if version == 2:
        if r.take(4) != b"MESH":
            raise Bad("bad_magic")
        m.version = r.i32()
        if m.version != 2:
            raise Bad("bad_version")
    m.vertices = r.count()
    m.arrays = []
    for _ in range(SLOTS):
        kind, dim, stride = r.i32(), r.i32(), r.i32()
        if not 0 <= kind <= 3 or not 0 <= dim <= 4 or stride < 0:
            raise Bad("bad_value")
        if stride and (dim == 0 or stride < dim * TYPE_SIZE[kind]):
            raise Bad("bad_value")
        offset = r.at
        m.arrays.append(Part(kind=kind, dim=dim, stride=stride, offset=offset, raw=r.take(m.vertices * stride)))
    n = r.count()
    m.index_offset = r.at
    m.index_raw = r.take(4 * n)
    m.indices = struct.unpack("<%di" % n, m.index_raw)
    if n and (min(m.indices) < 0 or max(m.indices) >= m.vertices):
        raise Bad("out_of_bounds")
    m.segments = []
    for _ in range(r.count()):
        material, primitive = r.text(), r.i32()
        m.segments.append((material, primitive, r.count(), r.count()))
    m.bounds_raw = bytes(r.data[r.at:r.at + 40])
    m.bounds = r.f32(10)
    return m


def read_model(r):
    version = r.i32()
    if version not in (2, 4):
        raise Bad("bad_version")
    count, nodes = r.count(), []
    for _ in range(count):
        n = Part()
        n.name = r.text()
        start = r.at
        if version == 2:
            n.local = r.f32(12)
        else:
            p, axes, s = r.f32(3), r.f32(9), r.f32(3)
            n.local = tuple(axes[3 * k + j] * s[k] for k in range(3) for j in range(3)) + p
        n.raw = r.data[start:r.at]
        n.parent, n.kind = r.i32(), r.i32()
        n.mesh = n.light = None
        if n.parent >= count:
            raise Bad("out_of_bounds")
        if n.kind == 0:
            n.mesh = read_mesh(r, version)
            n.bones = []
            for _ in range(r.count()):
                node = r.i32()
                if not 0 <= node < count:
                    raise Bad("out_of_bounds")
                raw = r.take(48)
                n.bones.append((node, struct.unpack("<12f", raw), raw))
            n.emissive = r.f32(3) if version == 2 else None
            n.shadow = r.take(1)[0]
        elif n.kind == 1 and version == 2:
            n.light = (r.i32(), r.f32(6), r.take(1)[0])
        elif n.kind >= 0:
            raise Bad("bad_value")
        nodes.append(n)
    check_parents(nodes)
    return version, nodes


def check_parents(nodes):
    done = [False] * len(nodes)
    for start in range(len(nodes)):
        path, at = set(), start
        while at >= 0 and not done[at]:
            if at in path:
                raise Bad("cycle")
            path.add(at)
            at = nodes[at].parent
        for k in path:
            done[k] = True


def worlds(nodes, parents):
    """World matrices and depths (a node without a parent has depth 0)."""
    out, depth = [None] * len(nodes), [0] * len(nodes)
    for start in range(len(nodes)):
        path, at = [], start
        while at >= 0 and out[at] is None:
            path.append(at)
            at = parents[at]
        for k in reversed(path):
            p = parents[k]
            out[k] = multiply(out[p] if p >= 0 else IDENTITY, nodes[k].local)
            depth[k] = depth[p] + 1 if p >= 0 else 0
    return out, depth


def components(mesh, slot, dim):
    """All vertices of a slot as tuples of `dim` raw numbers, or None where the slot has none of that size."""
    a = mesh.arrays[slot]
    if not a.stride or a.dim < dim:
        return None
    layout = struct.Struct("<%d%s%dx" % (dim, TYPE_CODE[a.kind], a.stride - dim * TYPE_SIZE[a.kind]))
    return list(layout.iter_unpack(a.raw))


def floats(mesh, slot, dim):
    return components(mesh, slot, dim) if mesh.arrays[slot].kind == 3 else None


def repair(mesh):
    """First indices after the repair: cumulative where 3 * (sum of counts) == number of indices."""
    stored = [s[2] for s in mesh.segments]
    if any(s[1] != 2 for s in mesh.segments) or 3 * sum(s[3] for s in mesh.segments) != len(mesh.indices):
        return stored
    out, at = [], 0
    for s in mesh.segments:
        out.append(at)
        at += 3 * s[3]
    return out


def cover(mesh):
    """How the stored (not repaired) ranges use the index list."""
    n = len(mesh.indices)
    change, beyond = {}, 0
    for _, primitive, first, count in mesh.segments:
        if primitive == 2 and count:
            beyond += min(3 * count, max(0, first + 3 * count - n))
            lo, hi = min(first, n), min(first + 3 * count, n)
            if lo < hi:
                change[lo] = change.get(lo, 0) + 1
                change[hi] = change.get(hi, 0) - 1
    once = twice = depth = last = 0
    for at in sorted(change):
        once, twice = once + (at - last) * (depth >= 1), twice + (at - last) * (depth >= 2)
        depth, last = depth + change[at], at
    return dict(overlap=twice, uncovered=n - once, beyond=beyond)


def triangles(mesh, first, count):
    """The triangles of a range that lie wholly inside the index list."""
    inside = min(count, max(0, len(mesh.indices) - first) // 3)
    return [mesh.indices[first + 3 * k:first + 3 * k + 3] for k in range(inside)]


def weights_of(mesh):
    """Per vertex four weights as stored fractions; None without both skin arrays of dim 4."""
    raw = components(mesh, BONE_WEIGHT, 4)
    scale = {0: 255.0, 1: 32767.0, 2: 2147483647.0, 3: 1.0}[mesh.arrays[BONE_WEIGHT].kind]
    return None if raw is None else [tuple(x / scale for x in w) for w in raw]


def mesh_facts(node, world, all_worlds):
    m = node.mesh
    f = {"version": m.version, "num_vertices": m.vertices, "cast_shadow": node.shadow}
    f["emissive_approx"] = nums(node.emissive or ())
    f["arrays"] = []
    for k, a in enumerate(m.arrays):
        if a.kind or a.dim or a.stride:
            bad = sum(1 for v in floats(m, k, a.dim) or () for x in v if not math.isfinite(x))
            f["arrays"].append(bulk(a.raw, m.vertices, offset=a.offset, slot=k, type=a.kind, dim=a.dim,
                                    stride=a.stride, nonfinite=bad))
    f["indices"] = bulk(m.index_raw, len(m.indices), offset=m.index_offset)
    f["index_range"] = [min(m.indices), max(m.indices)] if m.indices else []
    f["bounds"], f["bounds_approx"] = bulk(m.bounds_raw, 10), nums(m.bounds)
    first = repair(m)
    f["stored_ranges"], f["repaired"] = cover(m), first != [s[2] for s in m.segments]

    positions, normals, uv = floats(m, POSITION, 3), floats(m, NORMAL, 3), floats(m, TEXCOORD0, 2)
    here = [gltf_vector(p) for p in positions] if positions else []
    there = [gltf_vector(point_by(world, p)) for p in positions] if positions else []
    turned = [gltf_vector(n) for n in normals] if normals else []
    f["segments"], agree, most, volume, world_volume = [], 0.0, 0.0, 0.0, 0.0
    budget = len(m.indices)             # triangles: three times what a sound mesh has; bounds hostile overlaps
    for k, (material, primitive, stored, count) in enumerate(m.segments):
        area = 0.0
        s = {"material": material, "primitive": primitive, "first": stored, "count": count, "repaired_first": first[k]}
        if positions and primitive == 2:
            chosen = triangles(m, first[k], min(count, budget))
            budget -= len(chosen)
            for a, c, b in chosen:                                  # two corners swapped: glTF winding
                x = cross(sub(here[b], here[a]), sub(here[c], here[a]))
                size = length(x)
                area += 0.5 * size
                volume += dot(here[a], cross(here[b], here[c])) / 6.0
                world_volume += dot(there[a], cross(there[b], there[c])) / 6.0
                if turned:
                    n = tuple(p + q + t for p, q, t in zip(turned[a], turned[b], turned[c]))
                    if math.isfinite(size * length(n)):
                        agree, most = agree + dot(x, n), most + size * length(n)
        s["area_approx"] = num(area)
        f["segments"].append(s)
    f["volume_approx"], f["winding_approx"] = num(volume), num(agree / most if most else 0.0)
    if positions:
        f["gltf_box_approx"] = nums(box(here))
        f["gltf_mean_approx"] = mean(here)
        f["gltf_world_box_approx"] = nums(box(there))
        f["radius_approx"] = num(highest(math.dist(m.bounds[0:3], p) for p in positions))
    if normals:
        f["gltf_normal_mean_approx"] = mean(turned)
        sizes = [length(n) for n in turned]
        f["normal_length_approx"] = nums((lowest(sizes), highest(sizes)))
    tangents, bitangents = floats(m, TANGENT, 3), floats(m, BITANGENT, 3)
    if normals and tangents and bitangents:
        up = all_of = 0.0
        for n, t, b in zip(turned, tangents, bitangents):
            x, b = cross(n, gltf_vector(t)), gltf_vector(b)
            if math.isfinite(length(x) * length(b)):
                up, all_of = up + dot(x, b), all_of + length(x) * length(b)
        f["tangent_w_approx"] = num(up / all_of if all_of else 0.0)
    if uv is not None:
        us, vs = zip(*uv) if uv else ((), ())
        f["uv_box_approx"] = nums((lowest(us), lowest(vs), highest(us), highest(vs)))
    colors = components(m, COLOR, 4)
    if colors is not None and m.arrays[COLOR].kind == 0:
        f["color_sum"] = [sum(c) for c in zip(*colors)]
    f["bones"] = [b[0] for b in node.bones]
    f["inv_rest"] = bulk(b"".join(b[2] for b in node.bones), len(node.bones))
    skinned = None
    if components(m, BONE_INDEX, 4) is not None and components(m, BONE_WEIGHT, 4) is not None:
        f["skin"], skinned = skin_facts(node, world, all_worlds, positions)
    return f, world_volume, there, skinned


def skin_facts(node, world, all_worlds, positions):
    m = node.mesh
    index, weight = components(m, BONE_INDEX, 4), weights_of(m)
    f = {"used": bool(node.bones)}
    sums = [sum(w) for w in weight]
    f["weight_sum_approx"] = nums((lowest(sums), highest(sums)))
    f["influences"] = [0] * 5
    for w in weight:
        f["influences"][sum(1 for x in w if x)] += 1
    flat = [i for four in index for i in four]
    f["index_range"] = [min(flat), max(flat)] if flat else []
    if not node.bones:
        return f, None
    if m.arrays[BONE_INDEX].kind == 3:
        raise Bad("bad_value")
    if any(x and not 0 <= i < len(node.bones) for four, w in zip(index, weight) for i, x in zip(four, w)):
        raise Bad("out_of_bounds")
    matrices = [multiply(all_worlds[b[0]], b[1]) for b in node.bones]
    f["bind_to_mesh_approx"] = num(highest(abs(x - y) for s in matrices for x, y in zip(s, world)))
    f["bind_to_origin_approx"] = num(highest(abs(x - y) for s in matrices for x, y in zip(s, IDENTITY)))
    if not positions:
        return f, None
    moved = []
    for p, four, w, total in zip(positions, index, weight, sums):
        if not total > 0.0:
            moved.append(point_by(world, p))
            continue
        x = y = z = 0.0
        for i, s in zip(four, w):
            if s:
                q = point_by(matrices[i], p)
                s /= total
                x, y, z = x + s * q[0], y + s * q[1], z + s * q[2]
        moved.append((x, y, z))
    back = inverse(world)
    if back is not None:
        f["vertex_residual_approx"] = num(highest(math.dist(point_by(back, q), p) for q, p in zip(moved, positions)))
    moved = [gltf_vector(q) for q in moved]
    f["gltf_box_approx"] = nums(box(moved))
    f["gltf_mean_approx"] = mean(moved)
    return f, moved


def model_facts(r):
    version, nodes = read_model(r)
    stored = [max(n.parent, -1) for n in nodes]
    engine = list(stored)
    if nodes and stored[0] < 0:                     # the engine hangs every later parentless node on node 0
        engine = [p if p >= 0 or k == 0 else 0 for k, p in enumerate(stored)]
    world, depth = worlds(nodes, engine)
    plain, _ = worlds(nodes, stored)
    f = {"format": "MDL1", "version": version, "num_nodes": len(nodes), "nodes": []}
    total = dict(meshes=0, lights=0, vertices=0, indices=0, segments=0, bones=0)
    materials, volume, points, skinned_points = {}, 0.0, [], []
    for k, n in enumerate(nodes):
        g = {"name": n.name, "parent": n.parent, "type": n.kind, "transform": bulk(n.raw, len(n.raw) // 4),
             "local_approx": nums(n.local), "world_approx": nums(world[k]), "det_approx": num(determinant(n.local))}
        if n.mesh:
            g["mesh"], v, there, moved = mesh_facts(n, world[k], world)
            volume += v
            points += there
            skinned_points += there if moved is None else moved
            for what, size in (("meshes", 1), ("vertices", n.mesh.vertices), ("indices", len(n.mesh.indices)),
                               ("segments", len(n.mesh.segments)), ("bones", len(n.bones))):
                total[what] += size
            for material, primitive, _, count in n.mesh.segments:
                if primitive == 2:
                    materials[material] = materials.get(material, 0) + count
        elif n.light:
            kind, values, shadow = n.light
            g["light"] = {"type": kind, "color_approx": nums(values[0:3]), "range_approx": num(values[3]),
                          "spot_angle_approx": num(values[4]), "spot_sharpness_approx": num(values[5]),
                          "cast_shadow": shadow}
            total["lights"] += 1
        f["nodes"].append(g)
    names = [n.name for n in nodes]
    f["total"] = dict(total, triangles=sum(materials.values()))
    f["materials"] = [[k, materials[k]] for k in sorted(materials)]
    f["roots"] = [k for k, p in enumerate(stored) if p < 0]
    f["depth"] = max(depth, default=0)
    f["duplicate_names"] = len(names) - len(set(names))
    for what, matrices in (("world_sum_approx", world), ("world_as_stored_sum_approx", plain),
                           ("gltf_world_sum_approx", [gltf_matrix(w) for w in world])):
        f[what] = nums(sum(a) for a in zip(*matrices))
    f["gltf_world_box_approx"] = nums(box(points))
    f["gltf_skinned_box_approx"] = nums(box(skinned_points))
    f["gltf_world_volume_approx"] = num(volume)
    return f


DEFAULTS = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0))


def key(keys, frame, default):
    return keys[min(frame, len(keys) - 1)] if keys else default


def blend(channels, f0, f1, part):
    """Position, rotation, scale (10 numbers) between two frames: linear; rotation sign fixed, then normalised."""
    (p0, q0, s0), (p1, q1, s1) = [[key(c, f, d) for c, d in zip(channels, DEFAULTS)] for f in (f0, f1)]
    rest = 1.0 - part
    turn = -part if sum(a * b for a, b in zip(q0, q1)) < 0.0 else part
    p = [a * rest + b * part for a, b in zip(p0, p1)]
    q = [a * rest + b * turn for a, b in zip(q0, q1)]
    s = [a * rest + b * part for a, b in zip(s0, s1)]
    size = math.sqrt(sum(a * a for a in q))
    q = [a / size for a in q] if size else list(DEFAULTS[1])
    return p + q + s


def sample(channels, frame, frames, loop):
    f = int(frame)
    f0, f1 = (f % frames, (f + 1) % frames) if loop else (min(f, frames - 1), min(f + 1, frames - 1))
    return blend(channels, f0, f1, frame - f)


def trs_matrix(v):
    """T * R * S of ten numbers: position, rotation (x, y, z, w), scale."""
    x, y, z, w = v[3:7]
    r = (0.5 - y * y - z * z, x * y + z * w, x * z - y * w, x * y - z * w, 0.5 - z * z - x * x, y * z + x * w,
         x * z + y * w, y * z - x * w, 0.5 - x * x - y * y)
    return [2 * r[k] * v[7 + k // 3] for k in range(9)] + v[0:3]


def gltf_trs(v):
    return [-v[0], v[1], v[2], v[3], -v[4], -v[5], v[6]] + list(v[7:])


def read_keys(r, size):
    n = r.count()
    raw = r.take(4 * size * n)
    return list(struct.iter_unpack("<%df" % size, raw)), raw


def animation_facts(r):
    version = r.i32()
    if version not in (1, 2, 3):
        raise Bad("bad_version")
    f = {"format": "ANIM", "version": version}
    if version < 3:
        f["name"] = r.text()
    fps, frames, count = r.f32(1)[0], r.count(), r.count()
    f.update({"fps_approx": num(fps), "num_frames": frames, "num_items": count, "items": []})
    f["duration_approx"] = num(frames / fps) if fps > 0 and math.isfinite(fps) else 0.0
    sums, names, matrices = [[0.0] * 10 for _ in SAMPLE_PARTS], [], []
    for _ in range(count):
        g = {"node": r.text()}
        names.append(g["node"])
        offset = r.at
        if version == 1:
            keys, raw = read_keys(r, 10)
            channels = [[k[lo:hi] for k in keys] for lo, hi in ((0, 3), (3, 7), (7, 10))]
            g["keys"] = bulk(raw, len(keys), offset=offset + 4)
        else:
            channels = []
            for name, size in (("position", 3), ("rotation", 4), ("scale", 3)):
                offset = r.at + 4
                keys, raw = read_keys(r, size)
                channels.append(keys)
                g[name] = bulk(raw, len(keys), offset=offset)
        position, rotation, scale = channels
        g["position_box_approx"], g["scale_box_approx"] = nums(box(position)), nums(box(scale))
        sizes = [math.sqrt(sum(a * a for a in q)) for q in rotation]
        g["rotation_length_approx"] = nums((lowest(sizes), highest(sizes)))
        g["flips"] = sum(1 for a, b in zip(rotation, rotation[1:]) if sum(x * y for x, y in zip(a, b)) < 0.0)
        g["samples_approx"], g["loop_sample_approx"] = [], []
        if frames:
            for total, part in zip(sums, SAMPLE_PARTS):
                v = sample(channels, part * frames, frames, False)
                g["samples_approx"].append(nums(v))
                matrices += [trs_matrix(v)] if part == 0.25 else []
                for k, x in enumerate(gltf_trs(v)):
                    total[k] += x
            g["loop_sample_approx"] = nums(sample(channels, frames - 0.5, frames, True))
        f["items"].append(g)
    f["duplicate_nodes"] = len(names) - len(set(names))
    f["gltf_sums_approx"] = [nums(s) for s in sums] if frames else []
    f["matrix_sum_approx"] = nums(sum(a) for a in zip(*matrices))
    return f


def facts(data):
    """The facts of a file's bytes, without "file"."""
    try:
        r = Reader(data)
        magic = r.take(4)
        if magic == b"MDL1":
            f = model_facts(r)
        elif magic == b"ANIM":
            f = animation_facts(r)
        else:
            raise Bad("bad_magic")
    except Bad as e:
        return {"error": str(e)}
    f["size"], left = len(data), len(data) - r.at
    f["coverage"] = {"claimed": r.at, "padding": 0, "unclaimed": left, "gaps": [[r.at, left]] if left else []}
    return f


def compact(x):
    return json.dumps(x, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def walk(root):
    out = []
    for folder, _, names in os.walk(root):
        for n in names:
            if n.lower().endswith((".model", ".animation")):
                out.append(os.path.relpath(os.path.join(folder, n), root).replace(os.sep, "/"))
    return sorted(out)


def main():
    args, root = sys.argv[1:], None
    if args[:1] == ["--root"] and len(args) > 1:
        root, args = args[1], args[2:]
        args = args or [os.path.join(root, p) for p in walk(root)]
    elif not args:
        sys.exit(__doc__)
    for path in args:
        name = os.path.relpath(path, root).replace(os.sep, "/") if root else os.path.basename(path)
        with open(path, "rb") as f:
            print('{"file":' + compact(name) + "," + compact(facts(f.read()))[1:])


if __name__ == "__main__":
    main()
