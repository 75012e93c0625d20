// Opens files apart from the page, so that it never freezes. One set of files at a time; its memory ends with it.
import { EffigyError, load, open } from './effigy/effigy.js';

let set;

const calls = {
  // files: [{ path, file }], where `file` is a File or a Blob
  async open(files) {
    set?.close();
    set = undefined;
    const read = await Promise.all(files.map(async ({ path, file }) => ({ path, bytes: await file.arrayBuffer() })));
    set = await open(read);
  },
  info: (path) => set.info(path),
  lint: (path) => set.lint(path),
  regions: (path, begin, end) => set.regions(path, begin, end),
  toGlb(path, options) {
    try {
      return set.toGlb(path, options);
    } catch (why) {
      if (why instanceof EffigyError) return { report: why.result };
      throw why;
    }
  },
};

load().catch(() => {}); // while the page loads; open() reports an error
addEventListener('message', async ({ data: { id, call, parameters } }) => {
  try {
    const result = await calls[call](...parameters);
    postMessage({ id, result }, result?.glb ? [result.glb.buffer] : []);
  } catch (why) {
    postMessage({ id, failure: String(why.message ?? why) });
  }
});
