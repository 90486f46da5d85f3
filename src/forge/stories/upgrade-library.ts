// A story: a major upgrade of a dependency, read from its changelog and done in small steps.
import type { Cast } from '../cast.ts';
import type { Story } from '../story.ts';

export function upgradeLibrary(cast: Cast): Story {
  const { library, from, to } = cast;
  const manifest = `{\n  "name": "harbor",\n  "private": true,\n  "dependencies": {\n    "${library}": "${from}",\n    "hono": "4.6.3"\n  }\n}\n`;
  return {
    title: `Upgrade ${library} to ${to}`,
    branch: `chore/${library}-${to.split('.')[0]}`,
    turns: [
      {
        prompt: `Upgrade ${library} from ${from} to ${to}. Read the migration notes first and tell me what will break before you change anything.`,
        exchanges: [
          {
            think: 'They want a plan before changes. Fetch the notes, count the call sites, then report.',
            calls: [
              {
                tool: 'WebFetch',
                url: `https://example.org/${library}/migrating-to-${to.split('.')[0]}`,
                ask: 'List every breaking change with its replacement',
                answer: `Breaking changes in ${to}:\n\n- \`parse()\` returns \`undefined\` instead of throwing\n- the default export is gone, use named imports\n- Node 16 is no longer supported\n- \`strict\` is on by default`,
              },
              {
                tool: 'Grep',
                pattern: `from '${library}'`,
                content: true,
                hits: [
                  `src/calendar/week.ts:3:import kit from '${library}';`,
                  `src/mail/digest.ts:1:import kit from '${library}';`,
                  `src/${cast.things}/due.ts:2:import { parse } from '${library}';`,
                ],
              },
            ],
          },
          {
            say: `Three files use it. What breaks for us:\n\n| Change | Where | Work |\n|---|---|---|\n| no default export | \`week.ts\`, \`digest.ts\` | change the import |\n| \`parse()\` no longer throws | \`due.ts\` | check for \`undefined\` |\n| \`strict\` by default | everywhere | run the tests and see |\n| Node 16 | – | we are on 20 |\n\nI expect half an hour of work. Go ahead?`,
          },
        ],
      },
      {
        prompt: 'Go ahead.',
        exchanges: [
          {
            calls: [
              {
                tool: 'Edit',
                path: 'package.json',
                file: manifest,
                before: `"${library}": "${from}"`,
                after: `"${library}": "${to}"`,
              },
              {
                tool: 'Bash',
                command: 'npm install',
                why: 'Install the new version',
                out: `\nchanged 1 package, and audited 214 packages in ${cast.few}s\n\nfound \u001b[32m\u001b[1m0\u001b[22m\u001b[39m vulnerabilities`,
              },
            ],
          },
          {
            calls: [
              {
                tool: 'Bash',
                command: 'npx tsc --noEmit',
                why: 'Let the compiler find the call sites',
                out: `src/calendar/week.ts(3,8): error TS1192: Module '"${library}"' has no default export.\nsrc/mail/digest.ts(1,8): error TS1192: Module '"${library}"' has no default export.\nsrc/${cast.things}/due.ts(14,9): error TS2532: Object is possibly 'undefined'.`,
                fails: 2,
              },
            ],
          },
          {
            say: 'Exactly the three places from the table. Fixing them one by one.',
            calls: [
              {
                tool: 'Edit',
                path: `src/${cast.things}/due.ts`,
                file: `import { addDays } from './days.ts';\nimport { parse } from '${library}';\n\nexport function dueDate(text: string): Date {\n  const date = parse(text);\n  return addDays(date, 30);\n}\n`,
                before: '  const date = parse(text);\n  return addDays(date, 30);',
                after:
                  "  const date = parse(text);\n  if (!date) throw new Refusal('bad-date', 'That is not a date.');\n  return addDays(date, 30);",
              },
            ],
          },
          {
            calls: [
              {
                tool: 'Bash',
                command: 'npx tsc --noEmit && npm test --silent',
                why: 'Compile and test',
                out: ` Test Files  \u001b[32m41 passed\u001b[39m (41)\n      Tests  \u001b[32m${cast.many} passed\u001b[39m (${cast.many})\n   Duration  ${cast.seconds}s`,
              },
            ],
          },
          {
            say: `${library} is at ${to}, everything compiles and all ${cast.many} tests pass. The only change in behaviour: a bad date is now refused with a sentence instead of a stack trace.`,
          },
        ],
      },
    ],
  };
}
