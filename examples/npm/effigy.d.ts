// effigy for JavaScript. Objects of JSON are those of the tool: docs/tool.md of the project describes their keys.

export interface InputFile {
    /** With / between folders. Files of one model have the names and places that they have in the game. */
    path: string;
    bytes: ArrayBuffer | ArrayBufferView;
}

export interface FileError {
    code: string;
    offset: number | null;
    path: string | null;
    message: string;
    companion: string | null;
    [key: string]: unknown;
}

/** The keys at the start of every result. */
export interface Result {
    schema: number;
    file: string;
    status: "ok" | "skipped" | "error";
    error: FileError | null;
    format: string | null;
    kind: string | null;
    version: number | null;
    bytes: number | null;
}

export interface Totals {
    nodes: number;
    meshes: number;
    vertices: number;
    triangles: number;
    materials: number;
    bones: number;
    lights: number;
    animations: number;
}

export interface Info extends Result {
    totals: Totals | null;
    /** The keys of the kind of file. */
    [key: string]: unknown;
}

export interface Finding {
    level: "warning" | "note";
    code: string;
    offset: number;
    path: string;
    message: string;
    name: string | null;
}

export interface Lint extends Result {
    findings: Finding[] | null;
    /** The names of companions that are not in the set. */
    missing: string[];
}

export interface Region {
    offset: number;
    length: number;
    path: string;
    role: "value" | "reference" | "padding" | "garbage" | "constant" | "gap";
    type: string;
    count: number;
    /** The first elements as text; empty for records. */
    value: string;
}

export interface Regions extends Result {
    regions: Region[];
    /** Where to continue; `end` if all regions are here. */
    next: number;
}

export interface GlbOptions {
    /** Arma: the number or kind of a level of detail, or "all". World of Warcraft: the number of a skin profile. */
    lod?: number | string;
    /** World of Warcraft: the parts of a character. */
    parts?: (number | string)[] | "all";
    textures?: boolean;
    textureSize?: number;
    /** The paths of the clips to add; by default all clips of the set that fit the model's game. */
    clips?: string[] | boolean;
    /** The duration of an .rtm. */
    seconds?: number;
    loop?: boolean;
    keepAxes?: boolean;
    allWeights?: boolean;
    noEmpties?: boolean;
    animateMaterials?: boolean;
    selections?: boolean;
}

export interface Missing {
    kind: "companion" | "supermodel" | "texture" | "material";
    name: string;
}

export interface GlbReport extends Result {
    triangles: number;
    textures: { found: number; missing: number; of_game: number; broken: number };
    /** The paths of the clips that were added. */
    clips: string[];
    missing: Missing[];
    broken: { name: string; message: string }[];
}

/** Files that may belong together, such as those of a folder. Has memory of its own, which close() gives back. */
export interface FileSet {
    readonly files: { path: string; bytes: number }[];
    /** A file is its number or its path. A bad file is no exception: the result has its error. */
    info(file: number | string): Info;
    lint(file: number | string): Lint;
    /** The regions that reach into the bytes from begin to end: what each byte is. */
    regions(file: number | string, begin?: number, end?: number): Regions;
    /** Throws EffigyError if the file is not a model that can be converted. */
    toGlb(file: number | string, options?: GlbOptions): { glb: Uint8Array; report: GlbReport };
    close(): void;
}

export class EffigyError extends Error {
    readonly result: Result;
}

/** Fetches and compiles effigy.wasm, once. The functions below do it when they are first called. */
export function load(): Promise<WebAssembly.Module>;

export function open(files: Iterable<InputFile>): Promise<FileSet>;

/** For one file without companions. */
export function info(bytes: InputFile["bytes"], path?: string): Promise<Info>;
export function lint(bytes: InputFile["bytes"], path?: string): Promise<Lint>;
export function toGlb(bytes: InputFile["bytes"], path?: string, options?: GlbOptions): Promise<Uint8Array>;
