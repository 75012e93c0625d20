#!/usr/bin/env python3
"""Compare two facts files (one JSON object per line): compare.py EXPECTED.jsonl ACTUAL.jsonl [--max N] [--skip PREFIX]...

Values must be equal; numbers under a key that ends in "_approx" may differ by 1e-4 * max(1, |a|, |b|).
Files are matched by their "file" value; expected files whose name starts with a skipped prefix are left out. An "error" object matches an "error" object whatever the reason given,
but the reasons that differ are counted and shown. Prints each difference with its path, then one closing line
'N passed, M failed'. Exit 0 only when nothing differs and no expected file is missing.
"""

import json
import sys


def load(path):
    out = {}
    with open(path, encoding="ascii") as f:
        for line in f:
            if line.strip():
                o = json.loads(line)
                out[o["file"]] = o
    return out


def same_number(a, b, approx):
    if isinstance(a, bool) or isinstance(b, bool) or not isinstance(a, (int, float)) or not isinstance(b, (int, float)):
        return a == b
    return abs(a - b) <= 1e-4 * max(1.0, abs(a), abs(b)) if approx else a == b


def differences(a, b, path, approx, out):
    if isinstance(a, dict) and isinstance(b, dict):
        for k in sorted(set(a) | set(b)):
            p = f"{path}.{k}" if path else k
            if k not in a:
                out.append((p, "absent", b[k]))
            elif k not in b:
                out.append((p, a[k], "absent"))
            else:
                differences(a[k], b[k], p, approx or k.endswith("_approx"), out)
    elif isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            out.append((path + ".length", len(a), len(b)))
        for i, (x, y) in enumerate(zip(a, b)):
            differences(x, y, f"{path}[{i}]", approx, out)
    elif not same_number(a, b, approx):
        out.append((path, a, b))


def main():
    args = sys.argv[1:]
    most = 20
    if "--max" in args:
        i = args.index("--max")
        most = int(args[i + 1])
        del args[i : i + 2]
    skip = []
    while "--skip" in args:
        i = args.index("--skip")
        skip.append(args[i + 1])
        del args[i : i + 2]
    if len(args) != 2:
        sys.exit(__doc__)
    expected, actual = load(args[0]), load(args[1])
    expected = {k: v for k, v in expected.items() if not any(k.startswith(p) for p in skip)}
    passed = failed = shown = reasons = 0
    for name in sorted(expected):
        diffs = []
        if name not in actual:
            diffs = [("file", "present", "absent")]
        elif "error" in expected[name] and "error" in actual[name]:
            if expected[name]["error"] != actual[name]["error"]:
                reasons += 1
                print(f"note {name}: error expected {expected[name]['error']}, got {actual[name]['error']}")
        else:
            differences(expected[name], actual[name], "", False, diffs)
        if diffs:
            failed += 1
            for p, x, y in diffs[:most]:
                if shown < 400:
                    print(f"{name}: {p}: expected {str(x)[:120]}, got {str(y)[:120]}")
                    shown += 1
        else:
            passed += 1
    extra = sorted(set(actual) - set(expected))
    if extra:
        print(f"note {len(extra)} files only in ACTUAL, e.g. {extra[0]}")
    if reasons:
        print(f"note {reasons} error reasons differ")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
