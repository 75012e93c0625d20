#!/usr/bin/env python3
"""compare.py EXPECTED ACTUAL [--max N] [--skip PREFIX]...: compares two files of facts, one JSON object per line.

Values must be equal; numbers under a key that ends in "_approx" may differ by 1e-4 * max(1, |a|, |b|). Files are matched
by their "file" value; expected files whose name begins with a skipped prefix are left out. An "error" matches an "error"
whatever the reason; reasons that differ are counted and shown. Prints each difference with its path, at most N per file,
and then 'N passed, M failed'. Exits with 0 if nothing differs and no expected file is missing.
"""
import argparse
import json
import sys

MOST_LINES = 400


def load(path):
    with open(path, encoding="ascii") as lines:
        return {facts["file"]: facts for facts in map(json.loads, filter(str.strip, lines))}


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_same(a, b, approx):
    if approx and is_number(a) and is_number(b):
        return abs(a - b) <= 1e-4 * max(1.0, abs(a), abs(b))
    return a == b


def differences(a, b, path="", approx=False):
    """Yields (path, expected, actual)."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in sorted(a.keys() | b.keys()):
            inner = f"{path}.{key}" if path else key
            if key not in a:
                yield inner, "absent", b[key]
            elif key not in b:
                yield inner, a[key], "absent"
            else:
                yield from differences(a[key], b[key], inner, approx or key.endswith("_approx"))
    elif isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            yield path + ".length", len(a), len(b)
        for i, (x, y) in enumerate(zip(a, b)):
            yield from differences(x, y, f"{path}[{i}]", approx)
    elif not is_same(a, b, approx):
        yield path, a, b


def compare(expected, actual, most=20):
    """Prints what differs, and returns the number of files that fail."""
    failed = shown = reasons = 0
    for name in sorted(expected):
        a, b = expected[name], actual.get(name)
        if b is None:
            found = [("file", "present", "absent")]
        elif "error" in a and "error" in b:
            found = []
            if a["error"] != b["error"]:
                reasons += 1
                print(f"note {name}: error expected {a['error']}, got {b['error']}")
        else:
            found = list(differences(a, b))
        failed += bool(found)
        for path, x, y in found[:most]:
            if shown < MOST_LINES:
                print(f"{name}: {path}: expected {str(x)[:120]}, got {str(y)[:120]}")
                shown += 1
    extra = sorted(actual.keys() - expected.keys())
    if extra:
        print(f"note {len(extra)} files only in ACTUAL, e.g. {extra[0]}")
    if reasons:
        print(f"note {reasons} error reasons differ")
    print(f"{len(expected) - failed} passed, {failed} failed")
    return failed


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("expected")
    words.add_argument("actual")
    words.add_argument("--max", type=int, default=20)
    words.add_argument("--skip", action="append", default=[])
    given = words.parse_args()
    expected = {name: facts for name, facts in load(given.expected).items() if not name.startswith(tuple(given.skip))}
    sys.exit(compare(expected, load(given.actual), given.max) != 0)


if __name__ == "__main__":
    main()
