// Writes a session as a page, as Markdown and as a drawing, into this folder: node examples/export.mjs SELECTOR [HOME]
import { writeFile } from 'node:fs/promises';
import { findHomes, selectSession, thisMachine } from 'clew/disk';
import { buildDrawing, makeRedactor, prepareExport, writeMarkdown, writeSvg } from 'clew/export';
import { linkOpenAgents, openSession } from 'clew/load';
import { makeExport } from 'clew/server';

const [selector = 'latest', ...given] = process.argv.slice(2);
const machine = thisMachine();
const homes = await findHomes(machine, given);
const session = await openSession(await selectSession(selector, { homes, machine }));

// Secrets, home folders and addresses are taken out.
const redactor = makeRedactor({ names: [], home: machine.homeDirectory });
const exported = prepareExport(session, { redactor });
const page = await makeExport(exported, 'html', { now: new Date() });
await writeFile('session.html', page.chunks());
await writeFile('session.md', writeMarkdown(exported));

const drawing = buildDrawing(session.thread, linkOpenAgents(session), { by: 'turn' });
await writeFile('session.svg', writeSvg(drawing, { title: session.sessionId, subtitle: 'by turns' }));
console.log('session.html, session.md, session.svg');
