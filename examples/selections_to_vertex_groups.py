# Makes vertex groups of the selections that `effigy convert --selections` wrote. Run it in Blender 4 or later, after the
# import: all meshes of the file are changed.
import bpy

for mesh in (each for each in bpy.data.objects if each.type == "MESH"):
    for selection in [a for a in mesh.data.attributes if a.name.startswith("_SELECTION_")]:
        group = mesh.vertex_groups.new(name=selection.name.removeprefix("_SELECTION_"))
        for vertex, value in enumerate(selection.data):
            if value.value > 0:
                group.add([vertex], value.value, "REPLACE")
        mesh.data.attributes.remove(selection)
