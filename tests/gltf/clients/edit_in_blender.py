"""edit_in_blender.py PLAN: imports each file of the plan in Blender, edits it, and exports it, all with Blender's
default options. The plan has a line of JSON per file: {"from": .., "to": .., "edit": ..}. Prints a line of JSON per
file: {"to": .., "done": whether the edit fits the file, "seconds": ..}. "rate": the frames a second of the scene, or
null. Runs with the module bpy."""
import time

import bpy

from blender_jobs import run_jobs


def meshes():
    """Returns the mesh objects, without the shape of bones that the importer makes."""
    found = [each for each in bpy.context.view_layer.objects if each.type == "MESH" and each.name != "Icosphere"]
    return sorted((each for each in found if each.data.polygons), key=lambda each: each.name)


def choose(*objects):
    bpy.ops.object.select_all(action="DESELECT")
    for each in objects:
        each.select_set(True)
    bpy.context.view_layer.objects.active = objects[0]


def curves():
    """Returns the curves of all actions that move something."""
    out = []
    for action in bpy.data.actions:
        if hasattr(action, "layers") and action.layers:
            out += [curve for layer in action.layers for strip in layer.strips for bag in strip.channelbags
                    for curve in bag.fcurves]
        else:
            out += list(action.fcurves)
    return [each for each in out if each.data_path.endswith("location") and len(each.keyframe_points) > 1]


def move_vertex():
    at = meshes()[0].data.vertices[0].co.copy()
    for vertex in meshes()[0].data.vertices:  # importers split vertices; a person would merge them by distance
        if (vertex.co - at).length < 1e-6:
            vertex.co.x += 0.25


def scale_mesh():
    first = meshes()[0]
    choose(first)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.transform.resize(value=(1.5, 1.5, 1.5))
    bpy.ops.object.mode_set(mode="OBJECT")


def add_face():
    first = meshes()[0]
    choose(first)
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="DESELECT")
    bpy.ops.mesh.primitive_plane_add(size=0.5)
    bpy.ops.object.mode_set(mode="OBJECT")


def delete_mesh():
    if len(meshes()) < 2:
        return False
    bpy.data.objects.remove(meshes()[-1])


def weigh():
    skinned = [each for each in meshes() if len(each.vertex_groups) > 1]
    if not skinned:
        return False
    names = [group.name for group in skinned[0].vertex_groups]
    used = {names[item.group] for item in skinned[0].data.vertices[0].groups}
    other = next((name for name in names if name not in used), names[-1])
    for group in skinned[0].vertex_groups:
        group.remove([0])
    skinned[0].vertex_groups[other].add([0], 1.0, "REPLACE")


def move_uvs():
    layers = meshes()[0].data.uv_layers
    if not layers:
        return False
    for corner in layers[0].data:
        corner.uv = (corner.uv[0] + 0.125, corner.uv[1])


def rename_material():
    named = [slot.material for slot in meshes()[0].material_slots if slot.material]
    if not named:
        return False
    named[0].name = "renamed"


def change_key():
    if not curves():
        return False
    changed = curves()[0]
    changed.keyframe_points[len(changed.keyframe_points) // 2].co.y += 0.25
    changed.update()


def add_clip():
    armatures = [each for each in bpy.data.objects if each.type == "ARMATURE"]
    moved = (armatures or meshes())[0]
    moved.animation_data_create()
    moved.animation_data.action = bpy.data.actions.new("brandnew")
    part = moved.pose.bones[0] if armatures else moved
    for frame, x in (0, 0.0), (12, 0.5):
        part.location.x += x
        part.keyframe_insert("location", frame=frame)


def join_meshes():
    if len(meshes()) < 2:
        return False
    choose(*meshes()[:2])
    bpy.ops.object.join()


def merge_by_distance():
    for each in meshes():
        choose(each)
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.select_all(action="SELECT")
        bpy.ops.mesh.remove_doubles(threshold=1e-5)
        bpy.ops.object.mode_set(mode="OBJECT")


def make_quads():
    for each in meshes():
        choose(each)
        bpy.ops.object.mode_set(mode="EDIT")
        bpy.ops.mesh.select_all(action="SELECT")
        bpy.ops.mesh.tris_convert_to_quads()
        bpy.ops.object.mode_set(mode="OBJECT")


EDITS = {each.__name__: each for each in (move_vertex, scale_mesh, add_face, delete_mesh, weigh, move_uvs,
                                          rename_material, change_key, add_clip, join_meshes, merge_by_distance,
                                          make_quads)}


def run(job):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = round(job["rate"] or bpy.context.scene.render.fps)
    begin = time.time()
    bpy.ops.import_scene.gltf(filepath=job["from"])
    if job["edit"] == "none":
        done = True
    else:
        done = bool(meshes()) and EDITS[job["edit"]]() is not False
    if done:
        bpy.ops.export_scene.gltf(filepath=job["to"], export_format="GLB")
    return {"to": job["to"], "done": done, "seconds": time.time() - begin}


run_jobs(run)
