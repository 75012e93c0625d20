// node run.mjs PROGRAM.wasm [ARGUMENT...]: runs a WASI program, which has access to the current folder and the project.
// Redirect the output to a file: node does not wait for the reader of a pipe, and loses output that does not fit.
import { readFile } from "node:fs/promises";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";

// These calls corrupt the heap of node: https://github.com/nodejs/node/issues/46777
setFlagsFromString("--no-turbo-fast-api-calls");

const project = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const [program, ...parameters] = argv.slice(2);
const wasi = new WASI({
    version: "preview1",
    args: [program, ...parameters],
    preopens: { ".": ".", [project]: project },
    returnOnExit: true,
});
const { instance } = await WebAssembly.instantiate(await readFile(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);
