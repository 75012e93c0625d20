// in_three.mjs THREE PLAN OUT: loads each file of the plan with three.js, and writes what it has of it: OUT/NUMBER.json,
// and OUT/NUMBER.bin with the positions of vertices in each pose as 64-bit floats.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [, , folder, plan, out] = process.argv;
globalThis.self = globalThis;
globalThis.ProgressEvent ??= class {};
globalThis.createImageBitmap = async (blob) => { // node has none; a PNG has its size at byte 16
    const header = new DataView(await blob.arrayBuffer());
    return { width: header.getUint32(16), height: header.getUint32(20), close() {} };
};
const three = await import(pathToFileURL(`${folder}/build/three.module.js`));
const { GLTFLoader } = await import(pathToFileURL(`${folder}/examples/jsm/loaders/GLTFLoader.js`));

async function examine(job) {
    const complaints = [];
    console.warn = console.error = (...words) => complaints.push(words.join(' '));
    const bytes = readFileSync(job.file);
    const glb = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const numbers = [];
    const runs = [];
    let gltf;
    try {
        gltf = await new GLTFLoader().parseAsync(glb, '');
    } catch (failure) {
        return { found: { complaints: [String(failure)] }, numbers };
    }
    const mixer = new three.AnimationMixer(gltf.scene);
    const names = gltf.animations.map((clip) => clip.name);
    const point = new three.Vector3();
    const rest = new Map();
    gltf.scene.traverse((each) => rest.set(each, [each.position.clone(), each.quaternion.clone(), each.scale.clone()]));
    job.poses.forEach(([clip, seconds], number) => {
        mixer.stopAllAction();
        for (const [node, [position, quaternion, scale]] of rest) {
            node.position.copy(position);
            node.quaternion.copy(quaternion);
            node.scale.copy(scale);
        }
        if (clip !== null) {
            const action = mixer.clipAction(gltf.animations[names.indexOf(clip)]);
            action.setLoop(three.LoopOnce).play();
            action.clampWhenFinished = true;
            mixer.setTime(seconds);
        }
        gltf.scene.updateMatrixWorld(true);
        gltf.scene.traverse((each) => {
            const of = gltf.parser.associations.get(each);
            if (!each.isMesh || of === undefined) {
                return;
            }
            each.skeleton?.update();
            let holder = each; // the primitives of a mesh are children of the node's object
            while (gltf.parser.associations.get(holder)?.nodes === undefined) {
                holder = holder.parent;
            }
            const count = each.geometry.attributes.position.count;
            runs.push([number, gltf.parser.associations.get(holder).nodes, of.primitives ?? 0, count]);
            for (let i = 0; i < count; ++i) {
                each.getVertexPosition(i, point).applyMatrix4(each.matrixWorld);
                numbers.push(point.x, point.y, point.z);
            }
        });
    });
    const textures = await gltf.parser.getDependencies('texture');
    const images = new Map(textures.map(({ source }) => [source.data, [source.data.width, source.data.height]]));
    return { found: { complaints, runs, clips: names, images: [...images.values()], version: three.REVISION }, numbers };
}

const jobs = JSON.parse(readFileSync(plan, 'utf8'));
for (const [number, job] of jobs.entries()) {
    const { found, numbers } = await examine(job);
    writeFileSync(`${out}/${number}.json`, JSON.stringify(found));
    writeFileSync(`${out}/${number}.bin`, new Float64Array(numbers));
}
