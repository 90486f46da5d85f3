// One turn for each feature that is a thing the model does: the forge adds them to a story when they are asked for.
import type { Cast } from '../cast.ts';
import type { AgentCall, Call, Exchange, StoryTurn } from '../story.ts';

export function featureTurns(cast: Cast): Readonly<Record<string, StoryTurn>> {
  const { thing, things, Thing } = cast;
  const bash = (command: string, out: string): Call => ({
    tool: 'Bash',
    command,
    why: `Run ${command.split(' ')[0]}`,
    out,
  });
  const read = (path: string, text: string): Call => ({ tool: 'Read', path, text });
  const said = (say: string): Exchange => ({ say });
  // Getters where the text is long: it is only made when it is asked for.
  return {
    small: { prompt: 'Thanks. Anything left to do?', exchanges: [said(`No. ${cast.ticket} can be closed.`)] },
    other: {
      prompt: `Explain the difference between a ${thing} and its draft, in two sentences.`,
      exchanges: [
        {
          think: 'Short answer: state and visibility.',
          say: `A draft is a ${thing} that only its author sees and that may be incomplete. It becomes a ${thing} when it is submitted; from then on it is numbered and can only be changed by a correction.`,
        },
      ],
    },
    'parallel-tools': {
      prompt: `Which of our ${things} modules have no tests?`,
      exchanges: [
        {
          think: 'List sources, list tests, compare. Three independent lookups.',
          say: 'I will look at all three places at once.',
          calls: [
            {
              tool: 'Glob',
              pattern: `src/${things}/*.ts`,
              hits: [`src/${things}/list.ts`, `src/${things}/due.ts`],
            },
            bash('git ls-files "*.test.ts"', `src/${things}/list.test.ts`),
            read('vitest.config.ts', "export default { test: { include: ['src/**/*.test.ts'] } };\n"),
          ],
        },
        said(`Only \`src/${things}/due.ts\`. Everything else is covered.`),
      ],
    },
    get 'long-loop'(): StoryTurn {
      return {
        prompt: 'Make the whole test suite pass on Node 22. Keep going until it does.',
        exchanges: [
          ...Array.from({ length: 14 }, (_, n) => ({
            ...(n % 3 === 0 ? { think: `Attempt ${n + 1}: look at the first failure only.` } : {}),
            ...(n % 4 === 0 ? { say: `${14 - n} files still fail. Next one.` } : {}),
            calls: [
              bash(
                `npx vitest run --bail 1 part-${n + 1}`,
                ` \u001b[31m${14 - n} failed\u001b[39m | \u001b[32m${n * 3} passed\u001b[39m`,
              ),
            ],
          })),
          said('All files pass on Node 22.'),
        ],
      };
    },
    mcp: {
      prompt: `Set ${cast.ticket} to "in review" in the tracker.`,
      exchanges: [
        {
          calls: [
            {
              tool: 'Mcp',
              server: 'tracker',
              name: 'update_issue',
              input: { key: cast.ticket, state: 'review' },
              answer: `${cast.ticket}: open → review`,
            },
          ],
        },
        said(`${cast.ticket} is in review.`),
      ],
    },
    todos: {
      prompt: 'Make a list of what is left and start with the first item.',
      exchanges: [
        {
          calls: [
            {
              tool: 'Todo',
              items: [
                [`Validate ${thing} numbers`, 'in_progress'],
                ['Update the changelog', 'pending'],
                ['Tell support', 'pending'],
              ],
            },
          ],
        },
        said(`I started with the validation of ${thing} numbers.`),
      ],
    },
    web: {
      prompt: 'What does the RFC say about line ends in CSV?',
      exchanges: [
        {
          calls: [
            {
              tool: 'WebFetch',
              url: 'https://example.org/rfc4180',
              ask: 'Which line ends are required?',
              answer: 'Each record is on a separate line, delimited by CRLF. The last one may lack it.',
            },
          ],
        },
        said('CRLF after each record; the last one is optional.'),
      ],
    },
    question: {
      prompt: `Delete old ${things}.`,
      exchanges: [
        {
          calls: [
            {
              tool: 'AskUserQuestion',
              question: 'How old is old?',
              header: 'Age',
              options: [
                ['One year', 'Keeps the last audit'],
                ['Three years', 'Keeps what the law asks for'],
              ],
              answer: 'Three years',
            },
          ],
        },
        said(`I will only delete ${things} older than three years.`),
      ],
    },
    plan: {
      prompt: `Plan how to rename ${thing} to "entry" everywhere. Do not start yet.`,
      exchanges: [
        {
          think: 'Database last, API with an alias first.',
          calls: [
            {
              tool: 'ExitPlanMode',
              plan: `## Plan\n1. Alias in the API\n2. Rename \`${Thing}\` in code\n3. Migrate the table\n4. Remove the alias`,
            },
          ],
        },
        said('Approved. Starting with the alias.'),
      ],
    },
    skill: {
      prompt: 'Write the release notes.',
      exchanges: [
        {
          calls: [
            {
              tool: 'Skill',
              skill: 'release-notes',
              args: cast.to,
              body: 'Base directory for this skill: .claude/skills/release-notes\n\n# Release notes\n\nRead the merged changes. One line each, what it does for the user.',
            },
          ],
        },
        said(`## ${cast.to}\n\n- ${Thing} export as CSV\n- The list page is fast again`),
      ],
    },
    get 'large-result'(): StoryTurn {
      return {
        prompt: 'Print the whole access log, I want to see everything.',
        exchanges: [
          {
            calls: [
              bash(
                'cat access.log',
                Array.from(
                  { length: 620 },
                  (_, n) =>
                    `10.0.${n % 7}.${n % 250} - - [03/Mar/2025:10:${String(n % 60).padStart(2, '0')}:00] "GET /${things}/${n}" 200 ${n * 31}`,
                ).join('\n'),
              ),
            ],
          },
          said('620 requests, all of them answered with 200.'),
        ],
      };
    },
    get 'long-file'(): StoryTurn {
      return {
        prompt: `Is there anything odd in src/${things}/generated.ts?`,
        exchanges: [
          { calls: [read(`src/${things}/generated.ts`, generatedCode(cast))] },
          said('Nothing odd: it is one field after another, as the generator writes them.'),
        ],
      };
    },
    'failing-tool': {
      prompt: 'Does the build still work?',
      exchanges: [
        {
          calls: [
            {
              tool: 'Bash',
              command: 'npm run build',
              why: 'Build',
              out: `src/web/list.ts(12,3): error TS2304: Cannot find name '${Thing}Row'.`,
              fails: 2,
            },
          ],
        },
        said(`No: \`${Thing}Row\` is not imported in \`src/web/list.ts\`. One missing line.`),
      ],
    },
    images: {
      prompt: 'These two screenshots should look the same. Do they?',
      images: 2,
      exchanges: [said('Almost: the second one has 4 pixels more space above the title.')],
    },
    agent: agentTurn(cast, {}),
    'background-agent': agentTurn(cast, { background: true }),
    'missing-agent': agentTurn(cast, { missing: true }),
    'nested-agent': {
      prompt: 'Let an agent audit the permissions, it may use helpers of its own.',
      exchanges: [
        {
          calls: [
            {
              ...auditAgent(cast),
              description: 'Audit with helpers',
              exchanges: [{ say: 'I will send one helper ahead.', calls: [auditAgent(cast)] }],
            },
          ],
        },
        said('The audit is done: two routes lack a check.'),
      ],
    },
  };
}

