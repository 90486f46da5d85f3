// The loop that everybody writes: readline, JSON.parse, JSON.stringify; with a second file name, the lines are written, too.
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

const [, , from, to] = process.argv;
const out = to === undefined ? undefined : createWriteStream(to);
let length = 0;
for await (const line of createInterface({
  input: createReadStream(from),
  crlfDelay: Number.POSITIVE_INFINITY,
})) {
  const text = JSON.stringify(JSON.parse(line));
  length += text.length;
  if (out && !out.write(`${text}\n`)) await once(out, 'drain');
}
if (out) {
  out.end();
  await once(out, 'finish');
}
const { user, system } = process.cpuUsage();
console.log(
  JSON.stringify({
    length,
    cpu: (user + system) / 1e6,
    megabytes: process.resourceUsage().maxRSS / 1024,
  }),
);
