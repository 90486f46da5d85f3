// A story: a page that takes seconds, and the index it was missing.
import type { Cast } from '../cast.ts';
import type { Story } from '../story.ts';

export function slowQuery(cast: Cast): Story {
  const { things } = cast;
  return {
    title: `Make the ${things} page fast`,
    branch: `perf/${things}-page`,
    turns: [
      {
        prompt: `The ${things} page takes ${cast.seconds} s for big customers. Find the slow part, measure before and after, change as little as possible.`,
        exchanges: [
          {
            think: 'Measure first. The tracker has traces; look at those before running explain.',
            calls: [
              {
                tool: 'Mcp',
                server: 'traces',
                name: 'slowest_spans',
                input: { route: `/${things}`, since: '24h' },
                answer: `span                      p50      p95      count\ndb.${things}.list       812 ms   ${cast.seconds} s   ${cast.many}\nrender                     21 ms    48 ms    ${cast.many}\nauth.session                2 ms     5 ms    ${cast.many}`,
              },
            ],
          },
          {
            say: 'It is the list query, and nothing else. What does the database do there?',
            calls: [
              {
                tool: 'Bash',
                command: `sqlite3 harbor.db "explain query plan select * from ${things} where customer = 7 order by created desc limit 50"`,
                why: 'Ask for the query plan',
                out: `QUERY PLAN\n|--SCAN ${things}\n\`--USE TEMP B-TREE FOR ORDER BY`,
              },
            ],
          },
          {
            think: 'Full scan and a sort. An index on (customer, created) serves both.',
            say: 'A full scan, then a sort in memory. One index serves the filter and the order at once.',
            calls: [
              {
                tool: 'Write',
                path: `migrations/0${cast.few}_${things}_by_customer.sql`,
                text: `create index ${things}_by_customer on ${things} (customer, created desc);\n`,
              },
              {
                tool: 'Bash',
                command: 'npm run --silent migrate && npm run --silent bench -- list',
                why: 'Apply the migration and measure',
                out: `applied 1 migration\n\nlist (customer 7, ${cast.many * 1000} rows)\n  before  812.4 ms\n  after     \u001b[32m3.${cast.few} ms\u001b[39m`,
              },
            ],
          },
          {
            say: `| | before | after |\n|---|---|---|\n| p50 | 812 ms | 3.${cast.few} ms |\n| rows read | ${cast.many * 1000} | 50 |\n| index size | – | ${cast.few}.1 MB |\n\nOne migration, no change in code. Writes get slower by about 0.1 ms each.`,
          },
        ],
      },
      {
        prompt: 'How long does the migration lock the table in production?',
        exchanges: [
          {
            say: `With ${cast.many * 1000} rows: under ${cast.few} seconds. Readers go on (write-ahead log), writers wait. I would run it at night all the same.`,
          },
        ],
      },
    ],
  };
}
