# Loads the imported .glb files of the project, and requires a mesh in each.
extends SceneTree

func meshes_below(node):
    var out = 1 if node is MeshInstance and node.mesh.get_surface_count() > 0 else 0
    for child in node.get_children():
        out += meshes_below(child)
    return out

func _init():
    var good = 0
    var bad = 0
    var folder = Directory.new()
    folder.open("res://")
    folder.list_dir_begin(true)
    var file = folder.get_next()
    while file != "":
        if file.ends_with(".glb"):
            var scene = load("res://" + file)
            if scene != null and meshes_below(scene.instance()) > 0:
                good += 1
            else:
                print(file, ": Godot has no mesh of it")
                bad += 1
        file = folder.get_next()
    print(good, " passed, ", bad, " failed")
    quit()
