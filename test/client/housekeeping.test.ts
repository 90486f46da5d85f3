import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { installClient } from './install.ts';
import { Namespace } from './namespace.ts';
import { bash, Lab, text, use } from './scenario.ts';
import { makeScratch, removeScratch } from './scratch.ts';

test('probe', async () => {
  const client = await installClient('2.1.325');
  const namespace = new Namespace();
  const scratch = await makeScratch();
  try {
    const lab = new Lab(namespace, client, scratch);
    writeFileSync(join(scratch.project, 'a.txt'), 'old\n');
    await lab.terminal(
      {
        answers: [
          { content: [use('Read', { file_path: join(scratch.project, 'a.txt') })] },
          { content: [use('Write', { file_path: join(scratch.project, 'a.txt'), content: 'new\n' })] },
          { content: [bash('seq 1 20000')] },
          { text: 'All written.' },
        ],
      },
      async (terminal) => {
        await terminal.enter('Please write a file');
        for (let i = 0; i < 6; i++) {
          try {
            await terminal.waitFor(/All written/, 4000);
            break;
          } catch {
            await terminal.press('Enter');
          }
        }
        await terminal.settle();
      },
    );
    for (const name of readdirSync(scratch.root, { recursive: true, encoding: 'utf8' })) {
      const s = statSync(join(scratch.root, name));
      if (s.isFile()) console.log(name, s.size);
    }
    for (const f of readdirSync(scratch.sessions))
      if (f.endsWith('.jsonl'))
        for (const l of readFileSync(join(scratch.sessions, f), 'utf8').split('\n'))
          if (/file-history|toolUseResult/.test(l)) console.log(l.slice(0, 900));
  } finally {
    await namespace.close();
    await removeScratch(scratch);
  }
}, 120000);
