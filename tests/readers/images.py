#!/usr/bin/env python3
"""images.py FILE|FOLDER... [--png FOLDER] [--root FOLDER] [--header]: one JSON line for each image file.

Independent of effigy's decoders: its own code for BLP, PAA/PAC, DDS (standard and BioWare), TGA, PLT and LZO1X/LZSS;
Pillow only for JPEG inside BLP, PNG, JPG, BMP and for BC7. Needs numpy and Pillow (tested 13.0).

Fields: file, format (exact subformat), width, height, mips, has_alpha (a pixel of mip 0 has alpha < 255),
alpha (none | binary | graded), rgba_sha256 (mip 0 as RGBA8, rows top to bottom; null where decoders may round
differently), tolerance (of each sample; of the means it is tolerance/2), mean [R,G,B,A], samples [[x,y,R,G,B,A] x 4].
For PAA also taggs, swizzle; samples are after the swizzle was undone (what the texture means), mean_stored before.
For PLT: samples are [x,y,value,layer], mean is of value and layer, rgba_sha256 is of the picture value, value, value,
layer.
"""

import hashlib
import io
import json
import os
import struct
import sys

import numpy as np
from images_packed import Bad, bc4, bc5, dxt1, dxt3, dxt5, lzo1x, lzss, need, paxrle


# ---------------------------------------------------------------- containers
def opaque(rgb):
    return np.dstack([rgb, np.full(rgb.shape[:2], 255, np.uint8)])


