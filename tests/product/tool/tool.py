"""What the tests of the tool share."""
import json
import subprocess
import sys
from pathlib import Path

from glb import Glb

MODELS = Path(__file__).resolve().parents[3] / "examples" / "models"

failures = 0


def expect(what, found, wanted):
    global failures
    if found != wanted:
        failures += 1
        print(f"{what}: expected {wanted!r}, found {found!r}")


def finish():
    print(f"{failures} failures")
    sys.exit(1 if failures else 0)


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = Path(path).resolve(), Path(folder)

    def run(self, *words, **how):
        return subprocess.run([self.path, *words], cwd=self.folder, capture_output=True, text=True, timeout=60, **how)

    def expect_usage(self, words, complaint):
        """The command line is refused: exit status 2, and the complaint is the first line."""
        made = self.run(*words)
        expect(f"usage {words}", (made.returncode, made.stdout, made.stderr.splitlines()[:1]),
               (2, "", [f"effigy: {complaint}"]))


class Tool(Program):
    """With what tests of `import` need."""

    def convert(self, files, to, *options):
        clips = ["--clip", *files[1:]] if files[1:] else []
        made = self.run("convert", files[0], "-o", to, "--no-textures", *options, *clips)
        expect(f"convert {files} {options}", made.returncode, 0)
        return Glb(self.folder / to)

    def bring_back(self, name, files, *words):
        """Returns the exit status, and the words after each file's name."""
        made = self.run("import", name, "--into", *files, *words)
        lines = made.stdout.split("\n\n")[0].splitlines()  # definitions of materials follow
        return made.returncode, [tuple(line.split("\t")) for line in lines], made.stderr

    def same(self, a, b):
        return (self.folder / a).read_bytes() == (self.folder / b).read_bytes()

    def differences(self, a, b):
        return [each["path"] for each in json.loads(self.run("diff", "--json", a, b).stdout)["differences"]]
