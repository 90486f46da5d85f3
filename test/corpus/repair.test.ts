import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { joinBytes } from '../../src/base/bytes.ts';
import { predictResume } from '../../src/context/predict-resume.ts';
import { parseLog } from '../../src/log/read-log.ts';
import { mendSession } from '../../src/transform/mend/mend-session.ts';
import { mendedBytes } from '../../src/transform/mend/mended-line.ts';
import { corpusFiles, hasCorpus, isAgentFile } from './corpus.ts';

const options = { newUuid: randomUUID, tooLarge: () => undefined };

test.skipIf(!hasCorpus)(
  '[R4] mending a real session never loses a message, and mending it twice is mending it once',
  () => {
    let helped = 0;
    for (const file of corpusFiles().filter((name) => !isAgentFile(name))) {
      const lines = parseLog(readFileSync(file));
      const mended = mendSession(lines, options);
      const after = parseLog(joinBytes([new Uint8Array(0), ...mendedBytes(mended.lines)]));
      const coverage = (of: typeof lines) => predictResume(of, { compare: false }).loads;
      expect(coverage(after), file).toBeGreaterThanOrEqual(coverage(lines));
      if (coverage(after) > coverage(lines)) helped++;
      expect(mendSession(after, options).changes, file).toEqual([]);
    }
    expect(helped).toBeGreaterThan(5);
  },
);
