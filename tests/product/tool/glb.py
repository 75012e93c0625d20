"""A GLB file, to edit."""
import json
import struct

COMPONENTS = {5121: "B", 5123: "H", 5125: "I", 5126: "f"}
TYPES = {form: number for number, form in COMPONENTS.items()}


class Glb:
    def __init__(self, path):
        data = path.read_bytes()
        size, = struct.unpack_from("<I", data, 12)
        self.json = json.loads(data[20:20 + size])
        self.bin = bytearray(data[28 + size:])

    def write(self, path):
        text = json.dumps(self.json).encode()
        text += b" " * (-len(text) % 4)
        path.write_bytes(struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(self.bin), len(text), 0x4E4F534A) + text +
                         struct.pack("<II", len(self.bin), 0x004E4942) + self.bin)

    def node(self, name):
        return next(each for each in self.json["nodes"] if each["name"] == name)

    def mesh(self, node):
        return self.json["meshes"][self.node(node)["mesh"]]

    def add_part(self, name, node, primitives):
        """Adds a node with some primitives of another one's mesh."""
        self.json["meshes"].append({**self.mesh(node), "name": name, "primitives": primitives})
        self.json["nodes"].append({"name": name, "mesh": len(self.json["meshes"]) - 1})
        self.json["scenes"][0]["nodes"].append(len(self.json["nodes"]) - 1)

    def place(self, accessor):
        found = self.json["accessors"][accessor]
        view = self.json["bufferViews"][found["bufferView"]]
        return view.get("byteOffset", 0) + found.get("byteOffset", 0)

    def move(self, node, way, vertex=0):
        """Moves a vertex of a node's mesh, and others at its place."""
        for primitive in self.mesh(node)["primitives"]:
            accessor = primitive["attributes"]["POSITION"]
            first = self.place(accessor)
            count = self.json["accessors"][accessor]["count"]
            stored = [struct.unpack_from("<3f", self.bin, first + 12 * i) for i in range(count)]
            for i in range(count):
                if stored[i] == stored[vertex]:
                    struct.pack_into("<3f", self.bin, first + 12 * i, *(a + b for a, b in zip(stored[i], way)))
            return

    def change_key(self, clip, path):
        """Changes a key of a channel with several keys. Returns whether there is one."""
        animation = next(each for each in self.json["animations"] if each["name"] == clip)
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            if channel["target"]["path"] == path and self.json["accessors"][sampler["output"]]["count"] > 2:
                at = self.place(sampler["output"]) + 12
                x, = struct.unpack_from("<f", self.bin, at)
                struct.pack_into("<f", self.bin, at, x + 0.25)
                return True
        return False


def numbers(glb, accessor):
    """Returns the format of an accessor's elements, and where each begins."""
    found = glb.json["accessors"][accessor]
    width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}[found["type"]]
    form = f"<{width}" + COMPONENTS[found["componentType"]]
    stride = glb.json["bufferViews"][found["bufferView"]].get("byteStride", struct.calcsize(form))
    return form, range(glb.place(accessor), glb.place(accessor) + stride * found["count"], stride)


def change(glb, accessor, element, by):
    form, places = numbers(glb, accessor)
    stored = struct.unpack_from(form, glb.bin, places[element])
    struct.pack_into(form, glb.bin, places[element], *by(*stored))


def append(glb, values, form, shape, is_share=False):
    """Returns a new accessor. `is_share`: whole numbers are parts of 1."""
    glb.bin += b"\0" * (-len(glb.bin) % 4)
    glb.json["bufferViews"].append({"buffer": 0, "byteOffset": len(glb.bin), "byteLength": len(values) * struct.calcsize(form)})
    glb.bin += b"".join(struct.pack(form, *each) for each in values)
    glb.json["buffers"][0]["byteLength"] = len(glb.bin)
    glb.json["accessors"].append({"bufferView": len(glb.json["bufferViews"]) - 1, "count": len(values), "type": shape,
                                  "componentType": TYPES[form[-1]], "normalized": is_share})
    return len(glb.json["accessors"]) - 1
