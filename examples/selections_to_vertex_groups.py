# Makes vertex groups of the selections that `effigy convert --selections` wrote. Run it in Blender 4 or later, after the
# import: all meshes of the file are changed.
import bpy

for mesh in (each for each in bpy.data.objects if each.type == "MESH"):
    attributes = mesh.data.attributes
    for name in [each.name for each in attributes if each.name.startswith("_SELECTION_")]:
        weights = [each.value for each in attributes[name].data]
        group = mesh.vertex_groups.new(name=name.removeprefix("_SELECTION_"))
        for vertex, weight in enumerate(weights):
            if weight > 0:
                group.add([vertex], weight, "REPLACE")
        attributes.remove(attributes[name])
