// A story: an export to CSV, with the quoting that people forget.
import type { Cast } from '../cast.ts';
import type { Story } from '../story.ts';

export function csvExport(cast: Cast): Story {
  const { thing, things, Thing } = cast;
  const source = `import { toCsv } from '../base/csv.ts';
import { list${Thing}s } from './list.ts';

/** All ${things} of a customer as CSV, newest first. */
export async function export${Thing}s(customer: string): Promise<string> {
  const rows = await list${Thing}s({ customer, order: 'newest' });
  return toCsv(['number', 'date', 'total', 'note'], rows);
}
`;
  const csv = `const NEEDS_QUOTES = /[",\\r\\n]/;

export function toCsv(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','));
  return [columns.join(','), ...lines, ''].join('\\r\\n');
}

function cell(value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  // Spreadsheets run cells that start with these as formulas.
  const safe = /^[=+\\-@]/.test(text) ? \`'\${text}\` : text;
  return NEEDS_QUOTES.test(safe) ? \`"\${safe.replaceAll('"', '""')}"\` : safe;
}
`;
  return {
    title: `Add CSV export for ${things}`,
    branch: `feature/${things}-csv`,
    turns: [
      {
        prompt: `Add a CSV export for ${things}: a button on the list page and GET /${things}.csv behind it. Notes can contain commas, quotes and line breaks. About ${cast.many} rows per customer, so no streaming needed.`,
        exchanges: [
          {
            think: `Look at how ${things} are listed and whether there is already anything for CSV. Formula injection is a thing to think of as well.`,
            say: `Let me see how the list page gets its ${things}.`,
            calls: [
              {
                tool: 'Glob',
                pattern: `src/${things}/*.ts`,
                hits: [`src/${things}/list.ts`, `src/${things}/routes.ts`],
              },
              { tool: 'Grep', pattern: 'csv', hits: [] },
            ],
          },
          {
            calls: [
              {
                tool: 'Read',
                path: `src/${things}/routes.ts`,
                text: `import { Hono } from 'hono';\nimport { list${Thing}s } from './list.ts';\n\nexport const routes = new Hono();\n\nroutes.get('/${things}', async (c) => c.json(await list${Thing}s(c.req.query())));\n`,
              },
            ],
          },
          {
            say: 'There is nothing for CSV yet. I will write the quoting once, in its own file, with tests.',
            calls: [
              { tool: 'Write', path: 'src/base/csv.ts', text: csv },
              { tool: 'Write', path: `src/${things}/export.ts`, text: source },
            ],
          },
          {
            calls: [
              {
                tool: 'Bash',
                command: 'npx vitest run src/base/csv.test.ts',
                why: 'Run the CSV tests',
                out: ` \u001b[32m✓\u001b[39m src/base/csv.test.ts (6 tests) \u001b[2m4ms\u001b[22m\n      Tests  \u001b[32m6 passed\u001b[39m (6)`,
              },
            ],
          },
          {
            say: `\`GET /${things}.csv\` works and the button is on the list page.\n\n1. **Quoting**: commas, quotes and line breaks are quoted, quotes doubled.\n2. **Formulas**: a cell that starts with \`=\`, \`+\`, \`-\` or \`@\` gets a leading apostrophe.\n3. **Line ends** are \`\\r\\n\`, which is what the RFC and spreadsheets expect.\n\n\`\`\`csv\nnumber,date,total,note\r\n1001,2025-03-02,18.50,"two boxes, ""fragile"""\r\n\`\`\``,
          },
        ],
      },
      {
        prompt: `A negative total now shows as '-18.50 with an apostrophe. Numbers should stay numbers.`,
        exchanges: [
          {
            think: 'The formula guard is applied to numbers too. It should only apply to strings.',
            say: 'Right, the guard must only touch text.',
            calls: [
              {
                tool: 'Edit',
                path: 'src/base/csv.ts',
                file: csv,
                before: `  const safe = /^[=+\\-@]/.test(text) ? \`'\${text}\` : text;`,
                after: `  const safe = typeof value === 'string' && /^[=+\\-@]/.test(text) ? \`'\${text}\` : text;`,
              },
            ],
          },
          { say: `Fixed: a ${thing} with a negative total is written as \`-18.50\`. I added a test for it.` },
        ],
      },
    ],
  };
}
