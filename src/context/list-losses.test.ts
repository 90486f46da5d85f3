import { expect, test } from 'vitest';
import type { ResumePrediction } from './predict-resume.ts';
import { predictResume } from './predict-resume.ts';
import {
  answer,
  baseSession,
  entry,
  type Fields,
  prompt,
  sessionLines,
  system,
  text,
  time,
  uuid,
} from './small-session.fixture.ts';

function predict(entries: readonly Fields[], client?: string): ResumePrediction {
  return predictResume(sessionLines(entries), client === undefined ? {} : { client });
}

function reasons(prediction: ResumePrediction): string[] {
  return prediction.lost.map(({ uuid, reason }) => `${Number(uuid.slice(-6))} ${reason}`);
}

test('[M1] messages are counted, not entries: an answer once, each user entry once', () => {
  expect(predict(baseSession())).toMatchObject({ loads: 12, of: 12, lost: [] });
});

test('sidechain entries, progress and attachments are no messages of the main thread', () => {
  const aside = [
    { ...prompt(30, null, 'Agent'), isSidechain: true },
    entry(31, 3, 'progress', {}),
    entry(32, 3, 'attachment', {}),
  ];
  expect(predict([...baseSession(), ...aside]).of).toBe(12);
});

test('a rewound branch is left on another branch', () => {
  const branch = [prompt(40, 3, 'Instead'), answer(41, 40, 'msg_x', text('Other answer'))];
  const prediction = predict([...baseSession(), ...branch]);
  expect(prediction).toMatchObject({ loads: 4, of: 14 });
  expect(new Set(prediction.lost.map((loss) => loss.reason))).toEqual(new Set(['other-branch']));
  expect(prediction.lost[0]).toMatchObject({ line: 4, uuid: uuid(4), why: 'left on another branch' });
});

test('what is before a boundary is compacted away, parallel calls and all', () => {
  const boundary = system(50, null, 'compact_boundary', { logicalParentUuid: uuid(17), compactMetadata: {} });
  const prediction = predict([
    ...baseSession(),
    boundary,
    prompt(51, 50, 'Summary', { isCompactSummary: true }),
  ]);
  expect(prediction.lost.length).toBe(17);
  expect(new Set(prediction.lost.map((loss) => loss.reason))).toEqual(new Set(['compacted']));
});

test('[G4] a boundary whose logical parent is not in the file still compacts what is before it', () => {
  const boundary = system(50, null, 'compact_boundary', {
    logicalParentUuid: uuid(777),
    compactMetadata: {},
  });
  const prediction = predict([...baseSession(), boundary, prompt(51, 50, 'Summary')]);
  expect(new Set(prediction.lost.map((loss) => loss.reason))).toEqual(new Set(['compacted']));
});

test('what is before a missing parent is behind a broken link', () => {
  const gap = baseSession().map((line) =>
    line.uuid === uuid(4) ? { ...line, parentUuid: uuid(900) } : line,
  );
  expect(reasons(predict(gap, '2.1.50')).slice(0, 3)).toEqual([
    '1 broken-link',
    '2 broken-link',
    '3 broken-link',
  ]);
});

test('what is before a second root is not linked to the branch', () => {
  const cut = baseSession().map((line) => (line.uuid === uuid(4) ? { ...line, parentUuid: null } : line));
  expect(reasons(predict(cut))).toEqual(['1 another-root', '2 another-root', '3 another-root']);
});

test('[R2] parallel calls that an old client loses are named as such, the message still counts as loaded', () => {
  const prediction = predict(baseSession(), '2.1.50');
  expect(reasons(prediction)).toEqual(
    ['11 parallel-call', '12 parallel-call', '8 unanswered-call', '9 unanswered-call'].sort(byNumber),
  );
  expect(prediction).toMatchObject({ loads: 10, of: 12 });
});

test('thinking of another model is lost with its reason', () => {
  const other = baseSession().map((line) =>
    line.uuid === uuid(2)
      ? { ...line, message: { ...(line.message as Fields), model: 'claude-opus-4-6' } }
      : line,
  );
  expect(reasons(predict(other))).toEqual(['2 foreign-thinking']);
});

test('what only other clients would load is told', () => {
  const older = { ...prompt(40, 3, 'Late in the file, old in time'), timestamp: time(3.5) };
  const { differences, notes } = predict([...baseSession(), older]);
  expect(differences.map(({ from, to, otherLeaf }) => ({ from, to, otherLeaf }))).toContainEqual({
    from: '2.1.100',
    to: '2.1.100',
    otherLeaf: true,
  });
  expect(notes.join('\n')).toContain('go on from another entry');
});

test('[R2] clients that lose parallel calls are told in one note', () => {
  expect(predict(baseSession()).notes).toEqual([
    'Clients 1.0.60 to 2.1.50 would leave out 2 of the user and assistant entries.',
  ]);
});

test('clients that hang on a circle of parents are told', () => {
  const circle = baseSession().map((line) =>
    line.uuid === uuid(4) ? { ...line, parentUuid: uuid(5) } : line,
  );
  expect(predict(circle).notes.join()).toContain('Clients 1.0.60 to 2.0.64 would never come back');
  expect(predict(circle, '2.0.64')).toMatchObject({ hangs: true, messages: [], loads: 0 });
});

function byNumber(a: string, b: string): number {
  return Number.parseInt(a, 10) - Number.parseInt(b, 10);
}
