// Starts the server of the web app, asks it one question and stops it: node examples/serve.mjs [HOME]
import { dataDir, findHomes, thisMachine } from 'clew/disk';
import { startServer } from 'clew/server';

const machine = thisMachine();
const homes = await findHomes(machine, process.argv.slice(2));

const server = await startServer({ homes, dataDir: dataDir(machine), port: 0, report: console.error });
const answer = await fetch(new URL('/api/sessions?limit=3', server.url));
for (const { title, turns } of (await answer.json()).sessions) console.log(`${turns} turns: ${title}`);
await server.stop();