function agentTurn(cast: Cast, how: Partial<AgentCall>): StoryTurn {
  return {
    prompt: 'Have an agent check which routes lack a permission check.',
    exchanges: [
      { think: 'A bounded search: good for a sub-agent.', calls: [{ ...auditAgent(cast), ...how }] },
      {
        say: how.background
          ? 'The agent is on it; I will report when it is done.'
          : 'Two routes lack the check; I listed them above.',
      },
    ],
  };
}

function auditAgent(cast: Cast): AgentCall {
  return {
    tool: 'Agent',
    kind: 'general-purpose',
    description: 'Audit permission checks',
    prompt: `Go through all routes of src/${cast.things} and src/web. For each one say whether it calls requirePermission. Report only those that do not.`,
    exchanges: [
      {
        think: 'Grep for routes, then for the check.',
        calls: [
          {
            tool: 'Grep',
            pattern: 'routes\\.(get|post)',
            hits: [`src/${cast.things}/routes.ts`, 'src/web/routes.ts'],
          },
        ],
      },
      {
        say: 'Reading both files.',
        calls: [
          {
            tool: 'Read',
            path: 'src/web/routes.ts',
            text: "routes.get('/', home);\nroutes.post('/theme', setTheme);\n",
          },
        ],
      },
    ],
    report: '- `GET /` has no check (public, fine)\n- `POST /theme` has no check',
  };
}

function generatedCode(cast: Cast): string {
  const fields = ['id', 'customer', 'created', 'changed', 'total', 'note', 'state', 'owner', 'due', 'number'];
  const lines = Array.from({ length: 330 + cast.few * 10 }, (_, n) => {
    const field = `${fields[n % fields.length]}${n}`;
    return `  ${field}: { type: '${n % 3 === 0 ? 'text' : 'number'}', required: ${n % 2 === 0}, label: '${cast.Thing} ${field}' },`;
  });
  return `export const ${cast.thing}Fields = {\n${lines.join('\n')}\n};\n`;
}
