// Says what each client would load of a session, and what is lost: node examples/predict-resume.mjs SELECTOR [HOME]
import { describeContext, MEASURED_CLIENTS, predictResume } from 'clew';
import { findHomes, selectSession, thisMachine } from 'clew/disk';
import { openSession } from 'clew/load';

const [selector = 'latest', ...given] = process.argv.slice(2);
const machine = thisMachine();
const homes = await findHomes(machine, given);
const { thread } = await openSession(await selectSession(selector, { homes, machine }));

const { prediction, now } = describeContext(thread);
console.log(
  `${prediction.client} loads ${prediction.loads} of ${prediction.of} messages, ${now.total} tokens`,
);
for (const { line, why } of prediction.lost.slice(0, 5)) console.log(`  line ${line}: ${why}`);
for (const client of MEASURED_CLIENTS) {
  const { loads, hangs, refused } = predictResume(thread.lines, { client, compare: false });
  console.log(`${client}: ${hangs ? 'hangs' : (refused ?? `${loads} messages`)}`);
}
