"""Reads glTF 2.0 (.glb, .gltf) and evaluates the positions of vertices at a time. Shares no code with effigy.

Numbers in docstrings are sections of the specification."""
import json
import struct
from pathlib import Path

import numpy as np

COMPONENTS = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
IDENTITY = np.eye(4)


class Triangles:
    """A primitive: the number of its material, or None, and the vertices of its corners."""

    def __init__(self, mesh, material, first, corners):
        self.mesh = mesh
        self.material = material
        self.first = first  # the mesh's vertex that the primitive calls 0
        self.corners = corners  # (n, 3) numbers of the mesh's vertices


class Mesh:
    """A mesh. Primitives whose attributes are in the same views share one run of vertices; vertices of the run that no
    primitive refers to are NaN."""

    def __init__(self, model, stored):
        self.name = stored.get("name", "")
        self.weights = stored.get("weights")
        self.primitives = []
        self.positions, self.normals = np.zeros((0, 3)), None
        self.texcoords = []  # an array per set
        self.targets, runs = [], {}
        for primitive in stored["primitives"]:
            if primitive.get("mode", 4) != 4:
                raise ValueError("not triangles")
            targets = [t["POSITION"] for t in primitive.get("targets", [])]
            key, first, size = self._place(model, [*primitive["attributes"].values(), *targets])
            if key not in runs:
                runs[key] = self._begin_run(size, primitive["attributes"], len(targets))
            base = runs[key] + first
            for name, values in [("positions", primitive["attributes"]["POSITION"]),
                                 ("normals", primitive["attributes"].get("NORMAL"))]:
                if values is not None:
                    getattr(self, name)[base:base + model.count(values)] = model.accessor(values)
            for k, texcoords in enumerate(self.texcoords):
                if f"TEXCOORD_{k}" in primitive["attributes"]:
                    values = primitive["attributes"][f"TEXCOORD_{k}"]
                    texcoords[base:base + model.count(values)] = model.accessor(values)
            for target, values in zip(self.targets, targets):
                target[base:base + model.count(values)] = model.accessor(values)
            for k in range(self.joints.shape[1] // 4):
                columns = slice(4 * k, 4 * k + 4)
                for to, name in [(self.joints, "JOINTS_"), (self.joint_weights, "WEIGHTS_")]:
                    if f"{name}{k}" in primitive["attributes"]:
                        values = primitive["attributes"][f"{name}{k}"]
                        to[base:base + model.count(values), columns] = model.accessor(values)
            if "indices" in primitive:
                corners = model.accessor(primitive["indices"])[:, 0].astype(np.int64)
            else:
                corners = np.arange(model.count(primitive["attributes"]["POSITION"]))
            self.primitives.append(
                Triangles(self, primitive.get("material"), base,
                          base + corners[: len(corners) // 3 * 3].reshape(-1, 3)))

    def _begin_run(self, size, attributes, target_count):
        """Appends `size` vertices to all arrays. Returns the number of the first."""
        def longer(old, width, filler):
            out = np.full((len(self.positions) + size, width), filler)
            if old is not None:
                out[:len(old), :old.shape[1]] = old
            return out

        sets = sum(name.startswith("JOINTS_") for name in attributes)
        begin = len(self.positions)
        if begin == 0:
            self.joints, self.joint_weights = np.zeros((0, 4 * sets), np.int64), np.zeros((0, 4 * sets))
            self.targets = [None] * target_count
        elif target_count != len(self.targets) or 4 * sets != self.joints.shape[1]:
            raise ValueError("primitives with different attributes")
        if "NORMAL" in attributes or self.normals is not None:
            self.normals = longer(self.normals, 3, np.nan)
        uv_sets = max([len(self.texcoords)] + [k + 1 for k in range(8) if f"TEXCOORD_{k}" in attributes])
        self.texcoords += [None] * (uv_sets - len(self.texcoords))
        self.texcoords = [longer(texcoords, 2, np.nan) for texcoords in self.texcoords]
        self.targets = [longer(target, 3, 0.0) for target in self.targets]
        self.joints, self.joint_weights = longer(self.joints, 4 * sets, 0), longer(self.joint_weights, 4 * sets, 0.0)
        self.positions = longer(self.positions, 3, np.nan)
        return begin

    @staticmethod
    def _place(model, accessors):
        """Returns the views of the accessors, their first vertex in the views, and the number of vertices there."""
        views, firsts, sizes = zip(*(model.place_in_view(number) for number in accessors if model.has_view(number)))
        if len(set(firsts)) != 1 or len(set(sizes)) != 1:
            raise ValueError("the attributes of a primitive begin at different vertices")
        return views, firsts[0], sizes[0]


class Channel:
    def __init__(self, model, stored, samplers):
        sampler = samplers[stored["sampler"]]
        self.node = stored["target"].get("node")
        self.path = stored["target"]["path"]
        self.kind = sampler.get("interpolation", "LINEAR")
        if self.kind not in ("LINEAR", "STEP"):
            raise ValueError(f"interpolation {self.kind} is not evaluated")
        self.times = model.accessor(sampler["input"])[:, 0]
        values = model.accessor(sampler["output"])
        self.values = values.reshape(len(self.times), -1)  # one row per time; for weights, all targets in a row

    def at(self, seconds, straight_rotations=False):
        """3.11 and appendix C. Clamps to the first and the last key. Compares times in single precision, the precision
        of the keys. `straight_rotations`: interpolates rotations linearly and normalises them, as Blender does."""
        k = int(np.searchsorted(self.times, float(np.float32(seconds)), side="right")) - 1
        if k < 0 or k + 1 >= len(self.times):
            return self.values[max(k, 0)]
        a, b = self.values[k], self.values[k + 1]
        t = min(max((seconds - self.times[k]) / (self.times[k + 1] - self.times[k]), 0.0), 1.0)
        if self.kind == "STEP" or t == 0:
            return a
        if self.path != "rotation":
            return a + (b - a) * t
        if straight_rotations:
            out = a * (1 - t) + b * (t if a @ b >= 0 else -t)
            return out / np.linalg.norm(out)
        return slerp(a, b, t)


def slerp(a, b, t):
    """C.4."""
    cosine = float(a @ b)
    sign = -1.0 if cosine < 0 else 1.0
    angle = np.arccos(min(abs(cosine), 1.0))
    if angle < 1e-6:
        out = a * (1 - t) + b * (sign * t)
    else:
        out = (a * np.sin(angle * (1 - t)) + b * (sign * np.sin(angle * t))) / np.sin(angle)
    return out / np.linalg.norm(out)


def compose(translation, rotation, scale):
    """T * R * S of 3.5.3."""
    x, y, z, w = rotation
    out = np.eye(4)
    out[:3, :3] = np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]) * np.asarray(scale)
    out[:3, 3] = translation
    return out


class Model:
    def __init__(self, path):
        self._folder = Path(path).parent
        self._binary = None
        data = Path(path).read_bytes()
        if data[:4] == b"glTF":
            self.json = self._chunks(data)
        else:
            self.json = json.loads(data)
        self._buffers = [self._buffer(b) for b in self.json.get("buffers", [])]
        self._accessors = {}
        self.nodes = self.json.get("nodes", [])
        self.materials = self.json.get("materials", [])
        self.meshes = [Mesh(self, m) for m in self.json.get("meshes", [])]
        self.animations = self.json.get("animations", [])
        self._channels = {}
        self.skins = [self._skin(s) for s in self.json.get("skins", [])]
        self._parents_first = self._order()

    # ---- bytes ------------------------------------------------------------------------------------------------------

    def _chunks(self, data):
        """4.4. Reads the header and the chunks."""
        _, version, length = struct.unpack_from("<4sII", data)
        if version != 2 or length != len(data):
            raise ValueError(f"GLB of version {version}, length {length} of {len(data)}")
        found = {}
        at = 12
        while at < length:
            size, kind = struct.unpack_from("<I4s", data, at)
            found.setdefault(kind, data[at + 8:at + 8 + size])
            at += 8 + size
        self._binary = found.get(b"BIN\0")
        return json.loads(found[b"JSON"])

    def _buffer(self, stored):
        data = self._binary if "uri" not in stored else (self._folder / stored["uri"]).read_bytes()
        if len(data) < stored["byteLength"]:
            raise ValueError("a buffer is too short")
        return data

    def count(self, number):
        return self.json["accessors"][number]["count"]

    def accessor(self, number):
        """3.6.2, with sparse ones. Returns (count, components) in double precision; normalised integers are converted to real numbers."""
        if number not in self._accessors:
            self._accessors[number] = self._read_accessor(self.json["accessors"][number])
        return self._accessors[number]

    def has_view(self, number):
        return "bufferView" in self.json["accessors"][number]

    def place_in_view(self, number):
        """Returns the view of an accessor, its first element in the view, and the number of elements there."""
        stored = self.json["accessors"][number]
        view = self.json["bufferViews"][stored["bufferView"]]
        size = np.dtype(COMPONENTS[stored["componentType"]]).itemsize * WIDTHS[stored["type"]]
        step = view.get("byteStride", size)
        first, rest = divmod(stored.get("byteOffset", 0), step)
        if rest:
            raise ValueError("interleaved attributes are not read")
        return stored["bufferView"], first, (view["byteLength"] + step - size) // step

    def _read_accessor(self, stored):
        kind = np.dtype(COMPONENTS[stored["componentType"]])
        shape = (stored["count"], WIDTHS[stored["type"]])
        if "sparse" in stored:
            out = self._read_accessor({key: value for key, value in stored.items() if key != "sparse"})
            part = {"count": stored["sparse"]["count"]}
            chosen = self._read_accessor({**stored["sparse"]["indices"], **part, "type": "SCALAR"})[:, 0]
            out[chosen.astype(np.int64)] = self._read_accessor(
                {**stored["sparse"]["values"], **part, "type": stored["type"], "componentType": stored["componentType"],
                 "normalized": stored.get("normalized", False)})
            return out
        if "bufferView" not in stored:
            return np.zeros(shape)
        view = self.json["bufferViews"][stored["bufferView"]]
        begin = view.get("byteOffset", 0) + stored.get("byteOffset", 0)
        size = kind.itemsize * shape[1]
        step = view.get("byteStride", size)
        end = view.get("byteOffset", 0) + view["byteLength"]
        if shape[0] and begin + step * (shape[0] - 1) + size > end:
            raise ValueError("an accessor exceeds its buffer view")
        out = np.ndarray(shape, kind, self._buffers[view["buffer"]], begin, (step, kind.itemsize)).astype(np.float64)
        if stored.get("normalized"):
            out = np.maximum(out / np.iinfo(kind).max, -1.0)
        return out

    # ---- nodes ------------------------------------------------------------------------------------------------------

    def _skin(self, stored):
        joints = stored["joints"]
        if "inverseBindMatrices" not in stored:
            return joints, np.array([IDENTITY] * len(joints))
        matrices = self.accessor(stored["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)  # by columns
        return joints, matrices[:len(joints)]

    def _order(self):
        """Returns (node, parent or None) for all nodes of the scene, parents first."""
        scene = self.json["scenes"][self.json.get("scene", 0)] if "scenes" in self.json else {}
        out = []
        waiting = [(n, None) for n in reversed(scene.get("nodes", []))]
        while waiting:
            node, parent = waiting.pop()
            out.append((node, parent))
            waiting += [(child, node) for child in reversed(self.nodes[node].get("children", []))]
        if len({node for node, _ in out}) != len(out):
            raise ValueError("a node has two parents")
        return out

    def _channels_of(self, animation):
        if animation not in self._channels:
            stored = self.animations[animation]
            self._channels[animation] = [Channel(self, c, stored["samplers"]) for c in stored["channels"]]
        return self._channels[animation]

    def pose(self, animation=None, seconds=0.0, straight_rotations=False):
        """Returns (world matrices by node, weights of morph targets by node). Without an animation: at rest."""
        changed = {}
        for channel in [] if animation is None else self._channels_of(animation):
            if channel.node is not None:
                changed.setdefault(channel.node, {})[channel.path] = channel.at(seconds, straight_rotations)
        world = {}
        weights = {}
        for node, parent in self._parents_first:
            stored = self.nodes[node]
            now = changed.get(node, {})
            if "matrix" in stored:
                if set(now) - {"weights"}:
                    raise ValueError("a node with a matrix is animated")
                local = np.array(stored["matrix"], dtype=np.float64).reshape(4, 4).T
            else:
                local = compose(now.get("translation", stored.get("translation", (0, 0, 0))),
                                now.get("rotation", stored.get("rotation", (0, 0, 0, 1))),
                                now.get("scale", stored.get("scale", (1, 1, 1))))
            world[node] = local if parent is None else world[parent] @ local
            if "mesh" in stored:
                weights[node] = now.get("weights", stored.get("weights", self.meshes[stored["mesh"]].weights))
        return world, weights

    # ---- vertices ---------------------------------------------------------------------------------------------------

    def instances(self):
        """Returns the nodes with a mesh, in ascending order."""
        return sorted(node for node, _ in self._parents_first if "mesh" in self.nodes[node])

    def mesh_of(self, node):
        return self.meshes[self.nodes[node]["mesh"]]

    def place(self, node, pose, chosen=slice(None)):
        """3.7.2.2 and 3.7.3. Returns the world positions of the chosen vertices of a node's mesh."""
        world, weights = pose
        mesh = self.mesh_of(node)
        points = mesh.positions[chosen]
        for target, weight in zip(mesh.targets, [] if weights[node] is None else weights[node]):
            if weight != 0:
                points = points + target[chosen] * weight
        points = np.concatenate([points, np.ones((len(points), 1))], axis=1)
        skin = self.nodes[node].get("skin")
        if skin is None:
            return points @ world[node][:3].T
        joints, inverse_binds = self.skins[skin]
        movers = np.array([world[j] for j in joints]) @ inverse_binds
        out = np.zeros((len(points), 3))
        for k in range(mesh.joints.shape[1]):
            weight = mesh.joint_weights[chosen, k]
            if np.any(weight):
                moved = np.einsum("nij,nj->ni", movers[mesh.joints[chosen, k], :3], points)
                out += moved * weight[:, None]
        return out

    def _matrices(self, node, world):
        """Returns the matrix of each vertex of a node's mesh."""
        mesh, skin = self.mesh_of(node), self.nodes[node].get("skin")
        if skin is None:
            return np.broadcast_to(world[node], (len(mesh.positions), 4, 4))
        joints, inverse_binds = self.skins[skin]
        movers = np.array([world[joint] for joint in joints]) @ inverse_binds
        return np.einsum("nk,nkij->nij", mesh.joint_weights, movers[mesh.joints])

    def normals(self, node, pose):
        """3.7.2.1. Returns the world normals of a node's mesh: NaN where a normal has no direction."""
        world, weights = pose
        mesh = self.mesh_of(node)
        if mesh.normals is None or weights[node] is not None and np.any(weights[node]):
            return np.full(mesh.positions.shape, np.nan)  # of morph targets, only positions are read
        linear = self._matrices(node, world)[:, :3, :3]
        with np.errstate(all="ignore"):
            cofactors = np.stack([np.cross(linear[:, :, 1], linear[:, :, 2]), np.cross(linear[:, :, 2], linear[:, :, 0]),
                                  np.cross(linear[:, :, 0], linear[:, :, 1])], axis=2)
            volume = np.linalg.det(linear)
            moved = np.einsum("nij,nj->ni", cofactors, mesh.normals) * np.where(volume < 0, -1.0, 1.0)[:, None]
            lengths = np.linalg.norm(moved, axis=1)
            return np.where(((lengths > 1e-6) & (np.abs(volume) > 1e-9))[:, None], moved / lengths[:, None], np.nan)

    def corners(self, node, pose):
        """Returns (triangles of a primitive, numbers of its vertices in the order in which the world sees them): a
        matrix that mirrors turns triangles (3.7.4)."""
        is_turned = self.nodes[node].get("skin") is None and np.linalg.det(pose[0][node][:3, :3]) < 0
        return [(each, each.corners[:, [0, 2, 1]] if is_turned else each.corners) for each in self.mesh_of(node).primitives]

    def joint_names(self, node):
        """Returns the names of the joints that the skin of a node has, by their number in the skin."""
        skin = self.nodes[node].get("skin")
        return [] if skin is None else [self.nodes[joint].get("name", "") for joint in self.skins[skin][0]]


def read(path):
    return Model(path)


def sums(points, normals, corners):
    """Returns sums over triangles: area, volume, area along the corners' normals, area along the triangles' normals."""
    p, q, r = (points[corners[:, k]] for k in range(3))
    across = np.cross(q - p, r - p)
    along = 0.0
    if normals is not None:
        along = float(np.einsum("ni,ni->", across, normals[corners].sum(axis=1))) / 6
    return {"area": float(np.linalg.norm(across, axis=1).sum()) / 2,
            "volume": float(np.einsum("ni,ni->", p, np.cross(q, r))) / 6,
            "facing": along,
            "turned": across.sum(axis=0) / 2}
