import { expect, test } from 'vitest';
import { predictResume } from './predict-resume.ts';
import {
  answer,
  baseSession,
  type Fields,
  inShort,
  prompt,
  sent,
  sessionLines,
  system,
  text,
  uuid,
} from './small-session.fixture.ts';

function compacted(metadata: Fields, more: readonly Fields[] = goOn): Fields[] {
  const boundary = system(50, null, 'compact_boundary', {
    logicalParentUuid: uuid(17),
    compactMetadata: metadata,
  });
  return [...baseSession(), boundary, prompt(51, 50, 'Summary', { isCompactSummary: true }), ...more];
}

const goOn = [prompt(52, 51, 'Fourth question'), answer(53, 52, 'msg_f', text('Fourth answer'))];
const segment = { headUuid: uuid(15), anchorUuid: uuid(51), tailUuid: uuid(17) };
const preserved = { anchorUuid: uuid(51), uuids: [uuid(15), uuid(16), uuid(17)] };
const plain = ['user: "Summary\\n", "Fourth question"', 'assistant: "Fourth answer"'];
const whole = [
  'user: "Summary\\n", "Third question"',
  'assistant: thinking, "Third answer"',
  'user: "Fourth question"',
  'assistant: "Fourth answer"',
];

test('[resume R13] nothing before the last boundary is sent', () => {
  expect(sent(compacted({}))).toEqual(plain);
});

test('[resume R13] a leaf on an older branch does not see the boundary', () => {
  const prediction = predictResume(sessionLines(compacted({})), { leaf: uuid(17) });
  expect(inShort(prediction.messages).at(-1)).toBe('assistant: thinking, "Third answer"');
});

test('[resume R13] a file that ends in a bare boundary resumes before it', () => {
  expect(sent(compacted({}).slice(0, 18)).length).toBe(10);
});

test('[resume R14] a preserved segment and preserved messages stand behind their anchor', () => {
  expect(sent(compacted({ preservedSegment: segment }))).toEqual(whole);
  expect(sent(compacted({ preservedMessages: preserved }))).toEqual(whole);
});

test('[resume R14] they stand there too when the anchor is the leaf', () => {
  expect(sent(compacted({ preservedSegment: segment }, []))).toEqual(whole.slice(0, 2));
});

test('[resume R14] an absent head cancels the segment', () => {
  expect(sent(compacted({ preservedSegment: { ...segment, headUuid: uuid(777) } }))).toEqual(plain);
});

test('[resume R14] 2.1.100 knows segments only, 2.1.50 neither', () => {
  expect(sent(compacted({ preservedSegment: segment }), '2.1.100')).toEqual(whole);
  expect(sent(compacted({ preservedMessages: preserved }), '2.1.100')).toEqual(plain);
  expect(sent(compacted({ preservedSegment: segment }), '2.1.50')).toEqual([
    'user: "Summary", "Fourth question"',
    plain[1],
  ]);
});

test('[resume R15] a microcompact boundary has no effect', () => {
  const base = baseSession().slice(0, 3);
  expect(sent([...base, system(30, 3, 'microcompact_boundary')]).length).toBe(2);
});
