"""Opens models of games in Blender, and brings them back into the game's files: runs `effigy convert --for-editing` and
`effigy import`, see docs/importing.md. What formats are is known by the program effigy only."""
import contextlib
import glob
import hashlib
import json
import os
import shlex
import shutil
import subprocess
import tempfile

import bpy
from bpy.props import BoolProperty, CollectionProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

bl_info = {  # before Blender 4.2; then, blender_manifest.toml
    "name": "effigy: models of games",
    "blender": (3, 4, 0),
    "location": "File > Import, File > Export",
    "category": "Import-Export",
}

FILES = "effigy_files"  # of the scene: the files that it was made of, the model first, with their digests
KIND = "effigy_kind"  # of the scene: what `effigy info` calls the model
SELECTIONS = "effigy_selections"  # of an object: the vertex groups that were made of attributes
MARK = "effigyMark"  # of the empty that `effigy import` needs
ARMA = "p3d_model"  # the kind of the models that have levels and selections
PREFIX = "_SELECTION_"
REPORT = "effigy report"


class Failure(Exception):
    """What the user is told."""


def printable(text):
    return text.encode(errors="replace").decode()


# ---- the program -----------------------------------------------------------------------------------------------------

class Preferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    program: StringProperty(name="Program effigy", subtype="FILE_PATH",
                            description="The file of the program. If it is empty, the program is looked for on PATH")

    def draw(self, context):
        self.layout.prop(self, "program")


def program_of(context):
    own = context.preferences.addons.get(__package__)
    wanted = bpy.path.abspath(own.preferences.program) if own else ""
    found = shutil.which(wanted or "effigy")
    if not found:
        what = f"{wanted} is not a program" if wanted else "the program effigy is not on PATH"
        raise Failure(f"{what}: name its file in the preferences of this add-on")
    return found


def run(program, *words):
    made = subprocess.run([program, *words], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8",
                          errors="replace", creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0))
    if made.returncode != 0 and not made.stdout and not made.stderr:
        raise Failure(f"effigy {words[0]} ended with {made.returncode}")
    return made


def split(text):
    try:
        words = shlex.shlex(text, posix=True, punctuation_chars=False)
        words.whitespace_split, words.escape, words.commenters = True, "", ""  # paths of Windows have backslashes
        return list(words)
    except ValueError as why:
        raise Failure(f"{text}: {why}") from why


def gltf(module, **options):
    """Calls Blender's importer or exporter, with those options that this version of Blender has."""
    if not hasattr(bpy.types, module.gltf.idname()):
        raise Failure("Blender's add-on glTF 2.0 is off: switch it on in the preferences")
    known = module.gltf.get_rna_type().properties.keys()
    try:
        module.gltf(**{key: value for key, value in options.items() if key in known})
    except RuntimeError as why:
        raise Failure(f"Blender's add-on glTF 2.0: {why}") from why


class Runner:
    """What the operators share: a failure is an error of the operator."""

    def execute(self, context):
        try:
            return self.work(context)
        except (Failure, OSError) as why:
            self.report({"ERROR"}, printable(str(why)).strip())
            return {"CANCELLED"}

    def show(self, context, made):
        """Shows what the program says."""
        lines = [line.expandtabs(2) for line in (made.stdout + made.stderr).splitlines()]
        text = bpy.data.texts.get(REPORT) or bpy.data.texts.new(REPORT)
        text.clear()
        text.write("\n".join(lines) + "\n")

        def draw(menu, _):
            most = 30
            for line in lines[:most]:
                menu.layout.label(text=line)
            if len(lines) > most:
                menu.layout.label(text=f"and {len(lines) - most} lines more in the text \"{REPORT}\"")

        if not bpy.app.background:
            context.window_manager.popup_menu(draw, title="effigy")
        for line in made.stderr.splitlines():
            self.report({"WARNING" if line.startswith("warning") else "INFO"}, line)


# ---- import ----------------------------------------------------------------------------------------------------------

def digest_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def set_rate(scene, rate):
    """Blender's importer multiplies by fps_base instead of dividing by it, so the rate is whole: 21 for 10.5."""
    multiples = [rate * each for each in range(1, 11)]
    rate = next((each for each in multiples if abs(each - round(each)) < 1e-3), rate)
    scene.render.fps, scene.render.fps_base = min(max(round(rate), 1), 1000), 1


def bones_of(thing):
    armature = thing.find_armature()
    return set(armature.data.bones.keys()) if armature else set()


