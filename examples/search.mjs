// Brings the catalog up to date and finds words in all sessions: node examples/search.mjs WORDS [HOME]
import { Catalog, catalogFile } from 'clew/catalog';
import { findHomes, thisMachine } from 'clew/disk';

const [words = 'flaky test', ...given] = process.argv.slice(2);
const machine = thisMachine();
const homes = await findHomes(machine, given);

const catalog = new Catalog(catalogFile(machine));
await catalog.sync({ homes });
const { total, hits } = catalog.search(words, { homes, most: 5 });
for (const { file, line, kind, snippet } of hits) console.log(`${file}:${line} ${kind}: ${snippet}`);
console.log(`${total} places in all`);
catalog.close();
