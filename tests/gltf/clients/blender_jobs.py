"""What scripts share that run jobs in Blender: a line of JSON for each, as plan and as result."""
import json
import os
import sys
from pathlib import Path


def run_jobs(run):
    """Calls run(job) for each line of the file that is the script's argument, and prints what it returns."""
    results = os.fdopen(os.dup(1), "w")  # Blender writes to the standard output, too
    os.dup2(2, 1)
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        print(json.dumps(run(json.loads(line))), file=results, flush=True)
    results.close()
    os._exit(0)  # bpy 4.2 crashes when it ends
