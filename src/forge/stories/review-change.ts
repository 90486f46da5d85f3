// A story: reviewing someone else's change, with findings in order of weight.
import type { Cast } from '../cast.ts';
import type { Story } from '../story.ts';

export function reviewChange(cast: Cast): Story {
  const { person, things, Thing, thing } = cast;
  const diff = `diff --git a/src/${things}/archive.ts b/src/${things}/archive.ts
index ${cast.commit}..4be1a07 100644
--- a/src/${things}/archive.ts
+++ b/src/${things}/archive.ts
@@ -8,9 +8,14 @@ export async function archive${Thing}s(db: Database, before: Date) {
-  const rows = await db.all('select * from ${things} where created < ?', before);
-  for (const row of rows) await archiveOne(db, row);
+  const rows = await db.all(\`select * from ${things} where created < '\${before}'\`);
+  await Promise.all(rows.map((row) => archiveOne(db, row)));
   return rows.length;
 }
+
+export function isArchived(row: ${Thing}Row) {
+  return row.archived_at !== null;
+}`;
  return {
    title: `Review of ${person}'s archive change`,
    branch: `review/${cast.ticket.toLowerCase()}`,
    turns: [
      {
        prompt: `Please review ${person}'s branch against main. Be strict about correctness, relaxed about style.`,
        exchanges: [
          {
            calls: [
              {
                tool: 'Bash',
                command: 'git log --oneline main..HEAD && git diff main...HEAD --stat',
                why: 'See what the branch contains',
                out: `\u001b[33m${cast.commit}\u001b[m Archive ${things} in parallel\n\u001b[33m9f3ab21\u001b[m Add isArchived\n src/${things}/archive.ts | 9 \u001b[32m+++++++\u001b[m\u001b[31m--\u001b[m\n 1 file changed, 7 insertions(+), 2 deletions(-)`,
              },
              { tool: 'Bash', command: 'git diff main...HEAD', why: 'Read the change', out: diff },
            ],
          },
          {
            think: `The query now interpolates a Date: that is both an injection risk and wrong, since the Date becomes a local string. Promise.all over unbounded rows opens as many transactions. isArchived does not handle undefined for rows that predate the column.`,
            say: `## Review\n\n**Must change**\n1. The query builds SQL from a value. Beside the injection risk it is *wrong*: \`\${before}\` turns the date into something like \`Mon Mar 03 2025 …\`, which sorts as text. Bring the placeholder back.\n2. \`Promise.all\` over all rows starts one transaction per ${thing}. With ${cast.many * 100} rows that exhausts the pool. Use batches of ${cast.few * 10}.\n\n**Should change**\n3. \`isArchived\` is true for rows written before the column existed: \`undefined !== null\`. Use \`!= null\`.\n\n**Fine**\n- Names and placement.\n- No test for the empty case, but there was none before.\n\nI would not merge it yet.`,
          },
        ],
      },
      {
        prompt: `Write point 2 as a suggestion ${person} can apply.`,
        exchanges: [
          {
            say: `\`\`\`suggestion\n  for (const batch of chunks(rows, ${cast.few * 10})) {\n    await Promise.all(batch.map((row) => archiveOne(db, row)));\n  }\n\`\`\`\n\n\`chunks\` is in \`src/base/chunks.ts\`; it takes any array and a size.`,
          },
        ],
      },
    ],
  };
}
