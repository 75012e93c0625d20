"""What the tests of the tool share."""
import subprocess
import sys
from pathlib import Path

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
