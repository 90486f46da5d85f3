// Pairs every tool call of the corpus and compares with a plain count; skipped where the corpus is not beside the repository.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseLog } from '../../src/log/read-log.ts';
import { type PairedToolCalls, pairToolCalls } from '../../src/session/tool-calls.ts';
import { describeOutcome } from '../../src/session/tool-view/describe-outcome.ts';
import { summariseToolCall } from '../../src/session/tool-view/summarise-tool-call.ts';
import { viewToolCall } from '../../src/session/tool-view/view-tool-call.ts';

const CORPUS = join(import.meta.dirname, '../../../shared/corpus/projects');

interface Counted {
  readonly file: string;
  readonly paired: PairedToolCalls;
  readonly plain: PlainCount;
}

interface PlainCount {
  readonly uses: number;
  readonly results: number;
  readonly withResult: number;
  readonly strays: number;
  readonly byTool: Record<string, number>;
}

/** Counts without any of clew's code: every line that JSON.parse takes, every block of an array content. */
function countPlainly(text: string): PlainCount {
  const uses = new Map<string, string>();
  const results: string[] = [];
  for (const line of text.split('\n')) {
    let entry: { message?: { content?: unknown } } | null;
    try {
      entry = JSON.parse(line);
    } catch {
      continue;
    }
    const content = entry?.message?.content;
    if (!Array.isArray(content)) continue;
    for (const block of content) {
      if (block?.type === 'tool_use' && !uses.has(block.id)) uses.set(block.id, block.name);
      if (block?.type === 'tool_result') results.push(block.tool_use_id);
    }
  }
  const byTool: Record<string, number> = {};
  for (const name of uses.values()) byTool[name] = (byTool[name] ?? 0) + 1;
  const answered = new Set(results);
  return {
    uses: uses.size,
    results: results.length,
    withResult: [...uses.keys()].filter((id) => answered.has(id)).length,
    strays: results.filter((id) => !uses.has(id)).length,
    byTool,
  };
}

function readCorpus(): Counted[] {
  const files = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.jsonl'),
  );
  return files.map((file) => {
    const bytes = readFileSync(join(CORPUS, file));
    const paired = pairToolCalls(parseLog(bytes).filter((line) => line.kind === 'entry'));
    return { file, paired, plain: countPlainly(bytes.toString('utf8')) };
  });
}

describe.skipIf(!existsSync(CORPUS))(
  'the tool calls of the corpus (skipped without ../shared/corpus)',
  () => {
    const counted = existsSync(CORPUS) ? readCorpus() : [];
    const calls = counted.flatMap(({ paired }) => paired.calls);

    test('[T1] uses, results, pairs and strays of every file are as many as a plain count finds', () => {
      expect(counted.length).toBeGreaterThan(100);
      for (const { file, paired, plain } of counted) {
        const byTool: Record<string, number> = {};
        for (const { name } of paired.calls) byTool[name] = (byTool[name] ?? 0) + 1;
        const results = paired.calls.reduce(
          (sum, call) => sum + call.results.length,
          paired.strayResults.length,
        );
        const withResult = paired.calls.filter((call) => call.status !== 'pending').length;
        const strays = paired.strayResults.length;
        expect({ uses: paired.calls.length, results, withResult, strays, byTool }, file).toEqual(plain);
      }
    });

    test('how the calls ended', () => {
      const statuses: Record<string, number> = {};
      for (const { status } of calls) statuses[status] = (statuses[status] ?? 0) + 1;
      // 34 and 8 were also counted by the texts of the results, 287 is the rest of those with an error flag.
      expect(statuses).toEqual({ ok: 4884, error: 287, rejected: 34, interrupted: 8, pending: 21 });
    });

    test('every call has a view, a line and an outcome that are safe to print', () => {
      for (const call of calls) {
        const view = viewToolCall(call);
        const line = summariseToolCall(call, view);
        expect(line.length).toBeGreaterThan(0);
        expect(`${line}${describeOutcome(call, view)}`).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }
    });

    test('only tools that clew has no view for stay raw', () => {
      const raw = new Set(calls.filter((call) => viewToolCall(call).tool === 'raw').map(({ name }) => name));
      expect([...raw].sort()).toEqual(['Monitor', 'ReportFindings']);
    });
  },
);
