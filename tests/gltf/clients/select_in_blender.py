"""select_in_blender.py PLAN: imports each file of the plan in Blender, edits faces or objects at random, notes what
Blender's attributes `_SELECTION_NAME` say, and exports with or without the option Attributes. The plan has a line of
JSON per file: {"from": .., "to": .., "notes": .., "edit": .., "attributes": .., "seed": ..}. Prints a line of JSON per
file: {"to": .., "done": whether the edit fits the file}. Runs with the module bpy."""
import json
import random
from pathlib import Path

import bpy
import bmesh  # of bpy

from blender_jobs import run_jobs

PREFIX = "_SELECTION_"
MOST_FACES = 20000
MERGED_WITHIN = 1e-6


def levels():
    """Returns the objects that have selections, in the order of their names."""
    found = [each for each in bpy.context.view_layer.objects if each.type == "MESH" and
             0 < len(each.data.polygons) <= MOST_FACES and any(one.name.startswith(PREFIX) for one in each.data.attributes)]
    return sorted(found, key=lambda each: each.name)


def choose(*objects):
    bpy.ops.object.select_all(action="DESELECT")
    for each in objects:
        each.select_set(True)
    bpy.context.view_layer.objects.active = objects[0]


def merge():
    """Merges the vertices of the active object, which is in Edit Mode."""
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.remove_doubles(threshold=MERGED_WITHIN)


def is_mixed(thing):
    """Whether vertices at one place have different selections."""
    values = [[each.value for each in one.data] for one in thing.data.attributes if one.name.startswith(PREFIX)]
    found = {}
    return any(found.setdefault(tuple(round(axis, 6) for axis in each.co), here) != here
               for each, here in zip(thing.data.vertices, zip(*values)))


def edit_faces(change, merges=False, **options):
    """Changes faces around a random one of a random object. Returns it, and whether selections merged."""
    chosen = random.choice(levels())
    choose(chosen)
    mixes = merges and is_mixed(chosen)
    bpy.ops.object.mode_set(mode="EDIT")
    if merges:
        merge()
    bpy.ops.mesh.select_all(action="DESELECT")
    edited = bmesh.from_edit_mesh(chosen.data)
    edited.faces.ensure_lookup_table()
    front = [random.choice(edited.faces)]
    wanted = random.randint(1, 1 + len(edited.faces) // 3)
    found = set(front)
    while front and len(found) < wanted:
        for edge in front.pop(0).edges:
            for face in edge.link_faces:
                if face not in found:
                    found.add(face)
                    front.append(face)
    for face in found:
        face.select_set(True)
    bmesh.update_edit_mesh(chosen.data)
    change(**options)
    bpy.ops.object.mode_set(mode="OBJECT")
    return [chosen], mixes


def subdivide():
    return edit_faces(bpy.ops.mesh.subdivide, merges=random.random() < 0.5, number_cuts=random.choice((1, 1, 2)))


def extrude():
    by = [random.uniform(-1, 1) for _ in range(3)]
    return edit_faces(bpy.ops.mesh.extrude_region_move, merges=random.random() < 0.5,
                      TRANSFORM_OT_translate={"value": by})


def poke():
    return edit_faces(bpy.ops.mesh.poke, merges=random.random() < 0.5)


def knife():
    """Cuts a random object by a plane through its middle, at random."""
    chosen = random.choice(levels())
    choose(chosen)
    bpy.ops.object.mode_set(mode="EDIT")
    edited = bmesh.from_edit_mesh(chosen.data)
    at = [sum(each) / len(edited.verts) for each in zip(*(vertex.co for vertex in edited.verts))]
    bmesh.ops.bisect_plane(edited, geom=[*edited.verts, *edited.edges, *edited.faces], dist=1e-6, plane_co=at,
                           plane_no=[random.uniform(-1, 1) for _ in range(3)])
    bmesh.update_edit_mesh(chosen.data)
    bpy.ops.object.mode_set(mode="OBJECT")
    return [chosen], False


def delete():
    return edit_faces(bpy.ops.mesh.delete, type="FACE")


def separate():
    before = set(bpy.data.objects)
    chosen, _ = edit_faces(bpy.ops.mesh.separate, type="SELECTED")
    return chosen + [each for each in bpy.data.objects if each not in before], False


def cut_loop():
    """The operator needs a window: this cuts the edges that it would cut."""
    chosen = random.choice(levels())
    choose(chosen)
    mixes = is_mixed(chosen)
    bpy.ops.object.mode_set(mode="EDIT")
    merge()
    bpy.ops.mesh.tris_convert_to_quads()
    edited = bmesh.from_edit_mesh(chosen.data)
    quads = [each for each in edited.faces if len(each.verts) == 4]
    if not quads:
        bpy.ops.object.mode_set(mode="OBJECT")
        return None, False
    first = random.choice(random.choice(quads).edges)
    ring, front = {first}, [first]
    while front:
        for loop in front.pop().link_loops:
            across = loop.link_loop_next.link_loop_next.edge
            if len(loop.face.verts) == 4 and across not in ring:
                ring.add(across)
                front.append(across)
    bmesh.ops.subdivide_edges(edited, edges=list(ring), cuts=random.choice((1, 2)), use_grid_fill=True)
    bmesh.update_edit_mesh(chosen.data)
    bpy.ops.object.mode_set(mode="OBJECT")
    return [chosen], mixes


def join():
    found = levels()
    if len(found) < 2:
        return None, False
    chosen = random.sample(found, 2)
    choose(*chosen)
    bpy.ops.object.join()
    return chosen[:1], False


EDITS = {each.__name__: each for each in (subdivide, poke, knife, extrude, cut_loop, delete, separate, join)}


def notes_of(thing):
    """Returns what Blender has of an object, in the space of the file."""
    mesh = thing.data
    mesh.validate(clean_customdata=False)  # removes the back of a sheet whose vertices merged, as the exporter does
    mesh.calc_loop_triangles()
    places = [thing.matrix_world @ each.co for each in mesh.vertices]
    selections = {}
    for one in mesh.attributes:
        if one.name.startswith(PREFIX) and one.domain == "POINT" and one.data_type == "FLOAT":
            selections[one.name.removeprefix(PREFIX)] = [each.value for each in one.data]
    return {"name": thing.name, "points": [(each.x, each.z, each.y) for each in places], "selections": selections,
            "triangles": [list(each.vertices) for each in mesh.loop_triangles]}


def run(job):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    random.seed(job["seed"])
    bpy.ops.import_scene.gltf(filepath=job["from"])
    before = {each.name for each in levels()}
    edited, mixes = EDITS[job["edit"]]() if before else (None, False)
    if edited:
        gone = sorted(before - {each.name for each in levels()}) if job["edit"] == "join" else []
        notes = {"levels": [edited[0].name, *gone], "mixes": mixes, "objects": [notes_of(each) for each in edited]}
        Path(job["notes"]).write_text(json.dumps(notes), encoding="utf-8")
        bpy.ops.export_scene.gltf(filepath=job["to"], export_format="GLB",
                                  export_attributes=job["attributes"])
    return {"to": job["to"], "done": bool(edited)}


run_jobs(run)
