"""judge.py EFFIGY OUT plan                  converts models, and writes what clients shall evaluate: OUT/plan.json
judge.py EFFIGY OUT blender|three RESULTS    compares what a client wrote with read_glb.py

Positions are compared at rest and at three times of the longest clip, to 1e-4 of the model's size. tests/gltf/compare
compares read_glb.py with the formats' own evaluation. Blender interpolates quaternions linearly and normalises them;
its results are compared with the same interpolation."""
import csv
import importlib.machinery
import importlib.util
import json
import struct
import subprocess
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1]), str(Path(__file__).resolve().parents[2] / "support")]

import numpy as np  # noqa: E402

import corpus  # noqa: E402
import read_glb  # noqa: E402

LIMIT = 1e-4  # of the model's size
OTHERS = 15  # models of each format, besides those with morph targets
TEXTURES = corpus.TEXTURES
TEXTURED = 4  # one of so many models of TEXTURES


def compare_script():
    path = str(Path(__file__).resolve().parent.parent / "compare")
    loader = importlib.machinery.SourceFileLoader("compare", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare", loader))
    loader.exec_module(module)
    return module


# ---- the plan --------------------------------------------------------------------------------------------------------


def poses_of(model):
    """Returns rest, and three key times of the longest clip: (name or None, seconds)."""
    def end(number):
        return max(channel.times[-1] for channel in model._channels_of(number))

    out = [(None, 0.0)]
    if model.animations:
        clip = max(range(len(model.animations)), key=lambda n: (end(n), -n))
        times = np.unique(np.concatenate([channel.times for channel in model._channels_of(clip)]))
        out += [(model.animations[clip]["name"], float(times[k])) for k in sorted({0, len(times) // 2, len(times) - 1})]
    return out


def parts_of(glb):
    """Returns the JSON object of a GLB and the bytes behind it: the binary chunk with its header of 8 bytes."""
    data = glb.read_bytes()
    size, = struct.unpack_from("<I", data, 12)
    return json.loads(data[20:20 + size]), data[20 + size:]


def write_still(glb, to):
    """Writes a copy without animations."""
    model, rest = parts_of(glb)
    model.pop("animations", None)
    text = json.dumps(model).encode()
    text += b" " * (-len(text) % 4)
    to.write_bytes(struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest)


def textured_jobs(scripts, out):
    """Lays out the models of ../textures with their images. Returns a few of them."""
    if not TEXTURES.is_dir():
        print(f"{TEXTURES} is missing: only the samples have images")
        return []
    places = out / "textures"
    subprocess.run([sys.executable, TEXTURES / "lay.py", TEXTURES, scripts.CORPUS, places], check=True)
    with (TEXTURES / "models.tsv").open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        models = sorted({row["place"] for row in rows})
    return [(places / model, places / Path(model).parts[0] / Path(model).parts[1]) for model in models[::TEXTURED]]


def images_of(glb):
    """Returns the sizes of the images in a file, which are PNG."""
    model, rest = parts_of(glb)
    views = [model["bufferViews"][image["bufferView"]] for image in model.get("images", [])]
    return sorted(list(struct.unpack_from(">II", rest, 8 + view.get("byteOffset", 0) + 16)) for view in views)


def plan(tool, out):
    scripts = compare_script()
    jobs = scripts.samples()
    if scripts.CORPUS.is_dir():
        for folder in scripts.ENDINGS:
            every = scripts.corpus(folder)
            step = max(len(every) // OTHERS, 1)
            jobs += [job for n, job in enumerate(every) if n % step == 0 or folder in ("p3d", "nwn")]
    else:
        print(f"{scripts.CORPUS} is missing: only the samples are tried")
    found = []
    counts = {}
    for number, job in enumerate(jobs):
        glb = out / f"{number}_{Path(job.model).stem}.glb"
        clips = ["--clip", *job.clips] if job.clips else []
        selections = ["--selections"] if job.folder == "samples" else []
        done = subprocess.run([tool, "convert", job.model, "-o", str(glb), *selections, *clips], capture_output=True, check=False)
        if done.returncode != 0 or not glb.exists():
            continue
        model = read_glb.read(glb)
        has_targets = any(mesh.targets for mesh in model.meshes)
        counts[job.folder] = counts.get(job.folder, 0) + (not has_targets)
        if job.folder in ("p3d", "nwn") and not has_targets and counts[job.folder] % 9 != 0:
            glb.unlink()
            continue
        still = out / f"{glb.stem}.still.glb"
        write_still(glb, still)
        found.append({"file": str(glb), "still": str(still), "poses": poses_of(model)})
    for number, (path, root) in enumerate(textured_jobs(scripts, out)):
        glb = out / f"t{number}_{path.stem}.glb"
        subprocess.run([tool, "convert", path, "-o", glb, "--textures", root], capture_output=True, check=True)
        still = out / f"{glb.stem}.still.glb"
        write_still(glb, still)
        found.append({"file": str(glb), "still": str(still), "poses": poses_of(read_glb.read(glb))})
    (out / "plan.json").write_text(json.dumps(found), encoding="utf-8")
    print(f"{len(found)} models")


# ---- what clients must have ------------------------------------------------------------------------------------------


def is_shown(name, names):
    """Whether Blender has a name: up to 63 bytes, and with .001 where an object and a mesh have the same."""
    short = name.encode()[:63].decode(errors="ignore")
    return short in names or f"{short[:59]}.001" in names


def used_by(primitive):
    return np.unique(primitive.corners)


def image_differences(found, job):
    expected = images_of(Path(job["file"]))
    return [] if sorted(found["images"]) == expected else [f"images: expected {expected}, found {found['images']}"]


def of_blender(model, found, poses, job):
    """Returns a line per difference. Blender has the vertices that each primitive uses, primitive by primitive."""
    out = list(found["complaints"])
    nodes = {model.nodes[n]["name"].encode()[:63].decode(errors="ignore"): n for n in model.instances()}
    names = {*found["objects"], *found["bones"]}
    out += [f"no object or bone {node['name']!r}" for node in model.nodes if not is_shown(node["name"], names)]
    expected = {clip["name"] for clip in model.animations}
    if set(found["clips"]) != {name.encode()[:63].decode(errors="ignore") for name in expected}:
        out.append(f"clips: expected {sorted(expected)}, found {found['clips']}")
    attributes = {name for mesh in model.json.get("meshes", []) for primitive in mesh["primitives"]
                  for name in primitive["attributes"] if name.startswith("_")}
    if not found["version"].startswith("3.") and set(found["attributes"]) != attributes:  # 4.0 imports them first
        out.append(f"attributes: expected {sorted(attributes)}, found {found['attributes']}")
    joints = {j for skin in model.json.get("skins", []) for j in skin["joints"]}
    if len(found["bones"]) < len(joints):
        out.append(f"bones: expected {len(joints)}, found {len(found['bones'])}")
    used = {name: np.concatenate([used_by(p) for p in model.mesh_of(node).primitives]) for name, node in nodes.items()}
    for name, chosen in used.items():
        if found["vertices"].get(name) != len(chosen):
            out.append(f"vertices of {name!r}: expected {len(chosen)}, found {found['vertices'].get(name)}")
    out += image_differences(found, job)
    if out:
        return out
    for number, (clip, seconds) in enumerate(job["poses"]):
        pose = pose_of(model, clip, seconds, True)
        out += differences(f"{clip} at {seconds:g} s", model,
                           [(model.place(node, pose, used[name]), poses[f"{number}/{name}"])
                            for name, node in nodes.items()])
    return out


def of_three(model, found, numbers, job):
    out = list(found["complaints"])
    if "runs" not in found:
        return out
    if found["clips"] != [clip["name"] for clip in model.animations]:
        out.append(f"clips: found {found['clips']}")
    out += image_differences(found, job)
    places = {}
    at = 0
    for number, node, primitive, count in found["runs"]:
        places.setdefault(number, []).append((node, primitive, numbers[at:at + 3 * count].reshape(-1, 3)))
        at += 3 * count
    for number, (clip, seconds) in enumerate(job["poses"]):
        pose = pose_of(model, clip, seconds, False)
        there = places.get(number, [])
        if len(there) != sum(len(model.mesh_of(node).primitives) for node in model.instances()):
            out.append(f"{len(there)} primitives")
        pairs = []
        for node, primitive, seen in there:
            drawn = model.mesh_of(node).primitives[primitive]
            chosen = used_by(drawn)
            pairs.append((model.place(node, pose, chosen), seen[chosen - drawn.first]))
        out += differences(f"{clip} at {seconds:g} s", model, pairs)
    return out


def pose_of(model, clip, seconds, is_blender):
    number = None if clip is None else [each["name"] for each in model.animations].index(clip)
    return model.pose(number, seconds, straight_rotations=is_blender)


def differences(what, model, pairs):
    points = np.concatenate([model.mesh_of(n).positions for n in model.instances()] or [np.zeros((0, 3))])
    points = points[np.isfinite(points).all(axis=1)]
    size = max((float(np.linalg.norm(np.ptp(expected, axis=0))) for expected, _ in pairs if len(expected)), default=0)
    size = max(size, float(np.linalg.norm(np.ptp(points, axis=0))) if len(points) else 0)
    largest = 0.0
    for expected, seen in pairs:
        if expected.shape != seen.shape:
            return [f"{what}: {len(seen)} vertices, {len(expected)} expected"]
        largest = max(largest, float(np.linalg.norm(expected - seen, axis=1).max(initial=0)))
    return [] if largest <= LIMIT * size else [f"{what}: differs by {largest / size:.2g} of its size"]


def judge(client, out, results):
    jobs = json.loads((out / "plan.json").read_text(encoding="utf-8"))
    failed = 0
    version = ""
    for number, job in enumerate(jobs):
        written = results / f"{number}.json"
        if not written.exists():
            lines = ["no result"]
        else:
            found = json.loads(written.read_text(encoding="utf-8"))
            version = found.get("version", version)
            model = read_glb.read(job["file"])
            lines = (of_blender(model, found, np.load(results / f"{number}.npz"), job) if client == "blender" else
                     of_three(model, found, np.fromfile(results / f"{number}.bin", "<f8"), job))
        failed += bool(lines)
        for line in lines[:3]:
            print(f"{Path(job['file']).name}: {line}")
    print(f"{client} {version}: {len(jobs) - failed} passed, {failed} failed")
    return 1 if failed else 0


def main():
    tool, out, what, *more = sys.argv[1:]
    if what == "plan":
        return plan(tool, Path(out))
    return judge(what, Path(out), Path(more[0]))


if __name__ == "__main__":
    sys.exit(main())
