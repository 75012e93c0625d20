"""What the tests of the tool's commands share: files, and what is in a GLB file."""
import json
import shutil
import struct
import tempfile

from tool import MODELS, Program, expect, finish

SAMPLES = sorted(path for path in MODELS.iterdir() if path.is_file() and path.suffix not in (".blp", ".png"))
HEADER = ["schema", "file", "status", "error", "format", "kind", "version", "bytes"]


class CommandLine(Program):
    def statuses(self, *words):
        """Returns the exit status of `check WORDS`, and the status of each file."""
        made = self.run("check", *words)
        lines = [line.split("\t") for line in made.stdout.splitlines()]
        return made.returncode, {line[0]: line[1] for line in lines if line[1] in ("ok", "skipped", "error")}

    def summary(self, *words):
        return self.run("check", *words).stderr.splitlines()

    def objects(self, *words):
        return [json.loads(line) for line in self.run(*words).stdout.splitlines()]


def write_files(folder):
    """Writes a folder of mods: valid files, files of other kinds, broken files."""
    def put(name, content):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)

    sound = (MODELS / "effigy_grimrock.model").read_bytes()
    put("sound/a.model", sound)
    put("sound/deep/er/b.M2", (MODELS / "effigy_m2_260.m2").read_bytes())
    put("sound/readme.txt", b"not a model")
    put("sound/deep/picture.dds", b"DDS ")
    put("bare/below/notes.txt", b"no model")
    put("texts.model", sound.replace(b"plinth", b"a\\\"\x01\xe9z", 1))
    put("other/patch.m2", b"PTCH" + bytes(100))
    put("other/source.mdl", b"IDST\x2c\0\0\0")  # of another program
    put("other/raw.anim", bytes(100))
    put("other/empty.anim", b"")
    raw_keys = struct.pack("<III", 0, 33, 0) + bytes(33)  # only the start of the file header of a binary MDL
    put("other/keys.anim", raw_keys)
    put("other/odol.p3d", b"ODOL" + struct.pack("<I", 49))
    put("broken/cut.model", sound[:1000])
    put("broken/empty.mdl", b"")
    put("broken/short.mdl", raw_keys)
    put("broken/cut.anim", (MODELS / "effigy_nwn_ee.mdl").read_bytes()[:1000])  # its header identifies it
    put("broken/count.model", sound[:8] + struct.pack("<i", 1_000_000) + sound[12:])
    m2 = (MODELS / "effigy_m2_260.m2").read_bytes()
    put("broken/name.m2", m2[:12] + struct.pack("<I", 2**31) + m2[16:])
    put("broken/zeros.p3d", bytes(100))
    put("broken/zeros.skel", bytes(100))
    put("broken/version.model", b"MDL1" + struct.pack("<I", 9) + bytes(100))
    # The structure is sound, the content is not: the first index is vertex 2^24 - 1.
    changed = bytearray(sound)
    at = sound.index(struct.pack("<iii", 0, 1, 2))
    changed[at:at + 3] = b"\xff\xff\xff"
    put("broken/index.model", bytes(changed))


def glb_of(path):
    """Returns the JSON of a complete GLB file, or a text if the file is not one."""
    content = path.read_bytes()
    if len(content) < 20 or struct.unpack("<4sII", content[:12]) != (b"glTF", 2, len(content)):
        return "not a complete GLB"
    length, kind = struct.unpack("<I4s", content[12:20])
    return json.loads(content[20:20 + length]) if kind == b"JSON" else "no JSON chunk"


