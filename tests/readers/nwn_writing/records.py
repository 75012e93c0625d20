"""The records of binary models of Neverwinter Nights: offset, format, name and class of each field.

Classes: S a value, T text, A the header of an array, P a pointer into the model data, R one into the raw data, N a count
that follows from others, G garbage or a constant of the producer.
"""

GEO = [
    (0x00, "I", "fn0", "G"),
    (4, "I", "fn1", "G"),
    (8, "64s", "name", "T"),
    (0x48, "I", "root", "P"),
    (0x4C, "I", "node_count", "S"),
    (0x50, "3I", "rt1", "G"),
    (0x5C, "3I", "rt2", "G"),
    (0x68, "I", "refcount", "G"),
    (0x6C, "B", "gtype", "S"),
    (0x6D, "3s", "gpad", "G"),
]
MODEL = GEO + [
    (0x70, "B", "m70", "G"),
    (0x71, "B", "m71", "G"),
    (0x72, "B", "classification", "S"),
    (0x73, "B", "fog", "S"),
    (0x74, "I", "m74", "G"),
    (0x78, "3I", "anims", "A"),
    (0x84, "I", "superptr", "G"),
    (0x88, "24s", "bbox", "S"),
    (0xA0, "4s", "radius", "S"),
    (0xA4, "4s", "animscale", "S"),
    (0xA8, "64s", "supermodel", "T"),
]
ANIM = GEO + [
    (0x70, "4s", "length", "S"),
    (0x74, "4s", "trans", "S"),
    (0x78, "64s", "animroot", "T"),
    (0xB8, "3I", "events", "A"),
]
EVENT = [(0, "4s", "time", "S"), (4, "32s", "name", "T")]
NODE = [
    (0x00, "I", "nf0", "G"),
    (4, "I", "nf1", "G"),
    (8, "I", "nf2", "G"),
    (12, "I", "nf3", "G"),
    (16, "I", "nf4", "G"),
    (20, "I", "nf5", "G"),
    (0x18, "I", "inheritcolor", "S"),
    (0x1C, "i", "part", "S"),
    (0x20, "32s", "name", "T"),
    (0x40, "I", "geoptr", "G"),
    (0x44, "I", "parentptr", "G"),
    (0x48, "3I", "children", "A"),
    (0x54, "3I", "keys", "A"),
    (0x60, "3I", "data", "A"),
    (0x6C, "I", "flags", "S"),
]
LIGHT = [
    (0x70, "4s", "flareradius", "S"),
    (0x74, "3I", "lun", "A"),
    (0x80, "3I", "fsizes", "A"),
    (0x8C, "3I", "fpos", "A"),
    (0x98, "3I", "fcol", "A"),
    (0xA4, "3I", "ftex", "A"),
] + [
    (0xB0 + 4 * i, "I", n, "S")
    for i, n in enumerate("priority ambientonly dynamictype affectdynamic shadow generateflare fading".split())
]
EMIT = [
    (0x70, "4s", "deadspace", "S"),
    (0x74, "4s", "blastradius", "S"),
    (0x78, "4s", "blastlength", "S"),
    (0x7C, "I", "xgrid", "S"),
    (0x80, "I", "ygrid", "S"),
    (0x84, "I", "spacetype", "S"),
    (0x88, "32s", "update", "T"),
    (0xA8, "32s", "render", "T"),
    (0xC8, "32s", "blend", "T"),
    (0xE8, "64s", "texture", "T"),
    (0x128, "16s", "chunk", "T"),
    (0x138, "I", "twosided", "S"),
    (0x13C, "I", "loop", "S"),
    (0x140, "H", "renderorder", "S"),
    (0x142, "H", "epad", "G"),
    (0x144, "I", "eflags", "S"),
]
REF = [(0x70, "64s", "refmodel", "T"), (0xB0, "I", "reattachable", "S")]
MESH = [
    (0x70, "I", "mf0", "G"),
    (0x74, "I", "mf1", "G"),
    (0x78, "3I", "faces", "A"),
    (0x84, "24s", "bbox", "S"),
    (0x9C, "4s", "radius", "S"),
    (0xA0, "12s", "average", "S"),
    (0xAC, "12s", "diffuse", "S"),
    (0xB8, "12s", "ambient", "S"),
    (0xC4, "12s", "specular", "S"),
    (0xD0, "4s", "shininess", "S"),
    (0xD4, "I", "shadow", "S"),
    (0xD8, "I", "beaming", "S"),
    (0xDC, "I", "render", "S"),
    (0xE0, "I", "transparency", "S"),
    (0xE4, "I", "renderhint", "S"),
    (0xE8, "64s", "tex0", "T"),
    (0x128, "64s", "tex1", "T"),
    (0x168, "64s", "tex2", "T"),
    (0x1A8, "64s", "material", "T"),
    (0x1E8, "I", "tilefade", "S"),
    (0x1EC, "3I", "vi", "A"),
    (0x1F8, "3I", "left", "A"),
    (0x204, "3I", "icount", "A"),
    (0x210, "3I", "ilist", "A"),
    (0x21C, "I", "strip0", "G"),
    (0x220, "I", "strip1", "G"),
    (0x224, "B", "trimode", "S"),
    (0x225, "3s", "tpad", "G"),
    (0x228, "I", "m228", "G"),
    (0x22C, "I", "verts", "R"),
    (0x230, "H", "nverts", "S"),
    (0x232, "H", "ntex", "S"),
    (0x234, "I", "uv0", "R"),
    (0x238, "I", "uv1", "R"),
    (0x23C, "I", "uv2", "R"),
    (0x240, "I", "uv3", "R"),
    (0x244, "I", "norm", "R"),
    (0x248, "I", "col", "R"),
    (0x24C, "I", "b1", "R"),
    (0x250, "I", "b2", "R"),
    (0x254, "I", "b3", "R"),
    (0x258, "I", "tan", "R"),
    (0x25C, "I", "b5", "R"),
    (0x260, "I", "hand", "R"),
    (0x264, "B", "lightmapped", "S"),
    (0x265, "B", "rotatetex", "S"),
    (0x266, "H", "mpad", "G"),
    (0x268, "4s", "area", "S"),
    (0x26C, "I", "m26c", "G"),
]
SKIN = [
    (0x270, "3I", "sw", "A"),
    (0x27C, "I", "weights", "R"),
    (0x280, "I", "refs", "R"),
    (0x284, "I", "map", "P"),
    (0x288, "I", "nmap", "N"),
    (0x28C, "3I", "q", "A"),
    (0x298, "3I", "t", "A"),
    (0x2A4, "3I", "const", "A"),
]
ANIMMESH = [
    (0x270, "4s", "period", "S"),
    (0x274, "3I", "av", "A"),
    (0x280, "3I", "at", "A"),
    (0x28C, "3I", "an", "A"),
    (0x298, "I", "vsets", "P"),
    (0x29C, "I", "tsets", "P"),
    (0x2A0, "I", "nvsets", "S"),
    (0x2A4, "I", "ntsets", "S"),
]
DANGLY = [
    (0x270, "3I", "constraints", "A"),
    (0x27C, "4s", "displacement", "S"),
    (0x280, "4s", "tightness", "S"),
    (0x284, "4s", "period", "S"),
]
AABB = [(0x270, "I", "aabb", "P")]


def parts(fl):
    out = list(NODE)
    if fl & 2:
        out += LIGHT
    if fl & 4:
        out += EMIT
    if fl & 0x10:
        out += REF
    if fl & 0x20:
        out += MESH
    if fl & 0x40:
        out += SKIN
    if fl & 0x80:
        out += ANIMMESH
    if fl & 0x100:
        out += DANGLY
    if fl & 0x200:
        out += AABB
    return out
