"""The records of M2 models and .skin files, and a decoder that makes trees of Rec and Lst."""

import struct
import os
import sys
from struct import unpack_from as U


class Leaf:
    def __init__(s, fmt):
        s.fmt = "<" + fmt
        s.size = struct.calcsize(s.fmt)


class List:
    size = 8

    def __init__(s, elem, tag=None):
        s.elem = elem
        s.tag = tag


class Rec:
    def __init__(s, name, *fields):
        s.name = name
        s.fields = []
        o = 0
        for n, t in fields:
            if isinstance(t, str):
                t = Leaf(t)
            s.fields.append((n, t, o))
            o += t.size
        s.size = o


def L(fmt):
    return List(Leaf(fmt))


CHARS = L("c")
_cache = {}


def schema(v, flags=0):
    old = v < 264
    key = (v, bool(flags & 8) and not old)
    if key in _cache:
        return _cache[key]
    u32s, u16s, i16s, vec = L("I"), L("H"), L("h"), L("3f")

    def T(val):
        if old:
            f = [("interp", "H"), ("gseq", "h"), ("ranges", List(Leaf("II"))), ("times", List(Leaf("I")))]
            if val:
                f.append(("values", List(Leaf(val))))
        else:
            f = [("interp", "H"), ("gseq", "h"), ("times", List(List(Leaf("I"), "seq"), "seqs"))]
            if val:
                f.append(("values", List(List(Leaf(val), "seq"), "seqs")))
        r = Rec("track", *f)
        r.is_track = True
        return r

    seq = Rec(
        "sequence",
        ("id", "H"),
        ("variation", "H"),
        *((("start", "I"), ("end", "I")) if old else (("duration", "I"),)),
        ("speed", "f"),
        ("flags", "I"),
        ("probability", "h"),
        ("pad", "H"),
        ("replay", "II"),
        ("blend", "I"),
        ("box", "6f"),
        ("radius", "f"),
        ("next", "h"),
        ("alias", "H")
    )
    bone = Rec(
        "bone",
        ("key", "i"),
        ("flags", "I"),
        ("parent", "h"),
        ("sub", "H"),
        *((("crc", "I"),) if v >= 260 else ()),
        ("t", T("3f")),
        ("r", T("4f" if v < 260 else "4h")),
        ("s", T("3f")),
        ("pivot", "3f")
    )
    vertex = Leaf("3f4B4B3f4f")
    view = Rec(
        "view",
        ("indices", L("H")),
        ("triangles", L("H")),
        ("props", L("4B")),
        ("submeshes", List(submesh(v))),
        ("batches", List(BATCH)),
        ("bone_max", "I"),
    )
    color = Rec("color", ("rgb", T("3f")), ("alpha", T("h")))
    texture = Rec("texture", ("type", "I"), ("flags", "H"), ("pad", "H"), ("name", CHARS))
    weight = Rec("weight", ("weight", T("h")))
    xform = Rec("transform", ("t", T("3f")), ("r", T("4f")), ("s", T("3f")))
    att = Rec("attachment", ("id", "I"), ("bone", "H"), ("pad", "H"), ("pos", "3f"), ("visible", T("B")))
    ev = Rec("event", ("id", "4s"), ("data", "I"), ("bone", "I"), ("pos", "3f"), ("track", T(None)))
    light = Rec(
        "light",
        ("type", "H"),
        ("bone", "h"),
        ("pos", "3f"),
        ("ambient", T("3f")),
        ("ambient_i", T("f")),
        ("diffuse", T("3f")),
        ("diffuse_i", T("f")),
        ("att_start", T("f")),
        ("att_end", T("f")),
        ("visible", T("B")),
    )
    cam = Rec(
        "camera",
        ("type", "i"),
        *((("fov", "f"),) if v < 271 else ()),
        ("far", "f"),
        ("near", "f"),
        ("position", T("9f")),
        ("position_base", "3f"),
        ("target", T("9f")),
        ("target_base", "3f"),
        ("roll", T("3f")),
        *((("fovt", T("3f")),) if v >= 271 else ())
    )
    rib = Rec(
        "ribbon",
        ("id", "i"),
        ("bone", "I"),
        ("pos", "3f"),
        ("textures", u16s),
        ("materials", u16s),
        ("color", T("3f")),
        ("alpha", T("h")),
        ("above", T("f")),
        ("below", T("f")),
        ("edges", "f"),
        ("life", "f"),
        ("gravity", "f"),
        ("rows", "H"),
        ("cols", "H"),
        ("slot", T("H")),
        ("visible", T("B")),
        *(() if old else (("priority", "h"), ("pad", "H")))
    )
    names = ("speed", "speed_var", "vrange", "hrange", "gravity", "lifespan", "rate", "length", "width", "zsource")
    pf = [
        ("id", "i"),
        ("flags", "I"),
        ("pos", "3f"),
        ("bone", "H"),
        ("texture", "H"),
        ("model", CHARS),
        ("recursion", CHARS),
    ]
    pf += [("blend", "H"), ("emitter", "H")] if v < 263 else [("blend", "B"), ("emitter", "B"), ("color_index", "H")]
    pf += [("ptype", "B"), ("headtail", "B"), ("tile_rot", "h"), ("rows", "H"), ("cols", "H")]

    def F(val):
        return Rec("fblock", ("times", L("h")), ("values", L(val)))

    for n in names:
        pf.append((n, T("f")))
        if not old and n in ("lifespan", "rate"):
            pf.append((n + "_vary", "f"))
    if old:
        pf += [("mid", "f"), ("colors", "12B"), ("scale", "3f"), ("cells", "10H"), ("floats", "22f")]
    else:
        pf += [
            ("color", F("3f")),
            ("alpha", F("h")),
            ("scale", F("2f")),
            ("scale_vary", "2f"),
            ("head", F("H")),
            ("tail", F("H")),
            ("floats", "25f"),
        ]
    pf += [("spline", vec), ("enabled", T("B"))]
    if v >= 272:
        pf += [("multi", "8h")]
    part = Rec("particle", *pf)
    h = [
        ("magic", "4s"),
        ("version", "I"),
        ("name", CHARS),
        ("flags", "I"),
        ("global_sequences", u32s),
        ("sequences", List(seq)),
        ("sequence_lookup", i16s),
    ]
    if old:
        h += [("playable_lookup", L("HH"))]
    h += [
        ("bones", List(bone)),
        ("key_bone_lookup", i16s),
        ("vertices", List(vertex)),
        ("views", List(view) if old else "I"),
        ("colors", List(color)),
        ("textures", List(texture)),
        ("weights", List(weight)),
    ]
    if old:
        h += [("flipbooks", u32s)]
    h += [
        ("transforms", List(xform)),
        ("texture_replace", i16s),
        ("materials", L("HH")),
        ("bone_lookup", u16s),
        ("texture_lookup", i16s),
        ("texture_unit_lookup", i16s),
        ("weight_lookup", i16s),
        ("transform_lookup", i16s),
        ("box", "6f"),
        ("radius", "f"),
        ("cbox", "6f"),
        ("cradius", "f"),
        ("collision_indices", u16s),
        ("collision_vertices", vec),
        ("collision_normals", vec),
        ("attachments", List(att)),
        ("attachment_lookup", i16s),
        ("events", List(ev)),
        ("lights", List(light)),
        ("cameras", List(cam)),
        ("camera_lookup", i16s),
        ("ribbons", List(rib)),
        ("particles", List(part)),
    ]
    if not old and flags & 8:
        h += [("combos", u16s)]
    r = Rec("header", *h)
    _cache[key] = r
    assert r.size == (0x144 if old else 0x138 if flags & 8 else 0x130), hex(r.size)
    return r


