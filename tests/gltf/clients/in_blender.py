"""in_blender.py PLAN OUT: imports each file of the plan in Blender, and writes what Blender has of it: OUT/NUMBER.json,
and OUT/NUMBER.npz with the positions of vertices in each pose, in glTF's axes. Runs in Blender's Python (2.9 or later)
or with the module bpy."""
import json
import logging
import os
import sys
from pathlib import Path

import numpy as np

if not hasattr(np, "bool"):
    np.bool = bool  # Debian's Blender 3.4 needs it, and Debian's numpy has it no more

import bpy  # noqa: E402


class Complaints(logging.Handler):
    """Collects what the importer logs as a warning or an error."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(record.getMessage())


def meshes_by_node():
    """Returns the mesh objects by the name of their node. If a node with a skin has children, Blender makes an empty of
    the node, and appends .001 to the name of the mesh."""
    meshes = {each.name: each for each in bpy.data.objects if each.type == "MESH" and each.name != "Icosphere"}
    return {name[:-4] if name.endswith(".001") and name[:-4] in bpy.data.objects else name: mesh
            for name, mesh in meshes.items()}


def animated():
    """Returns all that can have an action: objects and the shape keys of meshes."""
    keys = [each.data.shape_keys for each in bpy.data.objects if each.type == "MESH" and each.data.shape_keys]
    return [each.animation_data for each in [*bpy.data.objects, *keys] if each.animation_data]


def movable():
    """Returns the objects and bones, and the shape keys, by name."""
    placed = {each.name: each for each in bpy.data.objects}
    placed.update({(each.name, bone.name): bone for each in bpy.data.objects if each.pose for bone in each.pose.bones})
    return placed, {(keys.name, key.name): key for keys in bpy.data.shape_keys for key in keys.key_blocks}


class Rest:
    """The transforms and weights at rest. A clip of glTF leaves at rest what it does not move; an action of Blender leaves
    it where it is. An import with animations plays one at once, so this must be made without them."""

    def __init__(self):
        placed, keys = movable()
        self._transforms = {name: each.matrix_basis.copy() for name, each in placed.items()}
        self._weights = {name: key.value for name, key in keys.items()}

    def restore(self):
        placed, keys = movable()
        for name, matrix in self._transforms.items():
            placed[name].matrix_basis = matrix
        for name, value in self._weights.items():
            keys[name].value = value


def play(clip):
    """Plays one clip, or none."""
    for data in animated():
        data.action = None
        for track in data.nla_tracks:
            track.mute = True
            if track.name == clip:
                data.action = track.strips[0].action


def positions(mesh, graph):
    shown = mesh.evaluated_get(graph)
    data = shown.to_mesh()
    out = np.empty(3 * len(data.vertices))
    data.vertices.foreach_get("co", out)
    shown.to_mesh_clear()
    world = np.array(shown.matrix_world)
    out = out.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]
    return np.stack([out[:, 0], out[:, 2], -out[:, 1]], axis=1)  # z up -> y up


def load(file):
    """Returns the complaints of the importer."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    complaints = Complaints()
    logging.getLogger("glTFImporter").addHandler(complaints)
    try:
        bpy.ops.import_scene.gltf(filepath=file)
    except Exception as failure:  # any failure is the result  pylint: disable=broad-except
        complaints.lines.append(str(failure).strip().splitlines()[-1])
    logging.getLogger("glTFImporter").removeHandler(complaints)
    return complaints.lines


def examine(job):
    load(job["still"])
    rest = Rest()
    complaints = load(job["file"])
    meshes = meshes_by_node()
    poses = {}
    scene = bpy.context.scene
    for number, (clip, seconds) in enumerate(job["poses"]):
        play(None)
        rest.restore()
        play(clip)
        frame = seconds * scene.render.fps / scene.render.fps_base
        scene.frame_set(int(frame), subframe=frame - int(frame))
        graph = bpy.context.evaluated_depsgraph_get()
        for name, mesh in meshes.items():
            poses[f"{number}/{name}"] = positions(mesh, graph)
    tracks = sorted({track.name for data in animated() for track in data.nla_tracks})
    return {"complaints": complaints, "clips": tracks, "version": bpy.app.version_string,
            "bones": [bone.name for armature in bpy.data.armatures for bone in armature.bones],
            "objects": [each.name for each in bpy.data.objects],
            "vertices": {name: len(mesh.data.vertices) for name, mesh in meshes.items()},
            "materials": [each.name for each in bpy.data.materials],
            "images": [list(each.size) for each in bpy.data.images if each.type == "IMAGE"],
            "attributes": sorted({a.name for mesh in meshes.values() for a in mesh.data.attributes
                                  if a.name.startswith("_")})}, poses


def main():
    plan, out = (sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else sys.argv[1:])[:2]
    for number, job in enumerate(json.loads(Path(plan).read_text(encoding="utf-8"))):
        found, poses = examine(job)
        Path(out, f"{number}.json").write_text(json.dumps(found), encoding="utf-8")
        np.savez(Path(out, f"{number}.npz"), **poses)
    sys.stdout.flush()
    os._exit(0)  # the module bpy 4.2 crashes when Python ends


main()
