#!/usr/bin/env python3
"""corpus.py FOLDER...: prints the path of a folder of the corpus, such as m2, or of ../textures beside it. Exits with 77
if it is missing, which ctest reports as skipped.

The corpus is in $EFFIGY_CORPUS; by default, in ../shared/corpus beside the repository.
"""
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CORPUS = Path(os.path.abspath(os.environ.get("EFFIGY_CORPUS") or ROOT.parent / "shared" / "corpus"))
TEXTURES = CORPUS / ".." / "textures"


def require(folder):
    """Ends the program if the folder is missing."""
    if not folder.is_dir():
        print(f"skipped: {os.path.normpath(folder)} is missing; EFFIGY_CORPUS says where the corpus is", file=sys.stderr)
        sys.exit(77)
    return folder


if __name__ == "__main__":
    for folder in sys.argv[1:]:
        print(os.path.normpath(require(CORPUS / folder)))
