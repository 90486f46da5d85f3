// A home on disk for tests of the catalog, and what a catalog says of it in a form that two of them can be compared in.
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { forgeHome } from '../forge/forge-home.ts';
import type { CatalogCore } from './catalog-core.ts';
import { openDatabase } from './open-database.ts';
import { BLOCK_DOCS } from './schema.ts';

export class TestHome {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'clew-catalog-'));
  readonly home: string = join(this.folder, 'home');
  readonly catalogFile: string = join(this.folder, 'data', 'catalog.db');
  #time = Date.UTC(2026, 0, 1);

  constructor() {
    mkdirSync(join(this.home, 'projects'), { recursive: true });
  }

  path(name: string): string {
    return join(this.home, 'projects', name);
  }

  /** Writes a session or other file; text and bytes as they are, objects a line each. */
  put(name: string, content: string | Uint8Array | readonly object[]): string {
    const file = this.path(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, isLines(content) ? content.map(lineOf).join('') : content);
    this.#touch(file);
    return file;
  }

  append(name: string, content: string | readonly object[]): void {
    appendFileSync(this.path(name), typeof content === 'string' ? content : content.map(lineOf).join(''));
    this.#touch(this.path(name));
  }

  forge(seed: number, sessions: number): void {
    for (const { path, chunks } of forgeHome({ seed, sessions })) {
      const file = join(this.home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, Buffer.concat([...chunks]));
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  // Two changes in one tick of the file system's clock must not look like one.
  #touch(file: string): void {
    this.#time += 1000;
    utimesSync(file, this.#time / 1000, this.#time / 1000);
  }
}

function isLines(content: string | Uint8Array | readonly object[]): content is readonly object[] {
  return Array.isArray(content);
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

export function prompt(text: string, n = 1, more: object = {}): object {
  return {
    type: 'user',
    uuid: `u${n}`,
    parentUuid: n > 1 ? `a${n - 1}` : null,
    sessionId: 's',
    cwd: '/home/dev/api',
    gitBranch: 'main',
    timestamp: `2026-01-01T10:${String(n).padStart(2, '0')}:00.000Z`,
    message: { role: 'user', content: text },
    ...more,
  };
}

export function answer(text: string, n = 1, more: object = {}): object {
  return {
    type: 'assistant',
    uuid: `a${n}`,
    parentUuid: `u${n}`,
    sessionId: 's',
    timestamp: `2026-01-01T10:${String(n).padStart(2, '0')}:30.000Z`,
    message: {
      id: `m${n}`,
      role: 'assistant',
      model: 'claude-opus-5',
      content: [{ type: 'text', text }],
      usage: { input_tokens: 100 * n, output_tokens: 7 },
      stop_reason: 'end_turn',
    },
    ...more,
  };
}

export type CatalogContent = Readonly<
  Record<'files' | 'docs' | 'astray' | 'sessions' | 'usage' | 'indexed' | 'integrity', readonly object[]>
>;

/** Everything a catalog holds, by paths instead of numbers; what depends on when it was read is left out. */
export function contentOf(catalog: CatalogCore): CatalogContent {
  const { database } = openDatabase(catalog.file);
  try {
    const all = (sql: string) => database.prepare(sql).all();
    return {
      files:
        all(`select path, home, slug, session_id, agent_id, folder, meta_file, bytes, offset, lines, head, tail,
        texts_bytes, texts_stamp, open_calls, last_time, digest_bytes, digest_stamp, digest_agents, gone
        from file order by path`),
      docs: all(`select path, line, part, doc.offset, length, kind, role, t.text as tool, m.text as model,
        b.text as branch, a.text as agent, time from doc join file on file.id = file_id
        left join name t on t.id = tool left join name m on m.id = model
        left join name b on b.id = branch left join name a on a.id = agent order by path, line, part`),
      // Texts about which their block does not tell the truth.
      astray: all(`select doc.id from doc left join block on block.id = doc.id / ${BLOCK_DOCS}
        where block.file_id is not doc.file_id or doc.id % ${BLOCK_DOCS} >= docs
        or doc.time > newest or doc.time < oldest or (doc.time is null and oldest is not null)
        or (doc.time is not null and newest is null)
        or length(said) is not docs or unicode(substr(said, doc.id % ${BLOCK_DOCS} + 1))
          is not 64 + kind + 8 * role + 32 * (agent is not null)
        or doc.time + lag < (select max(time) from doc before
          where before.id < doc.id and before.id / ${BLOCK_DOCS} = doc.id / ${BLOCK_DOCS})`),
      sessions: all(
        'select path, summary, details from session join file on file.id = file_id order by path',
      ),
      usage: all('select path, numbers, strings from usage join file on file.id = file_id order by path').map(
        (row) => ({ ...row, numbers: Buffer.from(row.numbers as Uint8Array).toString('base64') }),
      ),
      indexed: all('select count(*) as rows from doc_text_docsize'),
      integrity: all('pragma integrity_check'),
    };
  } finally {
    database.close();
  }
}
