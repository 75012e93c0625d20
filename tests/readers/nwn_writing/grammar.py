#!/usr/bin/env python3
"""grammar.py FILE|FOLDER...: a strict grammar of models of Neverwinter Nights in text form. Prints each line that it does
not explain."""

import collections
import glob
import os
import re
import sys

NUM = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
W = lambda s: set(s.split())
LIST = {
    "verts": 3,
    "tverts": (2, 3),
    "tverts1": (2, 3),
    "tverts2": (2, 3),
    "tverts3": (2, 3),
    "faces": (8,),
    "normals": 3,
    "tangents": 4,
    "colors": 3,
    "constraints": 1,
    "animverts": 3,
    "animtverts": 3,
    "texindices1": 3,
    "texindices2": 3,
    "texindices3": 3,
    "flaresizes": 1,
    "flarepositions": 1,
    "flarecolorshifts": 3,
}
NAMELIST = W("texturenames")
CTL = W("""position orientation scale alpha selfillumcolor setfillumcolor color radius shadowradius verticaldisplacement
    multiplier alphaend alphastart birthrate bounce_co colorend colorstart combinetime drag fps frameend
    framestart grav lifeexp mass p2p_bezier2 p2p_bezier3 particlerot randvel sizestart sizeend sizestart_y
    sizeend_y spread threshold velocity xsize ysize blurlength lightningdelay lightningradius lightningscale
    lightningsubdiv detonate alphamid colormid percentstart percentmid percentend sizemid sizemid_y""")
PROP = W("""parent wirecolor inheritcolor diffuse ambient specular shininess bitmap texture0 texture1 texture2 texture3
    materialname renderhint render shadow beaming transparencyhint tilefade rotatetexture lightmapped center p2p
    p2p_sel p2p_type affectedbywind m_istinted bounce random inherit inheritvel inherit_local splat inherit_part
    renderorder spawntype spawntype_sel update update_sel render_sel blend blend_sel texture xgrid ygrid loop
    twosidedtex twosidedtext deadspace blastradius blastlength opacity iconsize chunky chunkname depth_texture
    cone_angle_manipulator ambientonly affectdynamic lightpriority fadinglight ndynamictype isdynamic
    flareradius generateflare lensflares refmodel reattachable dummy displacement period tightness showdispl
    displtype danglymesh gizmo sampleperiod clipu clipv clipw cliph ignorefog bmin bmax""")
TOP = W(
    """newmodel setsupermodel setanimationscale classification filedependancy filedependency ignorefog beginmodelgeom
    endmodelgeom donemodel newanim doneanim"""
)
GEO = W("radius bmin bmax")
AN = W("length transtime animroot event animlength")
BAD = collections.Counter()
EX = {}
COL = collections.Counter()
H = collections.Counter()
HF = collections.defaultdict(set)
OKF = set()
ALL = set()


def bad(f, why, t):
    BAD[why] += 1
    EX.setdefault(why, (f, b" ".join(t)[:70]))
    OKF.discard(f)


