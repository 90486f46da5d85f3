import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { stripToLine } from '../base/strip-controls.ts';
import { parseLog } from '../log/read-log.ts';
import { buildSurvey, type Survey } from './build-survey.ts';
import { cleanStrings } from './clean-strings.ts';
import { FieldTable } from './field-table.ts';
import { type Drift, findDrift } from './find-drift.ts';
import { reportDrift } from './report-drift.ts';
import { reportMarkdown } from './report-markdown.ts';
import { reportText } from './report-text.ts';
import { Surveyor } from './surveyor.ts';

const plain = {
  width: 80,
  paint: { bold: same, dim: same, cyan: same, yellow: same },
};

function same(text: string): string {
  return text;
}

function survey(...files: readonly (readonly object[])[]): Survey {
  const fields = new FieldTable();
  const sessions = files.map((lines, i) => {
    const surveyor = new Surveyor(`p/session-${i}.jsonl`, fields);
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    for (const line of parseLog(encodeUtf8(text))) surveyor.add(line);
    return surveyor.finish();
  });
  return buildSurvey(sessions, fields);
}

// As the command does it: what is new is found in the raw survey, and then both are cleaned.
function shownOf(raw: Survey): { survey: Survey; drift: readonly Drift[] } {
  return cleanStrings({ survey: raw, drift: findDrift(raw.fields) }, stripToLine);
}

const textOf = (raw: Survey): string => reportText(shownOf(raw).survey, plain);
const driftOf = (raw: Survey): string => reportDrift(shownOf(raw).survey, shownOf(raw).drift, plain);
const markdownOf = (raw: Survey): string => reportMarkdown(shownOf(raw).survey, shownOf(raw).drift);

const prompt = {
  type: 'user',
  uuid: 'a',
  parentUuid: null,
  version: '2.0.1',
  message: { role: 'user', content: 'hi' },
};
const answer = {
  type: 'assistant',
  uuid: 'b',
  parentUuid: 'a',
  version: '2.0.1',
  message: {
    id: 'm',
    model: 'opus',
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }],
  },
};
const EVIL = '\u001b[2J\u001b]0;title\u0007| `x` |\n<script>\u202e';
const evil = {
  type: EVIL,
  version: EVIL,
  [EVIL]: 1,
  uuid: 'c',
  parentUuid: 'gone',
};
const evilAnswer = {
  type: 'assistant',
  message: { model: EVIL, stop_reason: EVIL, content: [{ type: 'tool_use', id: EVIL, name: EVIL }] },
};

describe('the terminal report', () => {
  test('of one session lists what it holds and its orphans', () => {
    const report = textOf(survey([prompt, answer]));
    expect(report).toContain('session-0, ');
    expect(report).toMatch(/\n {2}assistant {2}1 {2}50 %\n/);
    expect(report).toMatch(/Tool uses without a result\n {2}toolu_1\n/);
    expect(report).not.toContain('Most unusual');
  });

  test('of many sessions names the unusual ones', () => {
    const report = reportText(
      survey([prompt], [prompt], [prompt, { ...prompt, uuid: 'x', parentUuid: 'gone' }]),
      plain,
    );
    expect(report).toContain('3 files');
    expect(report).toMatch(/Most unusual\n {2}session-2\n {4}1 dangling parent\n/);
  });

  test('fits 80 columns and ends no line in a space', () => {
    const wide = { ...answer, type: 'w'.repeat(150), message: { ...answer.message, model: '漢'.repeat(90) } };
    const lines = textOf(survey([prompt, answer, wide, { ...wide, type: 'assistant' }])).split('\n');
    expect(lines.filter((line) => line.length > 80 || line.endsWith(' '))).toEqual([]);
  });

  test('lets no control character of a session through', () => {
    const hostile = survey([evil, evilAnswer], [prompt]);
    for (const report of [
      textOf(hostile),
      textOf(survey([evil, evilAnswer])),
      driftOf(hostile),
      markdownOf(hostile),
    ]) {
      expect(report).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      expect(report).toContain('script');
    }
  });
});

describe('the drift report', () => {
  test('says in a sentence that nothing is new', () => {
    expect(driftOf(survey([prompt, answer]))).toMatch(/^Nothing new in 2 entries of 1 file: /);
  });

  test('lists what is new with count, versions and place', () => {
    const report = driftOf(survey([prompt, { type: 'telepathy', version: '3.0.0' }, { ...prompt, aura: 1 }]));
    expect(report).toBe(
      [
        '2 things new to clew in 3 entries of 1 file.',
        '',
        'New entry types',
        '  telepathy  1  3.0.0',
        '    line 2 of session-0.jsonl',
        '',
        'New fields',
        '  user: aura  1  2.0.1',
        '    line 3 of session-0.jsonl',
        '',
      ].join('\n'),
    );
  });
});

describe('the Markdown report', () => {
  const report = markdownOf(survey([prompt, answer], [prompt]));

  test('has every part of the seeds’ reports', () => {
    const titles = [...report.matchAll(/^## \d+\. (.*)$/gm)].map(([, title]) => title);
    expect(titles).toEqual([
      'Summary',
      'Session inventory',
      'Entry type specifications',
      'Messages and content blocks',
      'What user entries are',
      'Stop reasons',
      'Models',
      'Client versions',
      'Tools',
      'Turns by three rules',
      'Tool call pairing',
      'Streamed messages',
      'UUID chain',
      'Cross-session patterns',
      'Unknown things',
      'Types',
      'Raw data',
    ]);
  });

  test('gives fields with type, presence, counts and versions', () => {
    expect(report).toContain('### `user`\n\n2 objects, clients `2.0.1`.');
    expect(report).toContain('| `parentUuid` | null | always | 2 | 100 % | `2.0.1` |');
  });

  test('gives the types as TypeScript', () => {
    expect(report).toContain('interface BlockToolUse {\n  type: "tool_use";\n  id: string;');
  });

  test('keeps each table row whole, whatever a session holds', () => {
    const lines = markdownOf(survey([evil, evilAnswer])).split('\n');
    const tables = lines.filter((line) => line.startsWith('|'));
    const cells = (line: string): number => line.replace(/\\\|/g, '').split('|').length;
    const broken = tables.filter((line, i) => {
      const before = tables[i - 1];
      return before !== undefined && /^\| -/.test(line) && cells(line) !== cells(before);
    });
    expect(broken).toEqual([]);
    const heads = lines.flatMap((line, i) => (/^\| -/.test(line) ? [i] : []));
    for (const head of heads) {
      for (let row = head + 1; lines[row]?.startsWith('|'); row++)
        expect(cells(lines[row] ?? '')).toBe(cells(lines[head] ?? ''));
    }
  });
});

describe('totals', () => {
  test('are the sums over files, counts key by key, lists by length', () => {
    const { totals } = survey([prompt, answer], [prompt, answer]);
    expect(totals.files).toBe(2);
    expect(totals.entryTypes).toEqual({ assistant: 2, user: 2 });
    expect(totals.toolCalls).toEqual({ uses: 2, results: 0, paired: 0, orphanUses: 2, orphanResults: 0 });
    expect(totals.chain).toMatchObject({ linked: 4, roots: 2, parentIsPrevious: 2, leaves: 2 });
  });
});
