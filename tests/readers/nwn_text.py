"""What nwn.py reads of the text form: a first layer."""

import re

from nwn_numbers import low, num, nums, refuse


# ---- ASCII, first layer ----
COUNTED = set(
    """verts faces tverts tverts1 tverts2 tverts3 weights colors constraints normals tangents animverts animtverts
    texindices1 texindices2 texindices3""".split()
)
NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")


def number(tok):
    return float(tok) if NUMBER.fullmatch(tok) else None


def ascii_facts(data):
    lines = [
        [w.decode("latin1") for w in re.findall(rb"[^\x00-\x20]+", raw.split(b"#")[0])]  # all control characters are blanks
        for raw in data.replace(b"\r", b"\n").split(b"\n")
    ]
    lines = [t for t in lines if t]
    out = {
        "format": "nwn.ascii",
        "bytes": len(data),
        "lines": len(lines),
        "name": None,
        "supermodel": None,
        "classification": None,
        "anim_scale_approx": None,
        "nodes": [],
        "anims": [],
        "done": False,
    }
    anim, node, i = None, None, 0
    while i < len(lines) and not out["done"]:
        t = lines[i] + ["", ""]
        k, arg, i = low(t[0]), t[1], i + 1
        if k == "newmodel" and out["name"] is None:
            out["name"] = arg
        elif k == "setsupermodel":
            out["supermodel"] = t[2]
        elif k == "classification":
            out["classification"] = low(arg)
        elif k == "setanimationscale":
            out["anim_scale_approx"] = num(number(arg) or 0.0)
        elif k == "newanim":
            anim = {"name": arg, "length_approx": None, "nodes": 0, "events": 0, "keys": 0}
            out["anims"].append(anim)
        elif k == "doneanim":
            anim = None
        elif k == "donemodel":
            out["done"] = True
        elif k == "node":
            node = {"type": low(arg), "name": t[2], "parent": None}
            if anim is None:
                out["nodes"].append(node)
            else:
                anim["nodes"] += 1
        elif k == "endnode":
            node = None
        elif anim is not None and node is None and k == "length":
            anim["length_approx"] = num(number(arg) or 0.0)
        elif anim is not None and node is None and k == "event":
            anim["events"] += 1
        elif node is not None and k in ("parent", "bitmap"):
            node[k] = arg if k == "parent" else low(arg)
        elif node is not None and anim is not None and k.endswith("key"):
            while i < len(lines) and number(lines[i][0]) is not None:
                i, anim["keys"] = i + 1, anim["keys"] + 1
        elif node is not None and k in COUNTED and re.fullmatch("[0-9]*", arg):
            want, rows, s, hi = int(arg or -1), 0, [0.0, 0.0, 0.0], -1
            while i < len(lines) and rows != want and low(lines[i][0]) not in ("endnode", "endlist"):
                v = [number(x) for x in lines[i][:3]]
                if k != "weights" and v[0] is None:
                    break
                if None not in v and len(v) > 1:
                    s = [a + b for a, b in zip(s, v + [0.0])]
                    hi = int(max(hi, *v)) if k == "faces" else hi
                rows, i = rows + 1, i + 1
            if anim is None:
                node[k] = rows
                node.update(
                    {k + "_sum_approx": nums(s)}
                    if k in ("verts", "tverts")
                    else {"max_vertex": hi} if k == "faces" else {}
                )
    refuse(out["name"] is None, "bad_magic")
    return out