def submesh(v):
    f = [
        ("id", "H"),
        ("level", "H"),
        ("vstart", "H"),
        ("vcount", "H"),
        ("istart", "H"),
        ("icount", "H"),
        ("bcount", "H"),
        ("bcombo", "H"),
        ("influences", "H"),
        ("cbone", "H"),
        ("center", "3f"),
    ]
    if v >= 260:
        f += [("sort_center", "3f"), ("sort_radius", "f")]
    return Rec("submesh", *f)


BATCH = Rec(
    "batch",
    ("flags", "B"),
    ("prio", "b"),
    ("shader", "H"),
    ("submesh", "H"),
    ("geoset", "H"),
    ("color", "h"),
    ("material", "H"),
    ("layer", "H"),
    ("ntex", "H"),
    ("tex", "H"),
    ("coord", "H"),
    ("weight", "H"),
    ("xform", "H"),
)
SHADOW = Leaf("12B")


def skin_schema(shadow):
    return Rec(
        "skin",
        ("magic", "4s"),
        ("indices", L("H")),
        ("triangles", L("H")),
        ("props", L("4B")),
        ("submeshes", List(submesh(264))),
        ("batches", List(BATCH)),
        ("bone_max", "I"),
        *((("shadow", List(SHADOW)),) if shadow else ())
    )


