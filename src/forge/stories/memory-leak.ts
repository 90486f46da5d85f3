// A story: a worker that grows until it is killed, and the listener that was never removed.
import type { Cast } from '../cast.ts';
import type { Story } from '../story.ts';

export function memoryLeak(cast: Cast): Story {
  const { things, Thing } = cast;
  const source = `import { bus } from '../base/bus.ts';

export class ${Thing}Worker {
  #pending = new Map<string, Job>();

  async run(job: Job): Promise<void> {
    bus.on('progress', (event) => this.#note(job, event));
    this.#pending.set(job.id, job);
    await work(job);
    this.#pending.delete(job.id);
  }
}
`;
  const heap = (mb: number): string =>
    Array.from({ length: 14 }, (_, n) => {
      const grown = mb + n * cast.few * 7;
      return `[${String(n * 5).padStart(3)} min] rss \u001b[3${n > 9 ? 1 : 3}m${grown} MB\u001b[39m  heap ${Math.round(grown * 0.8)} MB  jobs ${n * cast.many}`;
    }).join('\n');
  return {
    title: `Find the memory leak in the ${things} worker`,
    branch: 'fix/worker-leak',
    turns: [
      {
        prompt: `The ${things} worker is killed for memory every ${cast.few} hours (${cast.ticket}). Heap snapshots are in ./snapshots. Where does it leak?`,
        exchanges: [
          {
            think:
              'Start with the growth curve: is it linear in jobs or in time? Then look at what accumulates.',
            say: 'First: does it grow with time or with jobs?',
            calls: [
              {
                tool: 'Bash',
                command: 'node scripts/watch-memory.mjs --minutes 65',
                why: 'Watch memory while jobs run',
                out: heap(120),
              },
            ],
          },
          {
            say: 'It grows with jobs. Now what stays alive after a job.',
            calls: [
              {
                tool: 'Bash',
                command: 'node scripts/compare-snapshots.mjs snapshots/a.json snapshots/b.json --top 5',
                why: 'Compare two heap snapshots',
                out: `constructor        +count      +bytes\nclosure            +${cast.many * 40}     +38.1 MB\nJob                +${cast.many * 40}     +21.7 MB\nArray              +212        +1.1 MB\nstring             +1904       +0.4 MB\nMap                +1          +0.0 MB`,
              },
              { tool: 'Read', path: `src/${things}/worker.ts`, text: source },
            ],
          },
          {
            think:
              'As many closures as jobs: the listener on the bus captures the job and is never removed. Also if work throws, the pending entry stays. Both belong in finally.',
            say: 'Found it: one closure per job, kept alive by `bus.on`. The listener is never removed. And when `work` throws, the entry in `#pending` stays as well.',
            calls: [
              {
                tool: 'Edit',
                path: `src/${things}/worker.ts`,
                file: source,
                before: `    bus.on('progress', (event) => this.#note(job, event));
    this.#pending.set(job.id, job);
    await work(job);
    this.#pending.delete(job.id);`,
                after: `    const stop = bus.on('progress', (event) => this.#note(job, event));
    this.#pending.set(job.id, job);
    try {
      await work(job);
    } finally {
      stop();
      this.#pending.delete(job.id);
    }`,
              },
            ],
          },
          {
            calls: [
              {
                tool: 'Bash',
                command: 'node scripts/watch-memory.mjs --minutes 65',
                why: 'Watch memory again',
                out: heap(118).replace(/\d+ MB/g, '121 MB'),
              },
            ],
          },
          {
            say: `Memory is flat at 121 MB over ${cast.many * 13} jobs.\n\n- **Leak 1**: a listener per job, never removed.\n- **Leak 2**: jobs that failed stayed in \`#pending\`.\n\nBoth are in one \`finally\` now. A test runs 1,000 failing jobs and checks that the map is empty.`,
          },
        ],
      },
      {
        prompt: 'Could a lint rule have caught this?',
        exchanges: [
          {
            say: 'Not a generic one. But `bus.on` could return a disposable, and then:\n\n```ts\nusing _ = bus.on("progress", note);\n```\n\nForgetting it would be a compile error under `noUnusedLocals`. I would do that the next time someone touches `bus.ts`.',
          },
        ],
      },
    ],
  };
}
