// A story: agents look around in a codebase nobody knows any more.
import type { Cast } from '../cast.ts';
import type { AgentCall, Story } from '../story.ts';

export function exploreCodebase(cast: Cast): Story {
  return {
    title: 'Find out how notifications work',
    branch: 'main',
    turns: [
      {
        prompt: `Nobody here knows how notifications are sent since ${cast.person} left. Find out and draw me the path from "${cast.thing} is due" to the mail in the inbox.`,
        exchanges: [
          {
            think:
              'Two independent questions: what triggers, and what sends. Two agents can look in parallel.',
            say: 'Two agents can look at both ends at once.',
            calls: [triggerAgent(cast), senderAgent(cast)],
          },
          {
            say: `This is the path:\n\n\`\`\`\n${cast.thing} is due\n  → cron, every 5 minutes   src/jobs/due.ts\n  → table "outbox"          one row per mail, unique by (${cast.thing}, day)\n  → mail worker             src/mail/worker.ts, batches of ${cast.few * 10}\n  → SMTP\n\`\`\`\n\nThe outbox makes it safe to run the cron twice: the unique key drops the second row. Nothing else retries, so a mail that SMTP refuses is lost.`,
          },
        ],
      },
      {
        prompt: 'Lost? Can you show me where?',
        exchanges: [
          {
            calls: [
              {
                tool: 'Read',
                path: 'src/mail/worker.ts',
                text: 'for (const row of await takeBatch()) {\n  try {\n    await smtp.send(row);\n  } catch (error) {\n    log.warn(error);\n  }\n  await markSent(row.id);\n}\n',
              },
            ],
          },
          {
            say: '`markSent` is outside the `try`: a row that failed is marked as sent too. Moving that line up by two fixes it.',
          },
        ],
      },
    ],
  };
}

function triggerAgent(cast: Cast): AgentCall {
  return {
    tool: 'Agent',
    kind: 'Explore',
    description: 'Find what triggers mails',
    prompt: `Find every place that decides that a mail about a ${cast.thing} must be sent. Report files, functions and conditions. Do not change anything.`,
    exchanges: [
      {
        calls: [
          { tool: 'Grep', pattern: 'outbox|sendMail', hits: ['src/jobs/due.ts', 'src/mail/outbox.ts'] },
        ],
      },
      {
        calls: [
          {
            tool: 'Read',
            path: 'src/jobs/due.ts',
            text: `export async function noteDue(now: Date) {\n  for (const row of await due${cast.Thing}s(now)) await outbox.add(row.id, day(now));\n}\n`,
          },
          {
            tool: 'Bash',
            command: 'crontab -l',
            why: 'See when jobs run',
            out: '*/5 * * * * node dist/jobs/due.js',
          },
        ],
      },
    ],
    report: `Mails start in \`src/jobs/due.ts\`: a cron job runs every 5 minutes, takes ${cast.things} whose date has passed and adds one row each to the outbox.`,
  };
}

function senderAgent(cast: Cast): AgentCall {
  return {
    tool: 'Agent',
    kind: 'Explore',
    description: 'Find what sends mails',
    prompt:
      'Find the code that talks to the mail server, how it gets its work, and what it does on failure. Do not change anything.',
    exchanges: [
      {
        calls: [
          { tool: 'Glob', pattern: 'src/mail/*.ts', hits: ['src/mail/outbox.ts', 'src/mail/worker.ts'] },
        ],
      },
      {
        think: 'The worker is short, read it whole.',
        calls: [
          {
            tool: 'Grep',
            pattern: 'takeBatch',
            content: true,
            hits: ['src/mail/worker.ts:4:for (const row of await takeBatch()) {'],
          },
        ],
      },
    ],
    report: `\`src/mail/worker.ts\` takes batches of ${cast.few * 10} from the outbox and sends them by SMTP. On failure it logs a warning and goes on.`,
  };
}
