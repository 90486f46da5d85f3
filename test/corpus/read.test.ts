import { createReadStream, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { joinBytes } from '../../src/base/bytes.ts';
import type { Line } from '../../src/log/line.ts';
import { readLog } from '../../src/log/read-log.ts';
import { lineBytes } from '../../src/log/write-line.ts';
import { corpusFiles, hasCorpus } from './corpus.ts';

test.skipIf(!hasCorpus)(
  '[L3] every real session is read and written back byte for byte, every line accounted for',
  async () => {
    const files = corpusFiles();
    expect(files.length).toBeGreaterThan(200);
    for (const file of files) {
      const original = readFileSync(file);
      const lines: Line[] = [];
      // Odd chunk sizes, so that lines and characters are cut in the middle.
      for await (const line of readLog(createReadStream(file, { highWaterMark: 65_521 }))) lines.push(line);
      const written = joinBytes([new Uint8Array(0), ...lines.flatMap((line) => [...lineBytes(line)])]);
      expect(original.equals(written), file).toBe(true);
      const newlines = original.filter((byte) => byte === 10).length;
      const unterminated = original.length > 0 && original.at(-1) !== 10 ? 1 : 0;
      expect(lines.length, file).toBe(newlines + unterminated);
    }
  },
);
