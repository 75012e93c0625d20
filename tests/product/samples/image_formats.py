"""Writes images in the formats of the games.

An image is a square whose side is a power of two: rows of pixels from top to bottom. A pixel is (red, green, blue,
alpha), each from 0 to 255. Files of DXT blocks have all mip levels, the others have one."""
import struct
import zlib
from itertools import chain, groupby

# ---- pixels ----------------------------------------------------------------------------------------------------------


def changed(image, how):
    return [[how(*pixel) for pixel in row] for row in image]


def channels(image, order):
    """Returns the bytes of the pixels: with order "bgr", their blue, green and red."""
    numbers = ["rgba".index(name) for name in order]
    return bytes(pixel[i] for pixel in chain(*image) for i in numbers)


def levels(image, smallest=1):
    """Returns the image and its mip levels."""
    while len(image) >= smallest:
        yield image
        image = [[tuple(sum(four) // 4 for four in zip(*above[x:x + 2], *below[x:x + 2]))
                  for x in range(0, len(above), 2)] for above, below in zip(image[::2], image[1::2])]


# ---- DXT1 and DXT5 ---------------------------------------------------------------------------------------------------
# A block of 4 x 4 pixels has two colours, two between them, and the number of one of these for each pixel. DXT5 has a
# block of alphas before it: two, and six between them.


def packed(numbers, bits):
    return sum(number << i * bits for i, number in enumerate(numbers)).to_bytes(len(numbers) * bits // 8, "little")


def choices(of, pixels, bits):
    """Returns the number of the nearest of these colours or alphas for each pixel."""
    def difference(i, pixel):
        return sum((a - b) * (a - b) for a, b in zip(of[i], pixel))

    return packed([min(range(len(of)), key=lambda i: difference(i, pixel)) for pixel in pixels], bits)


def between(first, second, count):
    """Returns both, and count values between them."""
    shares = [i / (count + 1) for i in range(1, count + 1)]
    return [first, second, *(tuple(a + (b - a) * share for a, b in zip(first, second)) for share in shares)]


def color_block(pixels):
    most = (31, 63, 31)
    darkest_and_brightest = min(pixels, key=sum), max(pixels, key=sum)
    ends = [[(c * m + 127) // 255 for c, m in zip(pixel, most)] for pixel in darkest_and_brightest]
    ends.sort(reverse=True)  # with the larger number first, there are four colours
    shown = between(*(tuple(c * 255 / m for c, m in zip(end, most)) for end in ends), 2)
    return struct.pack("<2H", *(r << 11 | g << 5 | b for r, g, b in ends)) + choices(shown, pixels, 2)


def alpha_block(alphas):
    ends = max(alphas), min(alphas)
    return bytes(chain(*ends)) + choices(between(*ends, 6), alphas, 3)


def dxt(image, has_alpha):
    """Returns the blocks of DXT5, or of DXT1 without alpha. An image below 4 x 4 is repeated."""
    out = b""
    for y in range(0, len(image), 4):
        for x in range(0, len(image), 4):
            pixels = [image[(y + i // 4) % len(image)][(x + i % 4) % len(image)] for i in range(16)]
            out += alpha_block([pixel[3:] for pixel in pixels]) if has_alpha else b""
            out += color_block([pixel[:3] for pixel in pixels])
    return out


def dxt_levels(image, has_alpha=False, smallest=1):
    return [dxt(level, has_alpha) for level in levels(image, smallest)]


# ---- files -----------------------------------------------------------------------------------------------------------


def dds(image, has_alpha=False):
    stored = dxt_levels(image, has_alpha)
    header = struct.pack("<4s7I44x", b"DDS ", 124, 0xA1007, len(image), len(image), len(stored[0]), 0, len(stored))
    kind = struct.pack("<2I4s20xI16x", 32, 4, b"DXT5" if has_alpha else b"DXT1", 0x401008)
    return header + kind + b"".join(stored)


def bioware_dds(image):
    stored = dxt_levels(image)
    return struct.pack("<4If", len(image), len(image), 3, len(stored[0]), 1) + b"".join(stored)


def blp(image, kind, stored, palette=bytes(1024)):
    """kind: compression, bits of alpha, type of alpha."""
    empty = [0] * (16 - len(stored))
    offsets = [1172 + sum(map(len, stored[:i])) for i in range(len(stored))]
    header = struct.pack("<4sI4B2I", b"BLP2", 1, *kind, len(stored) > 1, len(image), len(image))
    places = struct.pack("<32I", *offsets, *empty, *map(len, stored), *empty)
    return header + places + palette + b"".join(stored)


def blp_dxt1(image):
    return blp(image, (2, 0, 0), dxt_levels(image))


def blp_palette(image):
    """An image of at most 256 colours, with alpha."""
    colors = sorted({pixel[:3] for pixel in chain(*image)})
    indices = bytes(colors.index(pixel[:3]) for pixel in chain(*image))
    palette = b"".join(bytes((*reversed(color), 0)) for color in colors).ljust(1024, b"\0")
    return blp(image, (1, 8, 8), [indices + channels(image, "a")], palette)


def paa(image, has_alpha=False, swizzle=b""):
    swizzle = b"GGATZIWS" + struct.pack("<I", 4) + swizzle if swizzle else b""
    out = struct.pack("<H", 0xFF05 if has_alpha else 0xFF01) + swizzle + bytes(2)  # no palette
    for blocks, level in zip(dxt_levels(image, has_alpha, 4), levels(image)):
        out += struct.pack("<2H", len(level), len(level)) + len(blocks).to_bytes(3, "little") + blocks
    return out + bytes(6)


def tga(image, order):
    """Runs of equal pixels, the bottom row first."""
    header = struct.pack("<2xB9x2H2B", 10, len(image), len(image), 8 * len(order), 8 if "a" in order else 0)
    runs = (list(run) for row in reversed(image) for _, run in groupby(row))
    return header + b"".join(bytes((127 + len(run),)) + channels([run[:1]], order) for run in runs)


def plt(pixels):
    """Pixels are (value, layer): the game has a palette for each layer. The bottom row is first."""
    header = struct.pack("<8s4I", b"PLT V1  ", 10, 0, len(pixels), len(pixels))
    return header + bytes(chain(*chain(*reversed(pixels))))


def png(image):
    """Is not compressed, so that its bytes do not depend on the version of a library."""
    def piece(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

    rows = b"".join(b"\0" + channels([row], "rgb") for row in image)
    stored = struct.pack("<3B2H", 0x78, 1, 1, len(rows), len(rows) ^ 0xFFFF) + rows
    stored += struct.pack(">I", zlib.adler32(rows))
    header = struct.pack(">2I5B", len(image), len(image), 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + piece(b"IHDR", header) + piece(b"IDAT", stored) + piece(b"IEND", b"")
