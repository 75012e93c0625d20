// node meanings.mjs DOCS: prints what the fields of each format mean, from the tables of the format's page, as JSON:
// { "grimrock": { "dim": { "vertex array header": "components per vertex, 0 to 4" } } }
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';

const out = {};
for (const format of ['grimrock', 'shinobi', 'nwn', 'm2', 'p3d']) {
  let record;
  for (const line of readFileSync(`${argv[2]}/${format}.md`, 'utf8').split('\n')) {
    record = line.match(/^<!-- record: (?:\w+::)(?:basic_)?(\w+)/)?.[1].replaceAll('_', ' ') ?? (line === '' ? undefined : record);
    const [, field, meaning] = line.match(/^\| 0x[0-9A-F]+ \| ([^|]+) \| [^|]+ \| ([^|]+) \|$/) ?? [];
    if (record === undefined || meaning === undefined) continue;
    const name = field.trim();
    ((out[format] ??= {})[name] ??= {})[record] = meaning.trim().replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
  }
}
console.log(JSON.stringify(out));
