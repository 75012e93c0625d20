// node validate.cjs MODULE FILE|FOLDER...: see validate.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { Worker, isMainThread, parentPort, workerData } = require("node:worker_threads");

const severities = ["errors", "warnings", "infos", "hints"];
const mostThreads = 2;
const filesOfAThread = 50; // at least; with fewer files a thread costs more than it saves

function filesOf(names) {
    const isModel = (name) => /\.(glb|gltf)$/i.test(name);
    return names.flatMap((name) =>
        fs.statSync(name).isDirectory()
            ? fs.readdirSync(name, { recursive: true }).filter(isModel).sort().map((below) => path.join(name, below))
            : [name]);
}

// Returns the validator's result for a file: the number of issues per severity, and each code with its number of issues
// and its first message.
async function validate(validator, file) {
    const out = { file, counts: [0, 0, 0, 0], codes: {} };
    try {
        const readNeighbour = (uri) => fs.promises.readFile(path.join(path.dirname(file), decodeURIComponent(uri)));
        const { issues } = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
            uri: path.basename(file),
            maxIssues: 0, // all
            externalResourceFunction: async (uri) => new Uint8Array(await readNeighbour(uri)),
        });
        out.counts = [issues.numErrors, issues.numWarnings, issues.numInfos, issues.numHints];
        for (const { code, severity, message, pointer } of issues.messages) {
            out.codes[code] ??= { severity, count: 0, first: `${pointer ?? ""} ${message}` };
            ++out.codes[code].count;
        }
    } catch (why) {
        out.counts[0] = 1;
        out.codes.UNREADABLE = { severity: 0, count: 1, first: String(why) };
    }
    return out;
}

function inThread(files) {
    return new Promise((resolve, reject) => {
        const found = [];
        const worker = new Worker(__filename, { workerData: { module: process.argv[2], files } });
        worker.on("message", (result) => found.push(result));
        worker.on("error", reject);
        worker.on("exit", () => resolve(found));
    });
}

async function main() {
    const files = filesOf(process.argv.slice(3));
    const threads = Math.max(1, Math.min(mostThreads, Math.floor(files.length / filesOfAThread)));
    const parts = Array.from({ length: threads }, (_, k) => files.filter((_, i) => i % threads === k));
    const found = (await Promise.all(parts.map(inThread))).flat().sort((a, b) => (a.file < b.file ? -1 : 1));

    const total = [0, 0, 0, 0];
    const all = {};
    for (const { file, counts, codes } of found) {
        counts.forEach((count, severity) => (total[severity] += count));
        for (const [code, { severity, count }] of Object.entries(codes)) {
            all[code] ??= { severity, count: 0, files: 0 };
            all[code].count += count;
            ++all[code].files;
        }
        if (counts[0] + counts[1] > 0) {
            const bad = Object.entries(codes).filter(([, { severity }]) => severity < 2);
            console.log(`${file}: ` + bad.map(([code, { count, first }]) => `${code} x${count} (${first})`).join("; "));
        }
    }
    for (const [code, { severity, count, files: where }] of Object.entries(all).sort()) {
        console.log(`${severities[severity]}: ${code}: ${count} in ${where} files`);
    }
    console.log(`${found.length} files: ` + severities.map((name, i) => `${total[i]} ${name}`).join(", "));
    process.exitCode = found.length === files.length && found.length > 0 && total[0] + total[1] === 0 ? 0 : 1;
}

if (isMainThread) {
    main();
} else {
    const validator = require(workerData.module);
    (async () => {
        for (const file of workerData.files) {
            parentPort.postMessage(await validate(validator, file));
        }
    })();
}
