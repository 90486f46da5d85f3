// Reads one session file and prints its turns: node examples/parse.mjs FILE
import { readFile } from 'node:fs/promises';
import { buildThread, parseLog, promptText, readConversation } from 'clew';

const [file] = process.argv.slice(2);
const thread = buildThread(parseLog(await readFile(file)));
const { turns } = readConversation(thread);

console.log(`${thread.lines.length} lines, ${turns.length} turns on the active branch`);
for (const { message } of thread.problems) console.log(message);
for (const turn of turns) {
  const answers = turn.messages.filter(({ role }) => role === 'assistant');
  // One answer is often several lines; its usage counts once, and `messages` has joined them.
  const written = answers.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0);
  console.log(`${turn.number}. ${turn.ended}, ${written} tokens: ${firstLine(turn)}`);
}

function firstLine(turn) {
  return turn.prompt ? promptText(turn.prompt).split('\n')[0].slice(0, 60) : '(before the first prompt)';
}
