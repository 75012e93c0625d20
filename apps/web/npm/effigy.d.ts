// effigy for JavaScript. Objects of JSON are those of the tool: docs/tool.md of the project describes their keys.

export interface InputFile {
    /** With / between folders. Files of one model have the names and places that they have in the game. */
    path: string;
    /** The content. A Blob, such as a File of a page, is read. */
    bytes: ArrayBuffer | SharedArrayBuffer | ArrayBufferView | Blob;
}

export interface FileError {
    code: string;
    offset: number | null;
    /** In a text, from 1. */
    line?: number;
    /** In a text: the byte of the line, from 1. */
    column?: number;
    path: string | null;
    message: string;
    companion: string | null;
    /** What should be there, and of what it is the limit; docs/tool.md describes both. */
    expected?: unknown;
    limit_of?: unknown;
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

/** The keys of each kind of file; docs/tool.md says what they mean. A number that is not finite is null. */
export interface KeysOfKind {
    grimrock_model: GrimrockModel;
    shinobi_model: GrimrockModel;
    grimrock_animation: GrimrockAnimation;
    shinobi_animation: GrimrockAnimation;
    nwn_model: NwnModel;
    nwn_ascii_model: NwnModel;
    m2_model: M2Model;
    m2_skin: M2Skin & { number: null };
    m2_skeleton: M2Skeleton;
    m2_chunks: { chunks: M2Chunk[] };
    m2_animation: { chunks: M2Chunk[] } | M2Keys;
    p3d_model: P3dModel;
    p3d_animation: P3dAnimation;
}

/** After `if (info.kind === "nwn_model" && info.totals)`, the keys of this kind are there. */
export type Info =
    | { [K in keyof KeysOfKind]: Result & { kind: K; totals: Totals } & KeysOfKind[K] }[keyof KeysOfKind]
    | (Result & { totals: null });

type Triple = [number, number, number];

export interface GrimrockModel {
    materials: { name: string; triangles: number }[];
    nodes: {
        name: string;
        parent: number | null;
        local: { x: Triple; y: Triple; z: Triple; translation: Triple };
        mesh?: {
            vertices: number;
            triangles: number;
            arrays: { semantic: string; component: string; dimension: number; stride: number }[];
            segments: {
                material: string;
                triangles: number;
                primitive_type: number;
                first_index: number;
                stored_first_index: number;
            }[];
            bones: number[];
            cast_shadow: boolean;
        };
        light?: {
            type: string;
            color: Triple;
            range: number;
            spot_angle: number;
            spot_sharpness: number;
            cast_shadow: boolean;
        };
    }[];
}

export interface GrimrockAnimation {
    name: string;
    seconds: number;
    frames: number;
    frames_per_second: number;
    items: { node: string; positions: number; rotations: number; scales: number }[];
}

export interface NwnController {
    id: number;
    name: string;
    rows: number;
    columns: number;
    bezier: boolean;
}

export interface NwnModel {
    name: string;
    classification: string;
    producer: string;
    supermodel: string | null;
    nodes: {
        name: string;
        kind: string;
        parent: number | null;
        controllers: NwnController[];
        mesh?: {
            vertices: number;
            triangles: number;
            authored_faces: number;
            render: boolean;
            textures: string[];
            normals: boolean;
            tangents: boolean;
            colors: boolean;
            material?: string;
            merge?: { target: number; first_vertex: number; vertices: number; first_index: number; indices: number };
        };
        skin?: { slots: number; bones: { slot: number; node: number }[] };
    }[];
    animations: {
        name: string;
        seconds: number;
        transition: number;
        events: { name: string; seconds: number }[];
        nodes: { name: string; controllers: NwnController[] }[];
    }[];
}

export interface M2Bone {
    parent: number | null;
    key_bone: number | null;
    flags: number;
    pivot: Triple;
    translation_keys: number;
    rotation_keys: number;
    scale_keys: number;
}

export interface M2Animation {
    id: number;
    name: string;
    variation: number;
    seconds: number;
    flags: number;
    move_speed: number;
    alias_of: number | null;
    keys: "file" | "companion" | "missing";
}

export interface M2Skin {
    number: number | null;
    vertices: number;
    triangles: number;
    bone_limit: number;
    submeshes: { part: number; vertices: number; triangles: number; bones: number }[];
    batch_count: number;
    shadow_batches: number;
}

export interface M2Chunk {
    id: string;
    offset: number;
    bytes: number;
}

export interface M2Attachment {
    id: number;
    bone: number | null;
}

export interface M2Model {
    name: string;
    bones: M2Bone[];
    animations: M2Animation[];
    skin_profiles: M2Skin[];
    batches: {
        submesh: number | null;
        layer: number;
        texture_count: number;
        textures: {
            texture: number | null;
            environment_map: boolean;
            weight: number | null;
            transform: number | null;
        }[];
        blend?: string;
        flags?: number;
    }[];
    textures: { type: string; name: string; file_id: number | null }[];
    attachments: M2Attachment[];
    events: { id: string; bone: number | null; times: number }[];
    lights: number;
    cameras: number;
    ribbons: number;
    particles: number;
    collision_triangles: number;
    companions: {
        kind: "skin" | "animation" | "skeleton" | "parent_skeleton";
        id: number | null;
        variation: number | null;
        file_id: number | null;
        file: string | null;
    }[];
    physics_file_id: number | null;
    chunks: M2Chunk[];
}

export interface M2Skeleton {
    name: string;
    parent_file_id: number | null;
    bones: M2Bone[];
    animations: M2Animation[];
    attachments: M2Attachment[];
    chunks: M2Chunk[];
}

/** An .anim without chunks, read with its model. */
export interface M2Keys {
    model: string;
    animation: number;
    id: number;
    name: string;
    variation: number;
    seconds: number;
}

export interface P3dModel {
    lods: {
        format: string;
        resolution: number;
        kind: string;
        number: number;
        points: number;
        normals: number;
        faces: number;
        triangles: number;
        mass: number | null;
        textures: { texture: string; material: string; faces: number }[];
        selections: { name: string; points: number; faces: number }[];
        properties: { name: string; value: string }[];
        proxies: { path: string; number: number | null }[];
        tags: { name: string; bytes: number }[];
    }[];
}

export interface P3dAnimation {
    phases: number;
    motion: Triple;
    times: number[];
    bones: string[];
}

export interface Finding {
    level: "warning" | "note";
    code: string;
    /** Null in a text, which has a line and a column. */
    offset: number | null;
    line?: number;
    column?: number;
    path: string;
    message: string;
    name: string | null;
}

export interface Lint extends Result {
    findings: Finding[] | null;
    /** The names of companions that are not in the set. */
    missing: string[];
    /** The file of a supermodel that the set lacks, such as "pmh0.mdl", or null. */
    missing_supermodel: string | null;
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
    /** World of Warcraft, Neverwinter Nights: also the meshes that the game does not draw, translucent. */
    collision?: boolean;
    selections?: boolean;
    /** Grimrock, Neverwinter Nights: colors of vertices, which the game does not read. */
    vertexColors?: boolean;
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

export interface Glb {
    glb: Uint8Array;
    report: GlbReport;
}

/** Files that may belong together, such as those of a folder. Has memory of its own, which close() gives back. */
export interface FileSet {
    readonly files: { path: string; bytes: number }[];
    /** A file is its number or its path. A bad file is no exception: the result has its error. */
    info(file: number | string): Info;
    lint(file: number | string): Lint;
    /** The regions that reach into the bytes from begin to end: what each byte is. */
    regions(file: number | string, begin?: number, end?: number): Regions;
    /** Throws EffigyError if the file is not a model that can be converted, TypeError if an option does not exist. */
    toGlb(file: number | string, options?: GlbOptions): Glb;
    close(): void;
}

export class EffigyError extends Error {
    readonly result: Result;
}

/** Fetches and compiles effigy.wasm, once. The functions below do it when they are first called. */
export function load(): Promise<WebAssembly.Module>;

/** Throws TypeError if the bytes of a file are something else, such as a path. */
export function open(files: Iterable<InputFile>): Promise<FileSet>;

/** For one file without companions. */
export function info(bytes: InputFile["bytes"], path?: string): Promise<Info>;
export function lint(bytes: InputFile["bytes"], path?: string): Promise<Lint>;
export function toGlb(bytes: InputFile["bytes"], path?: string, options?: GlbOptions): Promise<Glb>;
