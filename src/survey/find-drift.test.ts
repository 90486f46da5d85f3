import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../base/bytes.ts';
import { parseLog } from '../log/read-log.ts';
import { FieldTable } from './field-table.ts';
import { type Drift, findDrift } from './find-drift.ts';
import { Surveyor } from './surveyor.ts';

function drift(...lines: object[]): Drift[] {
  const fields = new FieldTable();
  const surveyor = new Surveyor('s.jsonl', fields);
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  for (const line of parseLog(encodeUtf8(text))) surveyor.add(line);
  return findDrift(fields.toShapes());
}

describe('findDrift', () => {
  test('[E1] finds nothing in an ordinary entry', () => {
    expect(
      drift({ type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'hi' } }),
    ).toEqual([]);
  });

  test('a new entry type, subtype, kind and block, each with count, versions and its first place', () => {
    const found = drift(
      { type: 'user', version: '3.0.0', message: { role: 'user', content: [{ type: 'hologram', beam: 1 }] } },
      { type: 'telepathy', anything: 1 },
      { type: 'telepathy', version: '3.0.1' },
      { type: 'system', subtype: 'sneeze' },
      { type: 'attachment', attachment: { type: 'cake' } },
      { type: 'progress', data: { type: 'dance' } },
    );
    expect(found.map(({ kind, shape, count, place }) => [kind, shape, count, place.line])).toEqual([
      ['entry type', 'telepathy', 2, 2],
      ['block type', 'block/hologram', 1, 1],
      ['system subtype', 'system/sneeze', 1, 4],
      ['attachment kind', 'attachment/cake', 1, 5],
      ['progress kind', 'progress/dance', 1, 6],
    ]);
    expect(found[0]).toMatchObject({
      firstVersion: '3.0.0',
      lastVersion: '3.0.1',
      place: { file: 's.jsonl' },
    });
  });

  test('new fields of known things: entry, message, usage, block, block in a result, attachment', () => {
    const content = [
      { type: 'tool_result', tool_use_id: 't', mood: 1, content: [{ type: 'text', text: '', font: 1 }] },
    ];
    const found = drift(
      { type: 'user', aura: 1, message: { role: 'user', content, tone: 1 } },
      { type: 'assistant', message: { role: 'assistant', content: [], usage: { kilowatts: 1 } } },
      { type: 'attachment', attachment: { type: 'date_change', newDate: '', oldDate: '' } },
    );
    expect(found.map(({ kind, shape, field }) => `${kind} ${shape} ${field}`).sort()).toEqual([
      'field attachment/date_change attachment.oldDate',
      'field block/tool_result mood',
      'field message/user tone',
      'field result-block/text font',
      'field usage kilowatts',
      'field user aura',
    ]);
  });

  test('an entry of which only the name is known has no new fields', () => {
    expect(drift({ type: 'cost-state', anything: 1 })).toEqual([]);
  });
});
