"""draw.py OUT.png FILE...: draws glTF files with Blender's Cycles into one picture, in rows of six. Back faces of
materials that are not double-sided are red. Runs in Blender's Python."""
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

if not hasattr(np, "bool"):
    np.bool = bool  # Debian's Blender 3.4 needs it, and Debian's numpy has it no more

import bpy  # noqa: E402
from mathutils import Vector  # noqa: E402

SIZE = 200  # pixels of a cell
COLUMNS = 6


def show_back_faces(material):
    nodes, links = material.node_tree.nodes, material.node_tree.links
    output = next(node for node in nodes if node.type == "OUTPUT_MATERIAL")
    side, red, mixed = (nodes.new(f"ShaderNode{kind}") for kind in ("NewGeometry", "Emission", "MixShader"))
    red.inputs[0].default_value = (1, 0, 0, 1)
    links.new(side.outputs["Backfacing"], mixed.inputs[0])
    links.new(output.inputs[0].links[0].from_socket, mixed.inputs[1])
    links.new(red.outputs[0], mixed.inputs[2])
    links.new(mixed.outputs[0], output.inputs[0])


def light_and_frame(meshes):
    graph = bpy.context.evaluated_depsgraph_get()
    corners = [each.matrix_world @ Vector(corner) for each in (mesh.evaluated_get(graph) for mesh in meshes)
               for corner in each.bound_box]
    least, most = (Vector(f(axis) for axis in zip(*corners)) for f in (min, max))
    radius = max((most - least).length / 2, 1e-3)
    away = Vector((0.57, -0.8, 0.3)).normalized()
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.lens = 70
    camera.data.clip_start, camera.data.clip_end = radius / 100, radius * 100
    camera.location = (least + most) / 2 + away * radius * 4.4
    camera.rotation_euler = (-away).to_track_quat("-Z", "Y").to_euler()
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy = 1.6
    sun.rotation_euler = Vector((-0.3, 0.6, -0.7)).to_track_quat("-Z", "Y").to_euler()
    for each in (camera, sun):
        bpy.context.scene.collection.objects.link(each)
    bpy.context.scene.camera = camera


def draw(file, to):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=file)
    scene = bpy.context.scene
    for each in [each for each in bpy.data.objects if each.type == "LIGHT" or each.name == "Icosphere"]:
        bpy.data.objects.remove(each)
    meshes = [each for each in bpy.data.objects if each.type == "MESH"]
    plain = bpy.data.materials.new("plain")
    plain.use_nodes = plain.use_backface_culling = True
    for mesh in meshes:
        if not mesh.data.materials:
            mesh.data.materials.append(plain)
    for material in bpy.data.materials:
        if material.use_nodes and material.use_backface_culling:
            show_back_faces(material)
    light_and_frame(meshes)
    scene.world = bpy.data.worlds.new("world")
    scene.world.color = (0.3, 0.3, 0.3)
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 24
    scene.cycles.use_denoising = False
    scene.view_settings.view_transform = "Standard"
    scene.render.resolution_x = scene.render.resolution_y = SIZE
    scene.render.filepath = to
    bpy.ops.render.render(write_still=True)


def main():
    out, *files = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else sys.argv[1:]
    rows = -(-len(files) // COLUMNS)
    sheet = np.ones((rows * SIZE, min(COLUMNS, len(files)) * SIZE, 4), np.float32)
    with tempfile.TemporaryDirectory() as folder:
        for number, file in enumerate(files):
            cell = str(Path(folder, f"{number}.png"))
            draw(file, cell)
            row, column = divmod(number, COLUMNS)
            top = (rows - 1 - row) * SIZE  # pixels of Blender begin at the bottom
            image = bpy.data.images.load(cell)
            sheet[top:top + SIZE, column * SIZE:(column + 1) * SIZE] = np.array(image.pixels[:]).reshape(SIZE, SIZE, 4)
    picture = bpy.data.images.new("sheet", sheet.shape[1], sheet.shape[0])
    picture.pixels = sheet.reshape(-1).tolist()
    picture.filepath_raw = str(Path(out).resolve())
    picture.file_format = "PNG"
    picture.save()
    sys.stdout.flush()
    os._exit(0)  # the module bpy 4.2 crashes when Python ends


main()
