// Clones a session without thinking and without the tool calls of its oldest turns: node examples/cut-session.mjs SELECTOR [HOME]
import { randomUUID } from 'node:crypto';
import { dataDir, findHomes, selectSession, thisMachine } from 'clew/disk';
import { cloneFile, undoClone } from 'clew/load';

const [selector = 'latest', ...given] = process.argv.slice(2);
const machine = thisMachine();
const homes = await findHomes(machine, given);
const selection = await selectSession(selector, { homes, machine });

const options = {
  cuts: [{ removeThinking: { kind: 'all' }, removeCalls: { reach: { kind: 'oldest', share: 0.75 } } }],
  dataDir: dataDir(machine),
  now: () => new Date(),
  newUuid: randomUUID,
};
const plan = await cloneFile(selection, { ...options, dryRun: true });
console.log(`would take ${plan.tokens.before} tokens down to ${plan.tokens.after}`);

const clone = await cloneFile(selection, options);
console.log(`${clone.turns.after} turns in ${clone.file}`);
console.log(clone.resume);

// The source was only read. This takes the clone away again.
const { files } = await undoClone(clone.sessionId, options);
console.log(`undone: ${files.length} files moved to clew’s trash`);
