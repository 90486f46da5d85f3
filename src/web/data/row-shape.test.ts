import { expect, test } from 'vitest';
import type { WebNoticeRow } from '../../server/api.ts';
import { attachmentRun, imagesOfPrompt, isHidden } from './row-shape.ts';
import { rowOf, rowsOf } from './rows.fixture.ts';

const notice = (index: number, kind: string, quiet = true) =>
  rowOf('notice', index, { notice: kind, quiet, label: kind });
const plain = { everything: false, depth: 0 };

test('a run of attachments is one line, over housekeeping between them', () => {
  const rows = [
    rowOf('prompt', 0),
    notice(1, 'attachment'),
    notice(2, 'bookkeeping'),
    notice(3, 'attachment'),
    rowOf('text', 4, { text: 'x' }),
    notice(5, 'attachment'),
  ];
  const around = rowsOf(...rows);
  expect(rows.map((row) => isHidden(around, row, plain))).toEqual([false, false, true, true, false, false]);
  expect(attachmentRun(around, rows[1] as WebNoticeRow).map(({ index }) => index)).toEqual([1, 3]);
  expect(rows.map((row) => isHidden(around, row, { everything: true, depth: 0 }))).not.toContain(true);
});

test('pictures of a prompt are in its box; others stand alone', () => {
  const place = { line: 9, offset: 0, length: 1 };
  const rows = [
    rowOf('prompt', 0, { place }),
    rowOf('image', 1, { place }),
    rowOf('image', 2, { place }),
    rowOf('image', 3),
  ];
  const around = rowsOf(...rows);
  expect(rows.map((row) => isHidden(around, row, plain))).toEqual([false, true, true, false]);
  expect(imagesOfPrompt(around, rows[0] as never)).toHaveLength(2);
});

test('an agent’s strand begins with its brief, not with a turn and a prompt', () => {
  const rows = [rowOf('turn', 0, { number: 1 }), rowOf('prompt', 1, { promptKind: 'agent-prompt' })];
  const around = rowsOf(...rows);
  expect(rows.map((row) => isHidden(around, row, { everything: false, depth: 1 }))).toEqual([true, true]);
  expect(rows.map((row) => isHidden(around, row, plain))).toEqual([false, false]);
});
