// The files that somebody drops or chooses, as a list of { path, file }.

// Other files are not read: a folder of a game may have gigabytes of sound.
const wanted = /\.(model|animation|mdl|m2|skin|anim|skel|bone|p3d|rtm|dds|d3d9_texture|tga|png|jpe?g|blp|paa|pac|plt|lua|rvmat|mtr|txi)$|(^|\/)\$PBOPREFIX\$(\.txt)?$/i;
const of_models = /\.(model|mdl|m2|p3d)$/i;

export const may_be_model = ({ path }) => of_models.test(path);

const entries_of = (reader) => new Promise((resolve, reject) => reader.readEntries(resolve, reject));
const file_of = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

async function add_entry(entry, path, to) {
  if (entry.isFile) {
    to.push({ path: path + entry.name, file: await file_of(entry) });
  } else if (entry.isDirectory) {
    const reader = entry.createReader();
    for (let some = await entries_of(reader); some.length !== 0; some = await entries_of(reader)) {
      for (const child of some) await add_entry(child, `${path}${entry.name}/`, to);
    }
  }
}

// A single file is taken whatever its name is.
const sorted_out = (all) => (all.length === 1 ? all : all.filter(({ path }) => wanted.test(path)));

export async function dropped_files(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean); // before any await
  const out = [];
  if (entries.length === 0) out.push(...[...transfer.files].map((file) => ({ path: file.name, file })));
  for (const entry of entries) await add_entry(entry, '', out);
  return sorted_out(out);
}

export const chosen_files = (list) =>
  sorted_out([...list].map((file) => ({ path: file.webkitRelativePath || file.name, file })));

export async function sample_files(paths) {
  return Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`samples/${path}`);
      if (!response.ok) throw new Error(`${path}: ${response.status}`);
      return { path, file: await response.blob() };
    }),
  );
}

const folder_of = (path) => path.slice(0, path.lastIndexOf('/') + 1);

// Files without a folder that are dropped later belong beside the model.
export function joined(old, added, model) {
  const placed = added.map((one) => (one.path.includes('/') ? one : { ...one, path: folder_of(model) + one.path }));
  const replaced = new Set(placed.map(({ path }) => path));
  return [...old.filter(({ path }) => !replaced.has(path)), ...placed];
}