class Lst:
    """A list: n, items (records/lists) or raw (leaf bytes); off and space = layout facts."""

    __slots__ = ("t", "n", "off", "space", "items", "raw", "path", "depth")


class Bad(Exception):
    pass


class Decoder:
    """spaces: {key: bytes}; 'm2' = main. seq_space(i) -> key for element i of a by-sequence list, or None if absent."""

    def __init__(s, spaces, seq_space=None):
        s.spaces, s.seq_space, s.lists = spaces, seq_space or (lambda i: "m2"), []

    def rec(s, t, space, off, path):
        b = s.spaces[space]
        d = {}
        for n, ft, o in t.fields:
            p = path + (n,)
            if isinstance(ft, Leaf):
                x = U(ft.fmt, b, off + o)
                d[n] = x[0] if len(x) == 1 else x
            elif isinstance(ft, List):
                d[n] = s.lst(ft, space, off + o, p)
            else:
                d[n] = s.rec(ft, space, off + o, p)
        return d

    def lst(s, t, space, at, path, data_space="same"):
        l = Lst()
        l.t, l.path = t, path
        l.n, l.off = U("<II", s.spaces[space], at)
        l.space = space if data_space == "same" else data_space
        l.items = None
        l.raw = b""
        s.lists.append(l)
        if not l.n:
            return l
        if l.space is None:
            l.raw = None
            return l
        b = s.spaces[l.space]
        e = t.elem
        if l.off + l.n * e.size > len(b):
            raise Bad("oob %s" % (path,))
        if isinstance(e, Leaf):
            l.raw = b[l.off : l.off + l.n * e.size]
        elif isinstance(e, List):
            l.items = [
                s.lst(e, l.space, l.off + i * 8, path + (i,), s.seq_space(i) if e.tag == "seq" else "same")
                for i in range(l.n)
            ]
        else:
            l.items = [s.rec(e, l.space, l.off + i * e.size, path + (i,)) for i in range(l.n)]
        return l


_ls = {}


def beside(path):
    d = os.path.dirname(path) or "."
    if d not in _ls:
        _ls[d] = {f.lower(): f for f in sorted(os.listdir(d), reverse=True)} if os.path.isdir(d) else {}
    if os.path.isfile(path):
        return path
    f = _ls[d].get(os.path.basename(path).lower())
    return os.path.join(d, f) if f else None


class Model:
    pass


def load(path):
    b = open(path, "rb").read()
    m = Model()
    m.path, m.data = path, b
    if b[:4] != b"MD20":
        raise Bad("magic %r" % b[:4])
    v = m.v = U("<I", b, 4)[0]
    flags = U("<I", b, 16)[0]
    m.schema = schema(v, flags)
    m.old = v < 264
    spaces = {"m2": b}
    m.spaces = spaces
    m.anim_paths = {}
    seqs = []
    stem = os.path.splitext(path)[0]
    m.stem = stem
    if not m.old:
        n, o = U("<II", b, 0x1C)
        st = next(f[1] for f in m.schema.fields if f[0] == "sequences").elem
        d = Decoder(spaces)
        seqs = [d.rec(st, "m2", o + 64 * i, ()) for i in range(n)]
    store = []
    for i in range(len(seqs)):
        j, seen = i, set()
        while seqs[j]["flags"] & 0x40:
            seen.add(j)
            k = seqs[j]["alias"]
            if k >= len(seqs) or k in seen:
                break
            j = k
        if seqs[j]["flags"] & 0x130:
            store.append("m2")
            continue
        if j not in spaces:
            p = beside("%s%04d-%02d.anim" % (stem, seqs[j]["id"], seqs[j]["variation"]))
            spaces[j] = open(p, "rb").read() if p else None
            m.anim_paths[j] = p
        store.append(j if spaces[j] is not None else None)
    m.store = store
    m.dec = Decoder(spaces, lambda i: store[i] if i < len(store) else "m2")
    m.root = m.dec.rec(m.schema, "m2", 0, ())
    m.lists = m.dec.lists
    return m


def load_skin(path):
    b = open(path, "rb").read()
    m = Model()
    m.path, m.data = path, b
    if b[:4] != b"SKIN":
        raise Bad("magic")
    A = [U("<II", b, 4 + 8 * k) for k in range(5)]
    low = min([o for n, o in A if n], default=0)
    m.shadow = low >= 0x38 or (low == 0 and len(b) >= 0x38)
    m.schema = skin_schema(m.shadow)
    m.spaces = {"m2": b}
    m.old = True
    m.dec = Decoder(m.spaces)
    m.root = m.dec.rec(m.schema, "m2", 0, ())
    m.lists = m.dec.lists
    return m