def blp(d, dec):
    m = d[:4]
    if m == b"BLP2":
        kind, comp, abits, atype, mipf, w, h = struct.unpack_from("<IBBBBII", d, 4)
        offs = struct.unpack_from("<16I", d, 20)
        lens = struct.unpack_from("<16I", d, 84)
        pal = 148
    else:
        kind, abits, w, h, extra, mipf = struct.unpack_from("<6I", d, 4)
        offs = struct.unpack_from("<16I", d, 28)
        lens = struct.unpack_from("<16I", d, 92)
        pal = 156
        comp = 1
        atype = None
        if kind == 0:
            comp = 0
    mips = sum(1 for o, l in zip(offs, lens) if o and l)
    r = dict(width=w, height=h, mips=mips, alpha_bits=abits)
    if m == b"BLP2":
        r["header"] = [kind, comp, abits, atype, mipf]
    else:
        r["header"] = [kind, abits, extra, mipf]
    name = m.decode()
    if (m == b"BLP2" and kind == 0) or (m == b"BLP1" and kind == 0):
        r["format"] = f"{name} JPEG a{abits}"
        ex = False
        if not dec:
            return r
        from PIL import Image

        (n,) = struct.unpack_from("<I", d, pal)
        j = d[pal + 4 : pal + 4 + n] + d[offs[0] : offs[0] + lens[0]]
        im = Image.open(io.BytesIO(j))
        a = np.asarray(im)
        need(a.ndim == 3, "jpeg")
        if (
            a.shape[2] == 4
        ):  # stored B,G,R,A as the 4 components of a JPEG; Pillow takes them for CMYK and inverts (rawmode CMYK;I)
            px = (255 - a)[:, :, [2, 1, 0, 3]].copy()
            if abits == 0:
                px[:, :, 3] = 255
        else:
            px = opaque(a[:, :, ::-1])
        r["tolerance"] = 6
        return r | {"px": px}
    if comp == 1:
        r["format"] = f"{name} palette a{abits}"
        if not dec:
            return r
        p = np.frombuffer(d, np.uint8, 1024, pal).reshape(256, 4)
        s = offs[0]
        n = w * h
        ix = np.frombuffer(d, np.uint8, n, s).reshape(h, w)
        px = opaque(p[ix][:, :, [2, 1, 0]])
        ab = d[s + n :]
        if abits == 8:
            px[:, :, 3] = np.frombuffer(ab, np.uint8, n).reshape(h, w)
        elif abits == 1:
            px[:, :, 3] = (
                np.unpackbits(np.frombuffer(ab, np.uint8, (n + 7) // 8), bitorder="little")[:n].reshape(h, w) * 255
            )
        elif abits == 4:
            a = np.frombuffer(ab, np.uint8, (n + 1) // 2)
            px[:, :, 3] = (np.stack([a & 15, a >> 4], -1).reshape(-1)[:n] * 17).reshape(h, w)
        elif m == b"BLP1" and kind == 1 and abits == 0:
            pass
        return r | {"px": px}
    if comp == 2:
        t = {0: "DXT1", 1: "DXT3", 7: "DXT5"}.get(atype, f"DXT?{atype}")
        if atype == 8:
            t = "DXT5" if abits == 8 else "DXT1"
        r["format"] = f"BLP2 {t} a{abits}" + ("" if atype in (0, 1, 7) else f" type{atype}")
        r["tolerance"] = 3
        if not dec:
            return r
        b = d[offs[0] : offs[0] + lens[0]]
        px = {"DXT1": lambda: dxt1(b, w, h, abits > 0), "DXT3": lambda: dxt3(b, w, h), "DXT5": lambda: dxt5(b, w, h)}[
            t
        ]()
        if abits == 0:
            px[:, :, 3] = 255
        return r | {"px": px}
    if comp in (3, 4):
        r["format"] = f"BLP2 BGRA a{abits}"
        if not dec:
            return r
        px = np.frombuffer(d, np.uint8, w * h * 4, offs[0]).reshape(h, w, 4)[:, :, [2, 1, 0, 3]].copy()
        if abits == 0:
            px[:, :, 3] = 255
        return r | {"px": px}
    raise Bad(f"BLP compression {comp}")


def dds_mask(d, w, h, bpp, masks, pitch_off=128):
    n = bpp // 8
    raw = np.frombuffer(d, np.uint8, w * h * n, pitch_off).reshape(h, w, n).astype(np.uint32)
    v = sum(raw[:, :, i] << (8 * i) for i in range(n))
    out = []
    for m in masks:
        if not m:
            out.append(None)
            continue
        s = (m & -m).bit_length() - 1
        mx = m >> s
        x = ((v & m) >> s).astype(np.float64)
        out.append(np.floor(x * 255 / mx + 0.5).astype(np.uint8))
    return out


def dds(d, dec):
    if d[:4] != b"DDS ":
        return biodds(d, dec)
    size, flags, h, w, pitch, depth, mips = struct.unpack_from("<7I", d, 4)
    psize, pf, four, bits, R, G, B, A = struct.unpack_from("<2I4s5I", d, 76)
    caps, caps2 = struct.unpack_from("<2I", d, 108)
    r = dict(width=w, height=h, mips=max(1, mips))
    off = 128
    k = None
    if caps2 & 0x200:
        r["cube"] = True
    if pf & 4:
        k = {
            b"DXT1": "DXT1",
            b"DXT3": "DXT3",
            b"DXT5": "DXT5",
            b"DXT2": "DXT3",
            b"DXT4": "DXT5",
            b"ATI1": "BC4",
            b"BC4U": "BC4",
            b"ATI2": "BC5",
            b"BC5U": "BC5",
            b"BC5S": "BC5S",
        }.get(four)
        name = four.decode("latin1")
        if four == b"DX10":
            (f,) = struct.unpack_from("<I", d, 128)
            off = 148
            k = {
                70: "DXT1",
                71: "DXT1",
                72: "DXT1",
                73: "DXT3",
                74: "DXT3",
                75: "DXT3",
                76: "DXT5",
                77: "DXT5",
                78: "DXT5",
                79: "BC4",
                80: "BC4",
                82: "BC5",
                83: "BC5",
                97: "BC7",
                98: "BC7",
                99: "BC7",
                28: "RGBA8",
                87: "BGRA8",
                29: "RGBA8",
                91: "BGRA8",
                95: "BC6H",
                96: "BC6H",
            }.get(f)
            name = f"DX10:{f}"
            name += f" {k}"
        r["format"] = f"DDS {name}"
        need(k, "DDS " + name)
        if k not in ("RGBA8", "BGRA8"):
            r["tolerance"] = 3
        if not dec:
            return r
        b = d[off:]
        if k == "BC7" or k == "BC6H" or k == "BC5S":
            from PIL import Image

            px = np.asarray(Image.open(io.BytesIO(d)).convert("RGBA")).copy()
        elif k in ("RGBA8", "BGRA8"):
            px = np.frombuffer(b, np.uint8, w * h * 4).reshape(h, w, 4)
            px = px[:, :, [2, 1, 0, 3]] if k == "BGRA8" else px
        else:
            px = {"DXT1": dxt1, "DXT3": dxt3, "DXT5": dxt5, "BC4": bc4, "BC5": bc5}[k](b, w, h)
        return r | {"px": px}
    al = A if (pf & 1 or pf & 2) else 0
    if pf & 0x40:
        nm = f'{"A" if al else "X" if bits in(32,16) else ""}RGB{bits} {R:x}.{G:x}.{B:x}.{al:x}'
    elif pf & 0x20:
        nm = f"palette{bits}"
    elif pf & 0x20000:
        nm = f"L{bits}" + ("A" if al else "")
    elif pf & 2:
        nm = f"A{bits}"
    else:
        raise Bad(f"DDS pixel format {pf:x}")
    r["format"] = "DDS " + nm
    if not dec:
        return r
    if pf & 0x20:
        p = np.frombuffer(d, np.uint8, 1024, 128).reshape(256, 4)
        ix = np.frombuffer(d, np.uint8, w * h, 1152).reshape(h, w)
        return r | {"px": p[ix].copy()}
    if pf & 0x20000:
        R, G, B = R, R, R
    c = dds_mask(d, w, h, bits, [R, G, B, al])
    z = np.zeros((h, w), np.uint8)
    return r | {
        "px": np.dstack(
            [
                c[0] if c[0] is not None else z,
                c[1] if c[1] is not None else z,
                c[2] if c[2] is not None else z,
                c[3] if c[3] is not None else z + 255,
            ]
        )
    }


def biodds(d, dec):
    need(len(d) >= 20, "short")
    w, h, n, sz, al = struct.unpack_from("<4If", d, 0)
    need(
        n in (3, 4) and 0 < w <= 16384 and 0 < h <= 16384 and w & (w - 1) == 0 and h & (h - 1) == 0, "not a BioWare DDS"
    )
    k = "DXT1" if n == 3 else "DXT5"
    bs = 8 if n == 3 else 16
    o = 20
    m = 0
    ww, hh = w, h
    while True:
        l = max(1, (ww + 3) // 4) * max(1, (hh + 3) // 4) * bs
        if o + l > len(d):
            break
        o += l
        m += 1
        if ww == 1 and hh == 1:
            break
        ww, hh = max(1, ww // 2), max(1, hh // 2)
    need(m > 0, "BioWare DDS: short")
    r = dict(format=f"BioWare DDS {k}", width=w, height=h, mips=m, tolerance=3, header=[n, sz, al], left=len(d) - o)
    if not dec:
        return r
    return r | {"px": (dxt1 if n == 3 else dxt5)(d[20:], w, h)}


def tga(d, dec):
    need(len(d) >= 18, "short")
    idl, cmt, it, cf, cl, cb, xo, yo, w, h, bpp, desc = struct.unpack_from("<BBBHHBHHHHBB", d, 0)
    need(it in (1, 2, 3, 9, 10, 11) and bpp in (8, 15, 16, 24, 32) and w and h and cmt < 2, "not a TGA")
    nm = (
        {1: "palette", 2: "RGB", 3: "grey"}[it & 7]
        + (f"{bpp}" if it & 7 != 1 else f"{bpp} of {cb}")
        + (" RLE" if it & 8 else "")
    )
    r = dict(
        format="TGA " + nm,
        width=w,
        height=h,
        mips=1,
        origin=("top" if desc & 32 else "bottom") + ("-right" if desc & 16 else ""),
        alpha_bits=desc & 15,
        footer=d[-18:-2] == b"TRUEVISION-XFILE",
    )
    if not dec:
        return r
    o = 18 + idl
    pal = None

    def conv(raw, bits, grey):  # raw (n,bytes)
        if grey and bits == 8:
            return np.stack([raw[:, 0]] * 3 + [np.full(len(raw), 255, np.uint8)], -1)
        if grey:
            return np.stack([raw[:, 0]] * 3 + [raw[:, 1]], -1)
        if bits in (15, 16):
            v = raw[:, 0].astype(int) | (raw[:, 1].astype(int) << 8)
            f = lambda x: (x << 3) | (x >> 2)
            a = np.where(v & 0x8000, 255, 0) if (bits == 16 and desc & 15) else np.full(len(v), 255)
            return np.stack([f(v >> 10 & 31), f(v >> 5 & 31), f(v & 31), a], -1).astype(np.uint8)
        if bits == 24:
            return np.stack([raw[:, 2], raw[:, 1], raw[:, 0], np.full(len(raw), 255, np.uint8)], -1)
        return raw[:, [2, 1, 0, 3]]

    if cmt:
        nb = (cb + 7) // 8
        pal = conv(np.frombuffer(d, np.uint8, cl * nb, o).reshape(cl, nb), cb, False)
        o += cl * nb
    nb = (bpp + 7) // 8
    n = w * h
    if it & 8:
        out = bytearray()
        while len(out) < n * nb:
            need(o < len(d), "TGA RLE: input ends")
            c = d[o]
            o += 1
            if c & 128:
                out += d[o : o + nb] * ((c & 127) + 1)
                o += nb
            else:
                k = ((c & 127) + 1) * nb
                out += d[o : o + k]
                o += k
        raw = np.frombuffer(bytes(out[: n * nb]), np.uint8)
    else:
        need(len(d) >= o + n * nb, "TGA: short")
        raw = np.frombuffer(d, np.uint8, n * nb, o)
    raw = raw.reshape(n, nb)
    px = pal[raw[:, 0].astype(int) - cf] if it & 7 == 1 else conv(raw, bpp, it & 7 == 3)
    px = px.reshape(h, w, 4)
    if not desc & 32:
        px = px[::-1]
    if desc & 16:
        px = px[:, ::-1]
    if bpp == 16 and it & 7 == 2:
        r["tolerance"] = 1
    return r | {"px": np.ascontiguousarray(px)}


PAAT = {
    0xFF01: "DXT1",
    0xFF02: "DXT2",
    0xFF03: "DXT3",
    0xFF04: "DXT4",
    0xFF05: "DXT5",
    0x4444: "ARGB4444",
    0x1555: "ARGB1555",
    0x8888: "ARGB8888",
    0x8080: "AI88",
}


def paa(d, dec):
    (t,) = struct.unpack_from("<H", d, 0)
    o = 2
    if t not in PAAT:
        need(d[:4] == b"GGAT" or t == 0, f"not a PAA (0x{t:04x})")
        t = 0
        o = 0
    tg = {}
    while d[o : o + 4] == b"GGAT":
        nm = d[o + 4 : o + 8][::-1].decode("latin1")
        (l,) = struct.unpack_from("<I", d, o + 8)
        tg[nm] = d[o + 12 : o + 12 + l]
        o += 12 + l
    (np_,) = struct.unpack_from("<H", d, o)
    o += 2
    pal = d[o : o + 3 * np_]
    o += 3 * np_
    k = PAAT.get(t, "palette")
    mips = []
    lz = None
    while o + 4 <= len(d):
        w, h = struct.unpack_from("<HH", d, o)
        o += 4
        if w == 0 and h == 0:
            break
        q = False
        if w == 1234 and h == 8765:
            w, h = struct.unpack_from("<HH", d, o)
            o += 4
            q = True
        c = bool(w & 0x8000)
        w &= 0x7FFF
        n = d[o] | d[o + 1] << 8 | d[o + 2] << 16
        o += 3
        mips.append((w, h, c, q, d[o : o + n]))
        need(o + n <= len(d), "PAA: mip ends after the file")
        o += n
    need(mips, "PAA without mips")
    w, h, c, q, b = mips[0]
    comp = "lzo" if c else ""
    size = {"DXT1": ((w + 3) // 4) * ((h + 3) // 4) * 8, "palette": w * h, "ARGB8888": w * h * 4}.get(
        k, ((w + 3) // 4) * ((h + 3) // 4) * 16 if k.startswith("DXT") else w * h * 2
    )
    if not k.startswith("DXT"):
        comp = "lzss" if (k != "palette" and len(b) != size) or q else ("rle" if k == "palette" else "")
        if k == "ARGB8888" and c:
            comp = "lzo"
    sw = tg.get("SWIZ")
    fl = tg.get("FLAG")
    r = dict(
        format=f"PAA {k}" + (" " + comp if comp else ""),
        width=w,
        height=h,
        mips=len(mips),
        taggs=list(tg),
        flag=struct.unpack("<I", fl)[0] if fl and len(fl) == 4 else None,
        swizzle=sw.hex() if sw else None,
        left=len(d) - o,
        avg=tg["AVGC"].hex() if "AVGC" in tg else None,
        max=tg["MAXC"].hex() if "MAXC" in tg else None,
        palette=np_,
    )
    if k.startswith("DXT"):
        r["tolerance"] = 3
    if not dec:
        return r
    if c:
        b2, used = lzo1x(b, size)
        r["lzo_used"] = [used, len(b)]
        b = b2
    elif comp == "lzss":
        b, used, chk = lzss(b, size)
        r["lzss_checksum"] = chk
    elif comp == "rle":
        b, used = paxrle(b, size)
    if k == "DXT1":
        px = dxt1(b, w, h)
    elif k in ("DXT2", "DXT3"):
        px = dxt3(b, w, h)
    elif k in ("DXT4", "DXT5"):
        px = dxt5(b, w, h)
    elif k == "palette":
        p = np.frombuffer(pal, np.uint8).reshape(-1, 3)[:, ::-1]
        px = opaque(p[np.frombuffer(b, np.uint8, w * h).reshape(h, w)])
    elif k == "AI88":
        v = np.frombuffer(b, np.uint8, w * h * 2).reshape(h, w, 2)
        px = np.dstack([v[:, :, 0]] * 3 + [v[:, :, 1]])
    elif k == "ARGB8888":
        px = np.frombuffer(b, np.uint8, w * h * 4).reshape(h, w, 4)[:, :, [2, 1, 0, 3]]
    else:
        v = np.frombuffer(b, "<u2", w * h).reshape(h, w).astype(int)
        if k == "ARGB4444":
            px = np.dstack([(v >> 8 & 15) * 17, (v >> 4 & 15) * 17, (v & 15) * 17, (v >> 12) * 17]).astype(np.uint8)
        else:
            f = lambda x: (x << 3) | (x >> 2)
            px = np.dstack([f(v >> 10 & 31), f(v >> 5 & 31), f(v & 31), (v >> 15) * 255]).astype(np.uint8)
            r["tolerance"] = 1
    if sw and len(sw) == 4:
        r["mean_stored"] = [round(float(x), 2) for x in px.reshape(-1, 4).mean(0)]
        src = [px[:, :, 3], px[:, :, 0], px[:, :, 1], px[:, :, 2]]
        dst = [np.full_like(src[0], 255)] + src[1:]  # A,R,G,B
        # entry i says what the stored channel i (A,R,G,B) contains: 0..3 the texture's A,R,G,B, 4..7 one minus it,
        # 8 one, 9 zero. Undone here; a channel of the texture that no entry names: A = 1, others as stored.
        for op, s in zip(sw, src):
            if op < 8:
                dst[op & 3] = 255 - s if op & 4 else s
        px = np.dstack([dst[1], dst[2], dst[3], dst[0]])
    return r | {"px": np.ascontiguousarray(px)}


def plt(d, dec):
    layers, z, w, h = struct.unpack_from("<4I", d, 8)
    r = dict(format="PLT", width=w, height=h, mips=1, header=[layers, z])
    need(len(d) >= 24 + w * h * 2, "PLT: short")
    v = np.frombuffer(d, np.uint8, w * h * 2, 24).reshape(h, w, 2)[::-1]
    r["layers"] = np.bincount(v[:, :, 1].reshape(-1), minlength=10).tolist()
    if not dec:
        return r
    return r | {"px": np.dstack([v[:, :, 0]] * 3 + [v[:, :, 1]]), "plt": True}


def pil(d, dec):
    from PIL import Image

    im = Image.open(io.BytesIO(d))
    r = dict(format=f"{im.format} {im.mode}", width=im.width, height=im.height, mips=1)
    if im.format == "JPEG":
        r["tolerance"] = 6
    if im.format == "PNG" and im.mode.startswith("I"):
        r["tolerance"] = 1
    return r if not dec else r | {"px": np.asarray(im.convert("RGBA"))}


def read(d, ext, dec=True):
    """header fields, and px as an array (h,w,4) if dec"""
    ext = ext.lower().lstrip(".")
    need(d, "empty")
    if d[:40].startswith(b"version https://git-lfs"):
        raise Bad("git LFS pointer")
    if d[:4] in (b"BLP1", b"BLP2"):
        return blp(d, dec)
    if d[:4] == b"DDS ":
        return dds(d, dec)
    if d[:8] == b"PLT V1  ":
        return plt(d, dec)
    if d[:4] == b"\x89PNG" or d[:2] == b"\xff\xd8" and ext not in ("paa", "pac") or d[:2] == b"BM" and ext == "bmp":
        return pil(d, dec)
    if ext in ("paa", "pac"):
        return paa(d, dec)
    if ext == "dds":
        return biodds(d, dec)
    if ext == "tga":
        return tga(d, dec)
    if ext == "d3d9_texture":
        return dds(d, dec)
    raise Bad("unknown image")


def facts(name, d, ext, dec=True):
    try:
        r = read(d, ext, dec)
    except (Bad, struct.error, ValueError, IndexError, OSError, KeyError) as e:
        return dict(file=name, error=f"{type(e).__name__}: {e}"[:160]), None
    px = r.pop("px", None)
    p = r.pop("plt", False)
    out = dict(file=name, format=r.pop("format"), width=r.pop("width"), height=r.pop("height"), mips=r.pop("mips"))
    if px is not None:
        h, w = px.shape[:2]
        a = px[:, :, 3]
        if p:
            out["has_alpha"] = False
            out["alpha"] = "none"
        else:
            mn = int(a.min())
            out["has_alpha"] = mn < 255
            out["alpha"] = "none" if mn == 255 else "binary" if bool(((a == 0) | (a == 255)).all()) else "graded"
        tol = r.pop("tolerance", 0)
        out["rgba_sha256"] = None if tol else hashlib.sha256(np.ascontiguousarray(px).tobytes()).hexdigest()
        out["tolerance"] = tol
        m = px.reshape(-1, 4).astype(np.float64).mean(0)
        out["mean"] = [round(float(x), 2) for x in (m if not p else m[[0, 3]])]
        pts = [(w // 8, h // 8), (w * 5 // 8, h // 4), (w * 3 // 8, h * 5 // 8), (w - 1, h - 1)]
        out["samples"] = [
            [x, y] + ([int(v) for v in px[y, x]] if not p else [int(px[y, x, 0]), int(px[y, x, 3])]) for x, y in pts
        ]
    return out | r, px


def main(a):
    png = root = None
    files = []
    dec = True
    i = 0
    while i < len(a):
        if a[i] == "--png":
            png = a[i + 1]
            i += 2
        elif a[i] == "--root":
            root = a[i + 1]
            i += 2
        elif a[i] == "--header":
            dec = False
            i += 1
        else:
            files.append(a[i])
            i += 1
    ex = (".blp", ".tga", ".dds", ".paa", ".pac", ".plt", ".png", ".jpg", ".d3d9_texture")
    L = []
    for f in files:
        if os.path.isdir(f):
            for r, ds, fs in os.walk(f):
                ds.sort()
                L += [os.path.join(r, x) for x in sorted(fs) if x.lower().endswith(ex)]
        else:
            L.append(f)
    for f in L:
        d = open(f, "rb").read()
        j, px = facts(os.path.relpath(f, root) if root else f, d, os.path.splitext(f)[1], dec)
        print(json.dumps(j, separators=(",", ":")))
        if png and px is not None:
            from PIL import Image

            os.makedirs(png, exist_ok=True)
            Image.fromarray(px, "RGBA").save(os.path.join(png, os.path.basename(f) + ".png"))


if __name__ == "__main__":
    main(sys.argv[1:])
