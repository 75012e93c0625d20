"""Samples, and what a person does to their glTF files."""
import shutil
import tempfile

from glb import append
from tool import MODELS, Tool, finish

SAMPLES = [["effigy_grimrock.model", "effigy_grimrock2.animation"], ["effigy_grimrock.model", "effigy_grimrock1.animation"],
           ["effigy_shinobi.model", "effigy_shinobi.animation"], ["effigy_p3d.p3d", "effigy_p3d.rtm"]]


def primitives(glb):
    return [each for mesh in glb.json["meshes"] for each in mesh["primitives"]]


def add_node(glb, node):
    glb.json["nodes"].append(node)
    glb.json["scenes"][0]["nodes"].append(len(glb.json["nodes"]) - 1)


def add_attribute(glb, name, of, form, shape):
    for each in glb.json["meshes"][0]["primitives"]:
        count = glb.json["accessors"][each["attributes"]["POSITION"]]["count"]
        each["attributes"][name] = append(glb, [of(i) for i in range(count)], form, shape, form[-1] != "f")


def add_object(glb, material):
    drawn = {key: value for key, value in primitives(glb)[0].items() if key != "material" or material}
    drawn["attributes"] = {key: value for key, value in drawn["attributes"].items() if key in ("POSITION", "NORMAL")}
    glb.json["meshes"].append({"name": "Box", "primitives": [drawn]})
    add_node(glb, {"name": "Box", "mesh": len(glb.json["meshes"]) - 1})


def fewer_triangles(glb, number, left):
    drawn = primitives(glb)[number]
    glb.json["accessors"].append({**glb.json["accessors"][drawn["indices"]], "count": left})
    drawn["indices"] = len(glb.json["accessors"]) - 1


def lose_texcoords(glb):
    for drawn in glb.json["meshes"][0]["primitives"]:
        sets = sorted(each for each in drawn["attributes"] if each.startswith("TEXCOORD_"))
        drawn["attributes"][sets[0]] = drawn["attributes"].pop(sets[-1])  # the last one has the numbers of vertices
        for each in sets[1:-1]:
            del drawn["attributes"][each]


def new_material(glb, color):
    glb.json["materials"].append({"name": "Material", "doubleSided": True,
                                  "pbrMetallicRoughness": {"baseColorFactor": color, "metallicFactor": 0}})
    primitives(glb)[0]["material"] = len(glb.json["materials"]) - 1


def image(glb):
    glb.json["images"], glb.json["textures"] = [{"uri": "bark_co.png"}], [{"source": 0}]
    for each in glb.json["materials"]:
        each.pop("extras", None)
        each["pbrMetallicRoughness"] = {"baseColorTexture": {"index": 0}}


def light(glb, name, at):
    glb.json["extensions"] = {"KHR_lights_punctual": {"lights": [{"type": "point", "intensity": 543.5}]}}
    glb.json["extensionsUsed"] = ["KHR_lights_punctual"]
    add_node(glb, {"name": name, "translation": at, "extensions": {"KHR_lights_punctual": {"light": 0}}})


def camera(glb, name, at):
    glb.json["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1, "aspectRatio": 1.5}}]
    add_node(glb, {"name": name, "translation": at, "camera": 0})


def each_node(glb, member, value):
    for node in glb.json["nodes"]:
        if "skin" not in node and "matrix" not in node:
            node[member] = [a * b if member == "scale" else a + b for a, b in zip(node.get(member, [1, 1, 1]), value)]


def reparent(glb):
    for node in glb.json["nodes"]:
        glb.json["scenes"][0]["nodes"] += node.pop("children", []) if "mesh" in node else []


def rename(parts, suffix):
    for each in parts:
        each["name"] += suffix


def run_each(path, tests):
    """Calls each test with a tool whose folder has the samples."""
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(MODELS, folder, dirs_exist_ok=True)
            test(Tool(path, folder))
    finish()
