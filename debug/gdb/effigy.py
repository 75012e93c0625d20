"""gdb pretty-printers for the types of effigy: `source effigy.py`, or that line in .gdbinit. See docs/debugging.md.

They read memory and call no function of the program, so they also work with core files.
"""
import os
import re
import struct

import gdb
import gdb.printing

BIG = 1  # effigy::form; little is 0


# ---- numbers and text ----------------------------------------------------------------------------------------------

def target_byte_order():
    return "big" if "big endian" in gdb.execute("show endian", to_string=True) else "little"


def stored_bytes(value):
    """The bytes of an array of characters or bytes."""
    first, last = value.type.range()
    return bytes(int(value[i]) & 0xFF for i in range(first, last + 1))


def shortest(number, size):
    """The number with the fewest digits that convert back to the same float or double."""
    if size == 8:
        out = repr(number)
    else:
        for digits in range(6, 10):
            out = "%.*g" % (digits, number)
            if number != number or struct.pack("f", float(out)) == struct.pack("f", number):
                break
    return out[:-2] if out.endswith(".0") else out


def plain(value):
    """Converts a scalar of a file to a number of the program. Returns other numbers unchanged."""
    kind = value.type.strip_typedefs()
    if kind.code != gdb.TYPE_CODE_STRUCT:
        return value
    order = "big" if int(kind.template_argument(1)) == BIG else "little"
    raw = stored_bytes(value["raw"])
    return gdb.Value(raw if order == target_byte_order() else raw[::-1], kind.template_argument(0).strip_typedefs())


def shown(value):
    value = plain(value)
    kind = value.type.strip_typedefs()
    if kind.code == gdb.TYPE_CODE_FLT:
        return shortest(float(value), kind.sizeof)
    return str(int(value)) if kind.code == gdb.TYPE_CODE_INT else str(value)


def tuple_of(value, names):
    return "(" + ", ".join(shown(value[name]) for name in names) + ")"


def printable(raw):
    """Escapes text of a file as effigy::to_string does."""
    return "".join(chr(c) if 32 <= c < 127 else "\\x%02x" % c for c in raw)


def text_at(pointer):
    return pointer.string("latin-1") if int(pointer) != 0 else ""


def member_of(value, code):
    """The first member whose type has this code. Searches nested members too, because the names of members in std::span
    and std::string_view differ between standard libraries."""
    for field in value.type.strip_typedefs().fields():
        if not hasattr(field, "bitpos"):
            continue  # static
        member = value[field]
        kind = member.type.strip_typedefs()
        if kind.code == gdb.TYPE_CODE_STRUCT:
            member = member_of(member, code)
        if member is not None and member.type.strip_typedefs().code == code:
            return member
    return None


def view_text(view):
    """The bytes of a std::string_view."""
    pointer, length = member_of(view, gdb.TYPE_CODE_PTR), member_of(view, gdb.TYPE_CODE_INT)
    if int(pointer) == 0 or int(length) == 0:
        return b""
    return bytes(gdb.selected_inferior().read_memory(int(pointer), int(length)))


class ScalarPrinter:
    """A number in a file, of either byte order."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        number = plain(self.value)
        return shown(number) if number.type.strip_typedefs().code == gdb.TYPE_CODE_FLT else number


class TextPrinter:
    """A text of fixed length, up to its NUL."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return '"' + printable(stored_bytes(self.value["chars"]).partition(b"\0")[0]) + '"'


# ---- vectors and matrices ------------------------------------------------------------------------------------------

def tuple_printer(*names):
    class Printer:
        def __init__(self, value):
            self.value = value

        def to_string(self):
            return tuple_of(self.value, names)

    return Printer


class MatrixPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return ", ".join(f"{name} {tuple_of(self.value[name], 'xyz')}" for name in ("x", "y", "z", "translation"))


# ---- ranges --------------------------------------------------------------------------------------------------------

def numbered_children(count, element):
    for i in range(count):
        yield f"[{i}]", element(i)


class ArrayPrinter:
    """array and pool: contiguous records."""
    name = "array"

    def __init__(self, value):
        self.first, self.count = value["first_"], int(value["count_"])

    def to_string(self):
        return f"{self.name} of {self.count}"

    def children(self):
        return numbered_children(self.count, lambda i: (self.first + i).dereference())

    def display_hint(self):
        return "array"


class PoolPrinter(ArrayPrinter):
    name = "pool"

    def __init__(self, value):
        block = value["block_"]
        element = value.type.strip_typedefs().template_argument(0)
        self.first, self.count = block["first"].cast(element.pointer()), int(block["size"])


class StridedPrinter:
    def __init__(self, value):
        self.value, self.count, self.stride = value, int(value["count_"]), int(value["stride_"])
        self.record = value.type.strip_typedefs().template_argument(0)

    def to_string(self):
        return f"strided of {self.count}, {self.stride} bytes apart"

    def children(self):
        pointer = self.record.pointer()
        return numbered_children(self.count,
                                 lambda i: (self.value["first_"] + i * self.stride).cast(pointer).dereference())

    def display_hint(self):
        return "array"


class LazyRangePrinter:
    """lazy_range: functions of the program create its elements, so only their number is shown."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        return f"lazy_range of {int(self.value['size_'])}"


class SequencePrinter:
    """sequence: records of variable length; the first one is at this offset of the file."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        count = int(self.value["count_"])
        at = int(self.value["bytes_"]["base_"]) + int(self.value["first_"])
        return f"sequence of {count} from offset {at}" if count != 0 else "sequence of 0"


class ByteViewPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return f"{int(self.value['size_'])} bytes from offset {int(self.value['base_'])}"


