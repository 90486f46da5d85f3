// A story: a file that does too much is split, in steps that each pass the tests.
import type { Cast } from '../cast.ts';
import type { Story } from '../story.ts';

export function extractModule(cast: Cast): Story {
  const { things, Thing } = cast;
  const source = `export function total(lines: readonly Line[]): Money {
  return lines.reduce((sum, line) => sum + line.price * line.count, 0);
}

export function format(amount: Money, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(amount / 100);
}

export async function send${Thing}(id: string): Promise<void> {
  const found = await find(id);
  await mail(found.customer, render(found));
}
`;
  return {
    title: `Split the ${things} module`,
    branch: `refactor/split-${things}`,
    turns: [
      {
        prompt: `src/${things}/index.ts is ${cast.many * 4} lines and does money, mail and storage. Split it without changing behaviour. I want to be able to review it step by step.`,
        exchanges: [
          {
            think: 'Plan: one extraction per commit, tests green after each. Start with the pure part.',
            say: 'One extraction per commit, tests after each:',
            calls: [
              {
                tool: 'Todo',
                items: [
                  ['Move money into src/base/money.ts', 'in_progress'],
                  [`Move mail into src/${things}/send.ts`, 'pending'],
                  [`Move storage into src/${things}/store.ts`, 'pending'],
                  ['Delete index.ts and fix imports', 'pending'],
                ],
              },
              { tool: 'Read', path: `src/${things}/index.ts`, text: source },
            ],
          },
          {
            calls: [
              {
                tool: 'Write',
                path: 'src/base/money.ts',
                text: `// Amounts in cents, and how people read them.\n\nexport type Money = number;\n\n${source.split('\n\n')[1] as string}\n`,
              },
              {
                tool: 'Bash',
                command: 'npm test --silent && git commit -qam "Move money out" && git log --oneline -1',
                why: 'Test and commit the first step',
                out: ` Tests  \u001b[32m${cast.many} passed\u001b[39m\n\u001b[33m${cast.commit}\u001b[m Move money out`,
              },
            ],
          },
          {
            say: 'Step 1 is in. Mail next: it is the only part that talks to the outside.',
            calls: [
              {
                tool: 'Edit',
                path: `src/${things}/index.ts`,
                file: source,
                before: `export async function send${Thing}(id: string): Promise<void> {\n  const found = await find(id);\n  await mail(found.customer, render(found));\n}`,
                after: `export { send${Thing} } from './send.ts';`,
              },
              {
                tool: 'Bash',
                command: 'npm test --silent',
                why: 'Test the second step',
                out: ` Tests  \u001b[31m1 failed\u001b[39m | \u001b[32m${cast.many - 1} passed\u001b[39m\n ReferenceError: render is not defined`,
                fails: 1,
              },
            ],
          },
          {
            think: '`render` was a private helper. It belongs with send.',
            say: '`render` was private to the old file and has to move along.',
            calls: [
              {
                tool: 'Bash',
                command: 'npm test --silent && git commit -qam "Move mail out"',
                why: 'Test and commit the second step',
                out: ` Tests  \u001b[32m${cast.many} passed\u001b[39m`,
              },
            ],
          },
          {
            say: `Two of four steps are done, each a commit of its own:\n\n- [x] money → \`src/base/money.ts\`\n- [x] mail → \`src/${things}/send.ts\`\n- [ ] storage\n- [ ] delete \`index.ts\`\n\nThe rest touches every import. Do you want to review what is there first?`,
          },
        ],
      },
      {
        prompt: 'Looks good, go on with storage and then delete index.ts.',
        exchanges: [
          {
            calls: [
              {
                tool: 'Grep',
                pattern: `from '\\.\\./${things}/index\\.ts'`,
                hits: ['src/web/list.ts', 'src/mail/digest.ts', 'src/cli/report.ts'],
              },
            ],
          },
          {
            calls: [
              {
                tool: 'Bash',
                command: `git rm -q src/${things}/index.ts && npx tsc --noEmit && npm test --silent`,
                why: 'Delete the old file and check',
                out: ` Tests  \u001b[32m${cast.many} passed\u001b[39m`,
              },
            ],
          },
          {
            say: `All four steps are done. \`index.ts\` is gone, three files import what they need directly, ${cast.many} tests pass after every commit.`,
          },
        ],
      },
    ],
  };
}
