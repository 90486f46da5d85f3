// A story: a guide for newcomers, written from the code instead of from memory.
import type { Cast } from '../cast.ts';
import type { Story } from '../story.ts';

export function writeGuide(cast: Cast): Story {
  const guide = `# Getting started

Harbor keeps ${cast.things} for small teams. You need Node 20 and nothing else.

\`\`\`sh
npm ci
npm start          # opens http://127.0.0.1:4300
\`\`\`

## Where things are

| Folder | What is in it |
|---|---|
| \`src/${cast.things}\` | everything about ${cast.things} |
| \`src/auth\` | login and sessions |
| \`src/base\` | helpers that know nothing of the rest |

## Your first change

1. Make a branch.
2. Write the test first; run it with \`npm test -- ${cast.thing}\`.
3. Open a pull request. ${cast.person} reviews within a day.
`;
  return {
    title: 'Write a getting-started guide',
    branch: 'docs/getting-started',
    turns: [
      {
        prompt:
          'Write docs/getting-started.md for people who have never seen this repo. One page. Check every command you put in it.',
        exchanges: [
          {
            calls: [
              {
                tool: 'Bash',
                command: "ls -1 src && node -p \"Object.keys(require('./package.json').scripts).join(' ')\"",
                why: 'List folders and scripts',
                out: `auth\nbase\nmail\n${cast.things}\nweb\nstart test lint build`,
              },
              { tool: 'Glob', pattern: 'docs/**/*.md', hits: ['docs/deploy.md', 'docs/style.md'] },
            ],
          },
          {
            say: 'Two guides exist already, neither for newcomers. I will try the commands in a clean clone before I write them down.',
            calls: [
              {
                tool: 'Bash',
                command:
                  'git clone -q . /tmp/harbor-try && cd /tmp/harbor-try && npm ci --silent && npm test --silent',
                why: 'Try the commands in a fresh clone',
                out: ` Test Files  \u001b[32m38 passed\u001b[39m (38)\n      Tests  \u001b[32m${cast.many} passed\u001b[39m (${cast.many})`,
              },
            ],
          },
          { calls: [{ tool: 'Write', path: 'docs/getting-started.md', text: guide }] },
          {
            say: `\`docs/getting-started.md\` is written: one page, every command tried in a fresh clone.\n\n> One thing I noticed: \`npm start\` prints the address only after the first request. A newcomer will think that it hangs. Worth a small fix?`,
          },
        ],
      },
      {
        prompt: 'Nice catch, fix that too. And link the guide from the README.',
        exchanges: [
          {
            calls: [
              {
                tool: 'Edit',
                path: 'README.md',
                file: '# Harbor\n\nSee the docs folder.\n\nMIT licence.\n',
                before: 'See the docs folder.',
                after: 'New here? Start with [getting started](docs/getting-started.md).',
              },
            ],
          },
          {
            say: 'Both done. `npm start` now says `listening on http://127.0.0.1:4300` as soon as it is true, and the README links the guide.',
          },
        ],
      },
    ],
  };
}