def make_selections(thing):
    """Makes vertex groups of the attributes of selections, but not if they would be those of bones."""
    made = []
    taken = {each.casefold() for each in bones_of(thing)}
    for name in [each.name for each in thing.data.attributes if each.name.startswith(PREFIX)]:
        own = name[len(PREFIX):]
        if own.casefold() in taken:
            continue
        vertices = {}
        for number, item in enumerate(thing.data.attributes[name].data):
            vertices.setdefault(item.value, []).append(number)
        group = thing.vertex_groups.new(name=own)
        for weight, numbers in vertices.items():
            if weight > 0:
                group.add(numbers, weight, "REPLACE")
        made.append(group.name)
        thing.data.attributes.remove(thing.data.attributes[name])
    if made:
        thing[SELECTIONS] = json.dumps(made)


def sort_levels(view_layer, things):
    """Puts each level of detail into a collection. Only the finest one is shown."""
    levels = sorted((each for each in things if "lod" in each), key=lambda each: float(each["resolution"]))
    collections = {}
    for level in levels:
        collections[level.name] = bpy.data.collections.new(level.name)
        view_layer.layer_collection.collection.children.link(collections[level.name])
    for thing in things:
        above = thing
        while above and "lod" not in above:
            above = above.parent
        name = above.name if above else thing.data.name if thing.type == "MESH" else ""  # has an empty, and bones
        if name in collections:
            for each in thing.users_collection:
                each.objects.unlink(thing)
            collections[name].objects.link(thing)
    for level in levels[1:]:
        view_layer.layer_collection.children[collections[level.name].name].hide_viewport = True