class VersionedRecordPrinter:
    """versioned_record: the view does not store which declaration the record has."""

    def __init__(self, value):
        self.value = value

    def to_string(self):
        at = int(self.value["at_"])
        return f"a record at {at:#x}" if at != 0 else "no record"


class ListPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return f"list of {int(self.value['count_'])}"


class PoolSlicePrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        count = int(self.value["count"])
        return f"{count} from number {int(self.value['first'])}" if count != 0 else "none"


class PoolHandlePrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        number = int(self.value["number"])
        return f"number {number}" if number != 0xFFFF_FFFF else "none"


# ---- errors --------------------------------------------------------------------------------------------------------

def path_of(location):
    """The path with its indices inserted: mdl1.nodes[3].mesh."""
    path, bracket = text_at(location["path_prefix"]) + text_at(location["path"]), 0
    for i in range(int(location["depth"])):
        bracket = path.find("[]", bracket)
        if bracket < 0:
            break
        bracket += 1
        path = path[:bracket] + str(int(location["index"][i])) + path[bracket:]
    return path


def enumerator(value):
    return str(value).rpartition("::")[2]


def magic(number):
    return '"' + printable((number & 0xFFFF_FFFF).to_bytes(4, "little")) + '"'


def line_of_error(why):
    """Formats an error as effigy::to_string does."""
    code, expected = enumerator(why["code"]), text_at(why["expected"])
    need, found = int(why["need"]), int(why["found"])
    name, is_somewhere = b"", int(why["offset"]) != 0xFFFF_FFFF_FFFF_FFFF
    if int(why["name"]) != 0:
        name = bytes(gdb.selected_inferior().read_memory(int(why["name"]), need))
    cut = "the file is cut off or damaged: " if code == "truncated" else ""
    start = (f"{code}: {cut}{path_of(why)}" + (f' "{printable(name)}"' if name else "")
             + (f" at offset {int(why['offset'])}" if is_somewhere else ""))
    if code == "none":
        return "no error"
    if code in ("truncated", "out_of_bounds"):
        if expected:
            return f"{start}: expected at most {need} ({expected}), found {found}"
        if code == "truncated":
            return f"{start}: expected {need} {'byte' if need == 1 else 'bytes'}, found {found}"
        return f"{start}: expected a number below {need}, found {found}"
    if code == "bad_magic":
        return f"{start}: expected {magic(need) if need != 0 else expected}, found {magic(found)}"
    if code == "bad_version":
        return f"{start}: expected version {expected}, found {found}"
    if code == "bad_value":
        return f"{start}: expected {expected}" + (f", found {found}" if is_somewhere or found != 0 else "")
    if code == "cycle":
        return (f"{start}: expected {expected or 'parents that lead to a root'}, found record {found}"
                + ("" if expected else " among its own ancestors"))
    if code == "budget":
        return f"{start}: expected at most {need}{f' ({expected})' if expected else ''}, found {found}"
    if code == "unsupported":
        return f"{code}: {text_at(why['path'])}{f' version {found}' if found >= 0 else ''} ({expected})"
    if code == "io":
        return f"{code}: {text_at(why['path'])}: {os.strerror(found)}"
    return start


class LocationPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return f"{path_of(self.value)} at offset {int(self.value['offset'])}"


class ErrorPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return line_of_error(self.value)


class FindingPrinter:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        name = printable(view_text(self.value["name"]))
        return (f"{enumerator(self.value['level'])}: {text_at(self.value['code'])}: {path_of(self.value)} at offset "
                f"{int(self.value['offset'])}: {text_at(self.value['message'])}" + (f': "{name}"' if name else ""))


class ResultPrinter:
    """The value, or the error as one line."""

    def __init__(self, value):
        self.value = value
        self.has_value = enumerator(value["error_"]["code"]) == "none"

    def to_string(self):
        return "result" if self.has_value else line_of_error(self.value["error_"])

    def children(self):
        if self.has_value:
            yield "value", self.value["value_"]


# ---- registration --------------------------------------------------------------------------------------------------

PRINTERS = {
    "scalar<>": ScalarPrinter,
    "text<>": TextPrinter,
    "rgba8": tuple_printer("r", "g", "b", "a"),
    "vec2<>": tuple_printer("x", "y"),
    "vec3<>": tuple_printer("x", "y", "z"),
    "vec4<>": tuple_printer("x", "y", "z", "w"),
    "quat<>": tuple_printer("x", "y", "z", "w"),
    "vector2<>": tuple_printer("x", "y"),
    "vector3<>": tuple_printer("x", "y", "z"),
    "vector4<>": tuple_printer("x", "y", "z", "w"),
    "quaternion<>": tuple_printer("x", "y", "z", "w"),
    "matrix4x3<>": MatrixPrinter,
    "grimrock::basic_mat4x3<>": MatrixPrinter,
    "array<>": ArrayPrinter,
    "pool<>": PoolPrinter,
    "strided<>": StridedPrinter,
    "lazy_range<>": LazyRangePrinter,
    "sequence<>": SequencePrinter,
    "byte_view": ByteViewPrinter,
    "versioned_record<>": VersionedRecordPrinter,
    "versioned_array<>": ListPrinter,
    "pool_slice<>": PoolSlicePrinter,
    "pool_handle<>": PoolHandlePrinter,
    "location": LocationPrinter,
    "error": ErrorPrinter,
    "finding": FindingPrinter,
    "result<>": ResultPrinter,
}


def pretty_printers():
    out = gdb.printing.RegexpCollectionPrettyPrinter("effigy")
    for name, printer in PRINTERS.items():
        pattern = re.escape(name).replace("<>", "<.*>")
        out.add_printer(name, rf"^effigy::(v\d+::)?{pattern}$", printer)  # the namespace of the version is inline
    return out


gdb.printing.register_pretty_printer(gdb.current_objfile(), pretty_printers(), replace=True)
