"""What images.py expands: block compression, LZO1X, LZSS."""

import struct

import numpy as np


class Bad(Exception):
    pass


def need(c, m):
    if not c:
        raise Bad(m)


# ---------------------------------------------------------------- block compression
def _c565(v):
    r = (v >> 11) & 31
    g = (v >> 5) & 63
    b = v & 31
    return np.stack([(r << 3) | (r >> 2), (g << 2) | (g >> 4), (b << 3) | (b >> 2)], -1).astype(np.int32)


def _blocks(d, w, h, n):
    bw, bh = (w + 3) // 4, (h + 3) // 4
    need(len(d) >= bw * bh * n, f"mip has {len(d)} bytes, {bw*bh*n} needed")
    return np.frombuffer(d, np.uint8, bw * bh * n).reshape(bh * bw, n), bw, bh


def _unblock(px, bw, bh, w, h):  # px: (blocks,16,C)
    c = px.shape[-1]
    return px.reshape(bh, bw, 4, 4, c).transpose(0, 2, 1, 3, 4).reshape(bh * 4, bw * 4, c)[:h, :w].astype(np.uint8)


def _color(b, four):  # b: (n,8); four: always four colours (DXT3/5)
    c0 = b[:, 0].astype(np.uint16) | (b[:, 1].astype(np.uint16) << 8)
    c1 = b[:, 2].astype(np.uint16) | (b[:, 3].astype(np.uint16) << 8)
    a, z = _c565(c0.astype(np.int32)), _c565(c1.astype(np.int32))
    k4 = np.ones(len(b), bool) if four else c0 > c1
    m = k4[:, None]
    c2 = np.where(m, (2 * a + z + 1) // 3, (a + z) // 2)
    c3 = np.where(m, (a + 2 * z + 1) // 3, 0)
    pal = np.stack([a, z, c2, c3], 1)
    al = np.full((len(b), 4), 255)
    al[~k4, 3] = 0
    idx = b[:, 4:8].astype(np.uint32)
    idx = idx[:, 0] | (idx[:, 1] << 8) | (idx[:, 2] << 16) | (idx[:, 3] << 24)
    ix = (idx[:, None] >> (2 * np.arange(16, dtype=np.uint32))) & 3
    rgb = np.take_along_axis(pal, ix[..., None].astype(int), 1)
    al = np.take_along_axis(al, ix.astype(int), 1)
    return rgb, al


def _alpha5(b):  # b: (n,8) -> (n,16)
    a0 = b[:, 0].astype(np.int32)
    a1 = b[:, 1].astype(np.int32)
    t = [a0, a1]
    six = a0 > a1
    for i in range(1, 7):
        v8 = ((7 - i) * a0 + i * a1 + 3) // 7
        v6 = ((5 - i) * a0 + i * a1 + 2) // 5 if i <= 4 else (np.zeros_like(a0) if i == 5 else np.full_like(a0, 255))
        t.append(np.where(six, v8, v6))
    pal = np.stack(t, 1)
    bits = np.zeros(len(b), np.uint64)
    for i in range(6):
        bits |= b[:, 2 + i].astype(np.uint64) << np.uint64(8 * i)
    ix = ((bits[:, None] >> (3 * np.arange(16, dtype=np.uint64))) & np.uint64(7)).astype(int)
    return np.take_along_axis(pal, ix, 1)


def dxt1(d, w, h, punch=True):
    b, bw, bh = _blocks(d, w, h, 8)
    rgb, al = _color(b, False)
    if not punch:
        al = np.full_like(al, 255)
    return _unblock(np.concatenate([rgb, al[..., None]], -1), bw, bh, w, h)


def dxt3(d, w, h):
    b, bw, bh = _blocks(d, w, h, 16)
    rgb, _ = _color(b[:, 8:], True)
    n = b[:, :8]
    al = np.stack([n & 15, n >> 4], -1).reshape(len(b), 16).astype(int) * 17
    return _unblock(np.concatenate([rgb, al[..., None]], -1), bw, bh, w, h)


def dxt5(d, w, h):
    b, bw, bh = _blocks(d, w, h, 16)
    rgb, _ = _color(b[:, 8:], True)
    return _unblock(np.concatenate([rgb, _alpha5(b[:, :8])[..., None]], -1), bw, bh, w, h)


def bc4(d, w, h):
    b, bw, bh = _blocks(d, w, h, 8)
    v = _alpha5(b)
    return _unblock(np.stack([v, v * 0, v * 0, v * 0 + 255], -1), bw, bh, w, h)


def bc5(d, w, h):
    b, bw, bh = _blocks(d, w, h, 16)
    r, g = _alpha5(b[:, :8]), _alpha5(b[:, 8:])
    return _unblock(np.stack([r, g, r * 0, r * 0 + 255], -1), bw, bh, w, h)


# ---------------------------------------------------------------- LZO1X, LZSS
def lzo1x(s, limit):
    o = bytearray()
    i = 0
    state = 0

    def run(x, mask):
        nonlocal i
        n = x & mask
        if n:
            return n
        n = mask
        while s[i] == 0:
            n += 255
            i += 1
        n += s[i]
        i += 1
        return n

    def copy(dist, n):
        need(0 < dist <= len(o), "lzo: distance")
        p = len(o) - dist
        if dist >= n:
            o.extend(o[p : p + n])
        else:
            c = bytes(o[p:])
            o.extend((c * (n // dist + 1))[:n])

    try:
        x = s[0]
        if x > 17:
            n = x - 17
            o.extend(s[1 : 1 + n])
            i = 1 + n
            state = min(n, 4)
            x = s[i]
            i += 1
        else:
            i = 1
        while True:
            if x < 16:
                if state == 0:
                    n = run(x, 15) + 3
                    o.extend(s[i : i + n])
                    i += n
                    state = 4
                    x = s[i]
                    i += 1
                    continue
                d = s[i]
                i += 1
                if state == 4:
                    copy((d << 2) + (x >> 2) + 2049, 3)
                else:
                    copy((d << 2) + (x >> 2) + 1, 2)
                state = x & 3
            elif x < 32:
                n = run(x, 7) + 2
                e = s[i] | (s[i + 1] << 8)
                i += 2
                d = ((x & 8) << 11) + (e >> 2)
                if d == 0:
                    break
                copy(d + 16384, n)
                state = e & 3
            elif x < 64:
                n = run(x, 31) + 2
                e = s[i] | (s[i + 1] << 8)
                i += 2
                copy((e >> 2) + 1, n)
                state = e & 3
            else:
                d = s[i]
                i += 1
                copy((d << 3) + ((x >> 2) & 7) + 1, (x >> 5) + 1)
                state = x & 3
            if state:
                o.extend(s[i : i + state])
                i += state
            x = s[i]
            i += 1
            need(len(o) <= limit + 64, "lzo: too long")
    except IndexError:
        raise Bad("lzo: input ends")
    return bytes(o), i


def lzss(s, size):
    """Bohemia's LZSS: 4 KiB window of spaces, flag bit 1 = literal; 4 bytes of checksum after the data."""
    o = bytearray()
    i = 0
    try:
        while len(o) < size:
            f = s[i]
            i += 1
            for k in range(8):
                if len(o) >= size:
                    break
                if f & (1 << k):
                    o.append(s[i])
                    i += 1
                else:
                    a, b = s[i], s[i + 1]
                    i += 2
                    rpos = len(o) - (a | ((b & 0xF0) << 4))
                    n = (b & 15) + 3
                    for j in range(n):
                        if len(o) >= size:
                            break
                        o.append(0x20 if rpos < 0 else o[rpos])
                        rpos += 1
    except IndexError:
        raise Bad("lzss: input ends")
    chk = struct.unpack_from("<I", s, i)[0] if len(s) >= i + 4 else None
    u = sum(o) & 0xFFFFFFFF
    sg = int(np.frombuffer(bytes(o), np.int8).astype(np.int64).sum()) & 0xFFFFFFFF
    return bytes(o), i + 4, ("unsigned" if chk == u else "signed" if chk == sg else "wrong")


def paxrle(s, size):
    o = bytearray()
    i = 0
    while len(o) < size:
        c = s[i]
        i += 1
        if c & 0x80:
            o.extend(s[i : i + 1] * ((c & 0x7F) + 1))
            i += 1
        else:
            o.extend(s[i : i + c + 1])
            i += c + 1
    return bytes(o), i