def files_below(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def converted(tool, *words):
    """Returns the exit status of `convert WORDS`, the columns after each file's name, and standard error."""
    made = tool.run("convert", *words)
    lines = [line.split("\t") for line in made.stdout.splitlines()]
    return made.returncode, {line[0]: tuple(line[1:]) for line in lines}, made.stderr.splitlines()


def clips_of(tool, *words):
    """Returns the names of the clips in the converted model."""
    expect(f"convert {words}", converted(tool, *words[:1], "-o", "clip.glb", *words[1:])[0], 0)
    return [clip["name"] for clip in glb_of(tool.folder / "clip.glb").get("animations", [])]
KEY = struct.pack("<I3f", 0, 1, 2, 3)  # the time 0 and a translation
SKIN = b"SKIN" + bytes(40) + struct.pack("<I", 256)
ADVICE = "put the file beside its .m2, as wolf0060-00.anim for wolf.m2 and id 60"


def model_of_264(animations):
    """Returns a model with one bone, one skin profile and these animations: (id, variation, whether the model's own
    file contains the key)."""
    content = bytearray(0x130)

    def put(block):
        content.extend(block)
        return len(content) - len(block)

    def enter(header_offset, count, block):
        struct.pack_into("<II", content, header_offset, count, put(block))

    struct.pack_into("<4sI", content, 0, b"MD20", 264)
    enter(0x08, 5, b"bear\0")
    enter(0x1C, len(animations), b"".join(
        struct.pack("<HHIfIhHIII7fhH", number, variation, 1000, 0, 0x20 if inside else 0, 32767, 0, 0, 0, 0,
                    *[0.0] * 7, -1, i)
        for i, (number, variation, inside) in enumerate(animations)))
    key = put(KEY)
    starts = [key if inside else 0 for _, _, inside in animations]
    times = put(b"".join(struct.pack("<II", 1, start) for start in starts))
    values = put(b"".join(struct.pack("<II", 1, start + 4) for start in starts))
    translation = struct.pack("<hhIIII", 1, -1, len(animations), times, len(animations), values)
    unmoved = struct.pack("<hhIIII", 0, -1, 0, 0, 0, 0)
    enter(0x2C, 1, struct.pack("<iIhHI", -1, 0, -1, 0, 0) + translation + 2 * unmoved + bytes(12))
    struct.pack_into("<I", content, 0x44, 1)
    return bytes(content)


def chunk(name, content):
    return name + struct.pack("<I", len(content)) + content


def write_bear(folder):
    folder.mkdir()
    model = model_of_264([(0, 0, True), (60, 0, False), (60, 1, False)])
    for name, content in [("Bear.M2", model), ("bear00.skin", SKIN), ("BEAR0060-00.anim", KEY),
                          ("bear0000-00.anim", KEY), ("bear.anim", KEY), ("wolf0060-00.anim", KEY)]:
        (folder / name).write_bytes(content)
    return model


def tga(width, height, pixel=b"\x10\x20\x30\xff"):
    return struct.pack("<3B5x4xHHBB", 0, 0, 2, width, height, 32, 0x28) + pixel * (width * height)


def dds(width, height, pixel=b"\x10\x20\x30\xff"):
    return (b"DDS " + struct.pack("<7I44x", 124, 0x1007, height, width, 4 * width, 0, 0) +
            struct.pack("<8I", 32, 0x41, 0, 32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000) +
            struct.pack("<5I", 0x1000, 0, 0, 0, 0) + pixel * (width * height))


def images_of(path):
    """Returns width, height and color type of each PNG in a GLB file."""
    content, document = path.read_bytes(), glb_of(path)
    start = 20 + struct.unpack("<I", content[12:16])[0] + 8
    out = []
    for image in document.get("images", []):
        view = document["bufferViews"][image["bufferView"]]
        png = content[start + view.get("byteOffset", 0):][:view["byteLength"]]
        expect(f"{path.name}: an image", (image["mimeType"], png[:8]), ("image/png", b"\x89PNG\r\n\x1a\n"))
        out.append((*struct.unpack(">II", png[16:24]), png[25]))
    return out


def write_mod(folder):
    """A mod of Grimrock whose materials are those of the sample."""
    def put(name, content):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)

    put("mod_assets/models/x.model", (MODELS / "effigy_grimrock.model").read_bytes())
    put("mod_assets/scripts/m.lua", b"""
        defineMaterial{ name = "effigy_stone", diffuseMap = "mod_assets/t/Stone.tga", normalMap = "mod_assets/t/n.tga" }
        defineMaterial{ name = "effigy_eyes", diffuseMap = "mod_assets/t/none.tga", blendMode = "Translucent" }
        defineMaterial{ name = "effigy_plinth", diffuseMap = "mod_assets/t/stone.tga", alphaTest = true }""")
    put("mod_assets/t/stone.dds", dds(8, 4))
    put("mod_assets/t/n.dds", dds(4, 4, b"\xff\x80\x80\xff"))


def run_each(path, tests):
    """Calls each test with a tool whose folder has the files of write_files(). What a test makes there is removed."""
    with tempfile.TemporaryDirectory() as folder:
        tool = CommandLine(path, folder)
        write_files(tool.folder)
        kept = set(tool.folder.iterdir())
        for test in tests:
            test(tool)
            for made in set(tool.folder.iterdir()) - kept:
                if made.is_dir():
                    shutil.rmtree(made)
                else:
                    made.unlink()
    finish()