def run(fn, d):
    f = os.path.basename(fn)
    ALL.add(f)
    OKF.add(f)
    L = [(x.split(b"#")[0].split(), x) for x in re.split(rb"\r\n|\n|\r", d)]
    i = 0
    node = None
    kind = None
    anim = False
    geom = False
    seen = None
    n = len(L)

    def skip():
        nonlocal i
        while i < n and not L[i][0]:
            i += 1
        return i < n

    while skip():
        t = L[i][0]
        i += 1
        k = t[0].lower().decode("latin1")
        if node is None:
            if k == "node" and len(t) >= 3:
                node = t[2]
                kind = t[1].lower().decode()
                seen = collections.Counter()
                H["node " + ("anim " if anim else "") + kind] += 1
            elif k == "node":
                bad(f, "node without name", t)
                node = b""
                kind = "?"
                seen = collections.Counter()
            elif k in TOP:
                if k == "newanim":
                    anim = True
                if k == "doneanim":
                    anim = False
                if k == "newanim" and len(t) < 3:
                    H["newanim name on the next line"] += 1
                    skip()
                    i += 1
                if (
                    k == "doneanim"
                    and len(t) < 3
                    and skip()
                    and len(L[i][0]) == 1
                    and L[i][0][0].lower() not in (b"newanim", b"donemodel")
                ):
                    i += 1
                    H["doneanim name on the next line"] += 1
            elif anim and k in AN or k in GEO:
                pass
            else:
                bad(f, "top: " + k, t)
            continue
        if k == "endnode":
            node = None
            continue
        if k == "endlist":
            H["stray endlist"] += 1
            continue
        seen[k] += 1
        if seen[k] == 2:
            H["repeated statement in a node: " + k] += 1
            HF["repeated"].add(f)
        if k == "aabb":
            rows = [t[1:]] if len(t) > 1 else []
            need = 1 if not rows else 0
            need = 1
            st = 0
            # pre-order tree: count of pending entries
            pend = 1
            first = True
            while pend:
                if first and len(t) > 1:
                    r = t[1:]
                else:
                    if not skip():
                        break
                    r = L[i][0]
                    i += 1
                first = False
                if len(r) < 7 or not all(NUM.match(x) for x in r[:7]):
                    bad(f, "aabb row", r)
                    i -= 1
                    break
                COL["aabb", len(r)] += 1
                pend -= 1
                if int(float(r[6])) == -1:
                    pend += 2
            continue
        if k == "multimaterial":
            m = int(t[1])
            H["multimaterial in " + kind] += 1
            for _ in range(m):
                skip()
                if L[i][0][0].lower() in (b"endnode", b"bitmap", b"verts", b"faces"):
                    H["multimaterial list too short"] += 1
                    break
                i += 1
            continue
        if (
            k in NAMELIST
            or k in LIST
            or k == "weights"
            or (
                k.endswith("key")
                and (k[:-3] in CTL or k[:-9] in CTL or k[:-3] in PROP or k[:-3] in ("center", "gizmo", "lockaxes"))
            )
        ):
            cnt = None
            if len(t) > 1 and re.fullmatch(rb"\d+", t[1]):
                cnt = int(t[1])
            elif len(t) > 1:
                H["list with non-count argument: " + k] += 1
            rows = 0
            key = k.endswith("key")
            while True:
                j = i
                if not skip():
                    break
                r = L[i][0]
                w = r[0].lower()
                if w == b"endlist":
                    i += 1
                    H["endlist" + (" after a counted list" if cnt is not None else "")] += 1
                    break
                isnum = bool(NUM.match(r[0]))
                if cnt is not None and rows >= cnt:
                    if isnum and not k in NAMELIST and k != "weights":
                        H["more rows than the count: " + k] += 1
                        HF["more rows"].add(f)
                    else:
                        break
                elif not isnum and k != "weights" and k not in NAMELIST:
                    H[
                        "list ends early / without endlist: "
                        + ("key" if key else k)
                        + (" counted" if cnt is not None else "")
                    ] += 1
                    HF["early"].add(f)
                    break
                elif (k == "weights") and w in (b"endnode",):
                    H["weights ended by endnode"] += 1
                    break
                COL["key " + k if key else k, len(r)] += 1
                nums = r[1:] if k in ("weights",) else r
                if k not in NAMELIST:
                    q = r[1::2] if k == "weights" else r
                    for x in q:
                        if not NUM.match(x):
                            H["not a number in rows: " + x.decode("latin1")[:20]] += 1
                            HF["nan"].add(f)
                rows += 1
                i += 1
            if cnt is not None and rows < cnt:
                H["fewer rows than the count: " + k] += 1
                HF["fewer"].add(f)
            continue
        if k in CTL or k in PROP:
            for x in t[1:]:
                if k in CTL and not NUM.match(x):
                    H["controller value not a number: " + k + " " + x.decode("latin1")] += 1
            continue
        if re.fullmatch(rb"[+-]?[\d.]+([eE][+-]?\d+)?", t[0]):
            bad(f, "stray number row", t)
        else:
            bad(f, "in %s: %s" % (kind, k), t)


if __name__ == "__main__":
    ps = []
    for p in sys.argv[1:]:
        ps += sorted(glob.glob(p + "/*")) if os.path.isdir(p) else [p]
    for p in ps:
        d = open(p, "rb").read()
        if d[:4] != b"\0\0\0\0":
            run(p, d)
    print("files", len(ALL), "fully explained", len(OKF))
    for k, v in BAD.most_common():
        print("UNEXPLAINED", k, v, EX[k])
    for k, v in sorted(H.items(), key=lambda x: -x[1]):
        print(k, v)
    for k in HF:
        print(k, len(HF[k]), sorted(HF[k])[:3])
    d = collections.defaultdict(dict)
    for (k, c), v in COL.items():
        d[k][c] = v
    for k in sorted(d):
        print("columns", k, dict(sorted(d[k].items())))
