// effigy for JavaScript: browsers, workers and node. effigy.d.ts describes the functions.

let compiled; // the module, compiled once; each set of files has an instance of its own

async function compile() {
    const url = new URL("effigy.wasm", import.meta.url);
    if (url.protocol === "file:") {
        const { readFile } = await import("node:fs/promises");
        return WebAssembly.compile(await readFile(url));
    }
    const response = await fetch(url);
    if (!response.ok) {
        throw new Error(`${url}: ${response.status}`);
    }
    return WebAssembly.compile(await response.arrayBuffer()); // any media type will do
}

export function load() {
    compiled ??= compile().catch((why) => {
        compiled = undefined; // the next call tries again
        throw why;
    });
    return compiled;
}

// The C library may print before it aborts. Nothing is printed: these calls report a bad file descriptor.
const bad_descriptor = 8;
const imports = {
    wasi_snapshot_preview1: {
        fd_close: () => bad_descriptor,
        fd_seek: () => bad_descriptor,
        fd_write: () => bad_descriptor,
    },
};

export class EffigyError extends Error {
    name = "EffigyError";
    constructor(result) {
        super(result.error?.message ?? "no such file");
        this.result = result;
    }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

class FileSet {
    #exports;
    #set;
    #files = [];

    constructor(exports, files) {
        this.#exports = exports;
        exports._initialize();
        this.#set = exports.effigy_create();
        for (const { path, bytes } of files) {
            this.#add(String(path).replaceAll("\\", "/").replace(/^\/+/, ""), bytes);
        }
    }

    get files() {
        return this.#files.map((file) => ({ ...file }));
    }
    info(file) {
        return this.#ask("effigy_info", this.#number(file));
    }
    lint(file) {
        return this.#ask("effigy_lint", this.#number(file));
    }
    regions(file, begin = 0, end = begin + 0x10000) {
        return this.#ask("effigy_regions", this.#number(file), begin, end);
    }
    toGlb(file, options = {}) {
        return this.#run((exports) => {
            const [text, size] = this.#copied(encoder.encode(lines(options)));
            const report = this.#ask("effigy_convert", this.#number(file), text, size);
            exports.effigy_free(text);
            const glb = this.#bytes(exports.effigy_glb(this.#set), exports.effigy_glb_size(this.#set));
            if (report.status !== "ok") {
                throw new EffigyError(report);
            }
            return { glb, report };
        });
    }
    close() {
        this.#exports = undefined; // with its memory
    }

    #add(path, bytes) {
        this.#run((exports) => {
            const [text, size] = this.#copied(encoder.encode(path));
            const [content] = this.#copied(bytes);
            exports.effigy_add(this.#set, text, size, content, bytes.length);
            exports.effigy_free(text);
        });
        this.#files.push({ path, bytes: bytes.length });
    }
    #number(file) {
        const number = typeof file === "number" ? file : this.#files.findIndex((one) => one.path === file);
        if (!(number >= 0 && number < this.#files.length)) {
            throw new RangeError(`no file ${file}`);
        }
        return number;
    }
    #ask(question, ...parameters) {
        return this.#run((exports) => {
            const size = exports[question](this.#set, ...parameters);
            return JSON.parse(decoder.decode(this.#view(exports.effigy_answer(this.#set), size)));
        });
    }
    // A trap leaves the instance in an unknown state, so it is dropped.
    #run(call) {
        if (this.#exports === undefined) {
            throw new Error("the files are closed");
        }
        try {
            return call(this.#exports);
        } catch (why) {
            if (why instanceof WebAssembly.RuntimeError) {
                this.close();
                throw new Error("not enough memory for these files", { cause: why });
            }
            throw why;
        }
    }
    #copied(bytes) {
        const place = this.#exports.effigy_allocate(bytes.length) >>> 0;
        if (place === 0) {
            this.close();
            throw new Error("not enough memory for these files");
        }
        this.#view(place, bytes.length).set(bytes);
        return [place, bytes.length];
    }
    #view(place, size) {
        return new Uint8Array(this.#exports.memory.buffer, place >>> 0, size >>> 0);
    }
    #bytes(place, size) {
        return this.#view(place, size).slice();
    }
}

const kind_of = (value) => Object.prototype.toString.call(value).slice(8, -1); // also of another window's objects

async function view(bytes) {
    if (ArrayBuffer.isView(bytes)) {
        return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    const kind = kind_of(bytes);
    if (kind === "ArrayBuffer" || kind === "SharedArrayBuffer") {
        return new Uint8Array(bytes);
    }
    if (kind === "Blob" || kind === "File") {
        return new Uint8Array(await bytes.arrayBuffer());
    }
    const found = typeof bytes === "string" ? `the text ${JSON.stringify(bytes.slice(0, 64))}; read the file first` : kind;
    throw new TypeError(`expected the bytes of a file: an ArrayBuffer, a typed array or a Blob; found ${found}`);
}

const option_names = new Set([
    "lod", "parts", "textures", "textureSize", "clips", "seconds", "loop", "keepAxes", "allWeights", "noEmpties",
    "animateMaterials", "selections", "collision", "vertexColors",
]);

// { textureSize: 1024, lod: "all", loop: true } -> "texture-size 1024\nlod all\nloop"
function lines(options) {
    const out = [];
    for (const [name, value] of Object.entries(options)) {
        if (!option_names.has(name)) {
            throw new TypeError(`${name} is no option of toGlb; expected ${[...option_names].join(", ")}`);
        }
        const option = name.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
        if (option === "clips" && Array.isArray(value)) {
            out.push(...(value.length === 0 ? ["no-clips"] : value.map((path) => `clip ${path}`)));
        } else if (value === false && (option === "textures" || option === "clips")) {
            out.push(`no-${option}`);
        } else if (Array.isArray(value)) {
            out.push(`${option} ${value.join(",")}`);
        } else if (value === true) {
            out.push(option === "textures" || option === "clips" ? "" : option);
        } else if (value !== false && value !== undefined && value !== null) {
            out.push(`${option} ${value}`);
        }
    }
    return out.join("\n");
}

export async function open(files) {
    const read = [];
    for (const { path, bytes } of files) {
        read.push({ path, bytes: await view(bytes) });
    }
    const instance = await WebAssembly.instantiate(await load(), imports);
    return new FileSet(instance.exports, read);
}

async function once(bytes, path, ask) {
    const set = await open([{ path, bytes }]);
    try {
        return ask(set);
    } finally {
        set.close();
    }
}
export const info = (bytes, path = "file") => once(bytes, path, (set) => set.info(0));
export const lint = (bytes, path = "file") => once(bytes, path, (set) => set.lint(0));
export const toGlb = (bytes, path = "file", options = {}) =>
    once(bytes, path, (set) => set.toGlb(0, options));