class ImportModel(Runner, bpy.types.Operator, ImportHelper):
    """Open a model of a game; select its clips, too"""

    bl_idname = "import_scene.effigy"
    bl_label = "Import Game Model"
    bl_options = {"UNDO"}

    filter_glob: StringProperty(default="*.model;*.p3d;*.mdl;*.m2;*.wok;*.pwk;*.dwk;*.animation;*.rtm",
                                options={"HIDDEN"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    clips: StringProperty(name="Clips", description="More files of clips, or patterns such as wolf_*.animation, "
                                                    "with blanks between; those of the model's folder")
    textures: StringProperty(name="Textures", description="A folder with textures; that of the model is also searched")
    arguments: StringProperty(name="More Arguments", description="Of effigy convert, such as --lod all")

    def chosen(self):
        names = [each.name for each in self.files if each.name]
        return [os.path.join(self.directory, each) for each in names] if names else [self.filepath]

    def find_clips(self, folder):
        out = []
        for pattern in split(self.clips):
            found = [pattern] if os.path.exists(os.path.join(folder, pattern)) else glob.glob(pattern, root_dir=folder)
            if not found:
                raise Failure(f"{pattern}: there is no such clip in {folder}")
            out += [os.path.abspath(os.path.join(folder, each)) for each in sorted(found)]
        return out

    def work(self, context):
        program = program_of(context)
        chosen = [os.path.abspath(bpy.path.abspath(each)) for each in self.chosen()]
        paths = list(dict.fromkeys(chosen + self.find_clips(os.path.dirname(chosen[0]))))
        made = run(program, "info", "--json", *paths)
        if made.returncode != 0:
            raise Failure(made.stderr or made.stdout)
        infos = dict(zip(paths, map(json.loads, made.stdout.splitlines())))
        models = [each for each in chosen if not infos[each]["kind"].endswith("_animation")]
        if len(models) != 1:
            raise Failure(f"expected one model, and clips of it, not {len(models)} models")
        clips = [each for each in paths if each not in models]
        kind, scene = infos[models[0]]["kind"], context.scene
        if any(MARK in each for each in scene.objects):
            raise Failure("this scene has a model of a game: use a new scene")
        others = [each.name for each in scene.objects]

        words = [models[0], "--for-editing"]
        words += ["--clip", *clips] if clips else []
        if self.textures:
            words += ["--textures", os.path.abspath(bpy.path.abspath(self.textures))]
        digests = {each: [digest_of(each)] for each in models + clips}
        with tempfile.TemporaryDirectory(prefix="effigy_") as folder:
            model = os.path.join(folder, "model.glb")
            made = run(program, "convert", *words, *split(self.arguments), "-o", model)
            if made.returncode != 0 or not os.path.exists(model):
                raise Failure(made.stderr or made.stdout)
            self.open(context, model, [each.get("frames_per_second") or 0 for each in infos.values()])
        scene[FILES], scene[KIND] = json.dumps(digests), kind
        if kind == ARMA:
            things = [each for each in scene.objects if each.name not in others]
            sort_levels(context.view_layer, things)
            for thing in things:
                if thing.type == "MESH":
                    make_selections(thing)
        self.show(context, made)
        if others:
            self.report({"WARNING"}, "delete what was in the scene, else it becomes part of the model: " +
                        ", ".join(others))
        return {"FINISHED"}

    @staticmethod
    def open(context, model, rates):
        """Brings the GLB in. If that fails, all is as it was."""
        render = context.scene.render
        before = render.fps, render.fps_base
        data = {each for kind in DATA for each in getattr(bpy.data, kind)}
        if any(rates):
            set_rate(context.scene, max(rates))
        try:
            gltf(bpy.ops.import_scene, filepath=model)
        except Failure:
            render.fps, render.fps_base = before
            bpy.data.batch_remove({each for kind in DATA for each in getattr(bpy.data, kind)} - data)
            raise


DATA = ("actions", "armatures", "cameras", "collections", "images", "lights", "materials", "meshes", "objects")


# ---- export ----------------------------------------------------------------------------------------------------------

def weights_of(thing):
    """Returns the weights of each selection, by the name of its attribute in upper case, as Blender writes it. A vertex
    group is a selection if it was made of one or is no bone. That of a deleted group is empty."""
    bones, made = bones_of(thing), json.loads(thing.get(SELECTIONS, "[]"))
    names = [each.name for each in thing.vertex_groups if each.name in made or each.name not in bones]
    known = {}
    for name in names:
        if known.setdefault(name.upper(), name) != name:
            raise Failure(f"{thing.name}: the vertex groups {known[name.upper()]} and {name} would be one selection: "
                          "rename one")
    out = {(PREFIX + each).upper(): [0.0] * len(thing.data.vertices) for each in [*names, *made]}
    columns = {thing.vertex_groups[each].index: out[(PREFIX + each).upper()] for each in names}
    for vertex in thing.data.vertices:
        for item in vertex.groups:
            if item.group in columns:
                columns[item.group][vertex.index] = max(columns[item.group][vertex.index], item.weight)
    return out


@contextlib.contextmanager
def with_attributes(things):
    """Selections are attributes inside of this."""
    by_mesh = {each.data: each for each in things}
    before = {mesh: set(mesh.attributes.keys()) for mesh in by_mesh}
    try:
        for mesh, thing in by_mesh.items():
            for name, weights in weights_of(thing).items():
                if name in {each.upper() for each in before[mesh]}:
                    raise Failure(f"{thing.name} has the attribute {name} and a vertex group of this name: remove one")
                attribute = mesh.attributes.new(name, "FLOAT", "POINT")
                if attribute is None or attribute.name != name:
                    raise Failure(f"{thing.name}: the name of the vertex group {name[len(PREFIX):]} is too long")
                attribute.data.foreach_set("value", weights)
        yield
    finally:
        for mesh, names in before.items():
            for name in set(mesh.attributes.keys()) - names:
                mesh.attributes.remove(mesh.attributes[name])


@contextlib.contextmanager
def all_shown(scene):
    """Blender's exporter does not move what is disabled in viewports or excluded, and does not apply its modifiers."""
    hidden = [(each, each.hide_viewport, each.hide_get()) for each in scene.objects if not each.visible_get()]
    shown = bpy.data.collections.new("effigy")
    scene.collection.children.link(shown)
    try:
        for thing, _, _ in hidden:
            shown.objects.link(thing)
            thing.hide_viewport = False
            thing.hide_set(False)
        yield
    finally:
        for thing, in_viewports, in_view_layer in hidden:
            thing.hide_set(in_view_layer)
            thing.hide_viewport = in_viewports
        bpy.data.collections.remove(shown)


@contextlib.contextmanager
def object_mode(context):
    """In the modes of editing, meshes are not what the user sees. Blender's exporter also changes the frame."""
    scene, active = context.scene, context.active_object
    mode, frame, subframe = active.mode if active else "OBJECT", scene.frame_current, scene.frame_subframe
    if mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    try:
        yield
    finally:
        scene.frame_set(frame, subframe=subframe)
        if mode != "OBJECT":
            bpy.ops.object.mode_set(mode=mode)


def is_modified(thing):
    return any(each.show_viewport and each.type != "ARMATURE" for each in thing.modifiers)


@contextlib.contextmanager
def with_modifiers(context, things):
    """Objects have the meshes that their modifiers make. If Blender 4.2 applies them on export, it drops the shape keys
    of all meshes that bones move."""
    bones = [each for thing in things for each in thing.modifiers if each.type == "ARMATURE" and each.show_viewport]
    swapped = []
    try:
        for each in bones:
            each.show_viewport = False
        depsgraph = context.evaluated_depsgraph_get()
        for thing in things:
            made = bpy.data.meshes.new_from_object(thing.evaluated_get(depsgraph), preserve_all_data_layers=True,
                                                   depsgraph=depsgraph)
            swapped.append((thing, thing.data, thing.data.name, made))
        for each in bones:
            each.show_viewport = True
        for thing, mesh, name, made in swapped:
            mesh.name, made.name, thing.data = "effigy", name, made
        yield
    finally:
        for each in bones:
            each.show_viewport = True
        for thing, mesh, name, made in swapped:
            thing.data = mesh
            bpy.data.meshes.remove(made)
            mesh.name = name


class ExportModel(Runner, bpy.types.Operator):
    """Bring the edited model back into the game's file"""

    bl_idname = "export_scene.effigy"
    bl_label = "Export Game Model"

    directory: StringProperty(name="Folder", subtype="DIR_PATH", description="The folder of the new files")
    filter_folder: BoolProperty(default=True, options={"HIDDEN"})
    in_place: BoolProperty(name="In Place", description="Replace the files; the originals stay beside them. "
                                                        "The folder does not matter")
    dry_run: BoolProperty(name="Dry Run", description="Write nothing, only say what would change")
    delete: BoolProperty(name="Delete", description="Delete from the model what the scene lacks")
    apply_modifiers: BoolProperty(name="Apply Modifiers", default=True, description="But not those of armatures")
    ignore_digests: BoolProperty(name="Ignore Changed Originals", description="Although the files are not those that "
                                                                              "the scene was made of")
    arguments: StringProperty(name="More Arguments", description="Of effigy import, such as --strict")

    @classmethod
    def poll(cls, context):
        cls.poll_message_set("This scene has no model of a game: import one first")
        return FILES in context.scene

    def invoke(self, context, event):
        self.directory = os.path.join(os.path.dirname(next(iter(json.loads(context.scene[FILES])))), "")
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def check_files(self, files):
        for path, digests in files.items():
            if not self.ignore_digests and digest_of(path) not in digests:
                raise Failure(f"{path} is another file than the one that this scene was made of: bring that one back, "
                              'or tick "Ignore Changed Originals"')

    def work(self, context):
        program = program_of(context)
        files = json.loads(context.scene[FILES])
        self.check_files(files)
        words = ["--dry-run"] if self.dry_run else []
        words += ["--delete"] if self.delete else []
        if self.in_place:
            words.append("--in-place")
        elif self.directory and not self.dry_run:
            words += ["-o", os.path.join(os.path.abspath(bpy.path.abspath(self.directory)), "")]
        with tempfile.TemporaryDirectory(prefix="effigy_") as folder:
            edited = os.path.join(folder, "edited.glb")
            self.save(context, edited)
            made = run(program, "import", edited, *words, *split(self.arguments), "--into", *files)
        self.show(context, made)
        if made.returncode != 0:
            raise Failure(made.stderr or made.stdout)
        if self.in_place and not self.dry_run:
            context.scene[FILES] = json.dumps({path: [digests[0], digest_of(path)] for path, digests in files.items()})
        return {"FINISHED"}

    def save(self, context, path):
        scene = context.scene
        meshes = [each for each in scene.objects if each.type == "MESH"]
        applied = [each for each in meshes if is_modified(each)] if self.apply_modifiers else []
        for each in applied:
            if each.data.shape_keys:
                self.report({"WARNING"}, f"{each.name}: its modifiers are not applied, since it has shape keys")
        with object_mode(context), all_shown(scene), with_attributes(meshes if scene[KIND] == ARMA else []), \
                with_modifiers(context, [each for each in applied if not each.data.shape_keys]):
            gltf(bpy.ops.export_scene, filepath=path, export_format="GLB", use_active_scene=True,
                 export_attributes=True, export_extras=True, export_lights=True)


# ---- registration ----------------------------------------------------------------------------------------------------

CLASSES = (Preferences, ImportModel, ExportModel)


def import_entry(menu, _):
    menu.layout.operator(ImportModel.bl_idname, text="Game model (effigy)")


def export_entry(menu, _):
    menu.layout.operator(ExportModel.bl_idname, text="Game model (effigy)")


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)
    bpy.types.TOPBAR_MT_file_import.append(import_entry)
    bpy.types.TOPBAR_MT_file_export.append(export_entry)


def unregister():
    bpy.types.TOPBAR_MT_file_export.remove(export_entry)
    bpy.types.TOPBAR_MT_file_import.remove(import_entry)
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
