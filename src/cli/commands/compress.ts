// `clew compress`: a clone whose old turns are shortened, by a model or without one.
import { randomUUID } from 'node:crypto';
import { encodeUtf8 } from '../../base/bytes.ts';
import type { JsonObject } from '../../base/json.ts';
import { chooseProvider } from '../../compress/choose-provider.ts';
import { type Compressed, type CompressOptions, compressSession } from '../../compress/compress-session.ts';
import { reportMarkdown } from '../../compress/report-markdown.ts';
import { dataDir } from '../../disk/data-dir.ts';
import { resolvePath } from '../../disk/machine.ts';
import { writeFileAtomically } from '../../disk/write-file.ts';
import { priceClone } from '../../load/clone-cost.ts';
import { sweepLeftovers } from '../../load/sweep-leftovers.ts';
import { pickBranch } from '../../render/pick-branch.ts';
import { type CommandInput, type CommandSpec, textFlag } from '../command.ts';
import type { CliContext } from '../context.ts';
import { jsonText } from '../json-text.ts';
import { openSelected } from '../open-selected.ts';
import { ProgressLine } from '../progress-line.ts';
import { readTitle } from '../read-flags.ts';
import { readPrices } from '../read-prices.ts';
import { prepareCuts, readAsked } from './clone.ts';
import { COPY_FLAGS, CUT_FLAGS, readUncompact } from './clone-options.ts';
import { askConsent } from './compress-consent.ts';
import { COMPRESS_FLAGS, readCompress, readProvider, readRetries } from './compress-options.ts';
import { compressText } from './compress-text.ts';
import { refuseExisting } from './refuse-existing.ts';

export const compressCommand: CommandSpec = {
  name: 'compress',
  args: '[selector]',
  summary: 'make a resumable copy whose old turns are shortened, by a model or without one',
  description:
    'Makes a copy of a session whose old turns keep their meaning in a tenth or a third of their tokens. Shares are of the ' +
    'turns that a resume loads. Without a model configured, sentences are picked on this machine and nothing is sent. ' +
    'With one, what leaves the machine and to whom is said first and needs your yes; secrets are masked. Results are kept, ' +
    'so that a second run is free and an interrupted one goes on. All cuts of "clew clone" can be combined with it and come ' +
    'first. The source is never written.',
  flags: [
    ...COMPRESS_FLAGS,
    ...CUT_FLAGS,
    { flags: '--fit <tokens>', text: 'after that, cut until a resume loads no more than this: 120k' },
    ...COPY_FLAGS,
    { flags: '--dry-run', text: 'only say what would be asked, sent and saved: requests, tokens, money' },
    { flags: '-y, --yes', text: 'agree to what is sent, without being asked' },
  ],
  examples: [
    ['clew compress', 'the newest session, the older three quarters shortened'],
    ['clew compress a1b2c3 --bands 0-50:heavy,50-75:standard --dry-run', 'what that would ask and cost'],
    [
      'clew compress a1b2c3 --provider claude --report before-after.md',
      'by the installed client, with a report',
    ],
    [
      'clew compress a1b2c3 --provider openai --base-url http://localhost:11434/v1 --model qwen3',
      'by a model on this machine',
    ],
    ['clew compress a1b2c3 --what turns --bands 0-80:heavy', 'old turns become one summary turn'],
    [
      'clew compress a1b2c3 --as-compaction --bands 0-75:heavy',
      "in the manner of the client's own compaction",
    ],
    ['clew compress a1b2c3 --thinking remove --truncate-results 4000', 'with the cuts of clew clone'],
  ],
  run: runCompress,
};

async function runCompress(context: CliContext, typed: CommandInput): Promise<number> {
  const { uncompact, input } = readUncompact(typed);
  const compress = readCompress(input);
  const provider = chooseProvider(readProvider(input, context.env));
  const asked = readAsked(withoutMarkers(input));
  const branch = textFlag(input, 'branch');
  const { machine, selection, session: open } = await openSelected(context, input, 'latest');
  const report = textFlag(input, 'report');
  const reportFile = report === undefined ? undefined : resolvePath(report, machine);
  // Before anything is paid for.
  if (reportFile !== undefined) await refuseExisting(reportFile);
  const title = readTitle(input);
  const prices = await readPrices(context, input);
  const options: Omit<CompressOptions, 'signal' | 'onProgress'> = {
    compress,
    provider,
    agree: (estimate) => askConsent(context, input, estimate),
    noCache: input.flags.cache === false,
    retry: readRetries(input),
    prices,
    cuts: await prepareCuts(open.thread, asked),
    ...(asked.fit === undefined ? {} : { fit: asked.fit }),
    ...(uncompact === undefined ? {} : { uncompact }),
    ...(branch === undefined ? {} : { leaf: pickBranch(open.thread.branches, branch).leaf.uuid }),
    ...(title === undefined ? {} : { title }),
    dryRun: input.flags.dryRun === true,
    asked: input.flags as JsonObject,
    dataDir: dataDir(machine),
    now: context.now,
    newUuid: randomUUID,
  };
  if (!options.dryRun) await sweepLeftovers(open.file, options.dataDir, context.now());
  const done = await withProgress(context, input, (live) =>
    compressSession(open, selection, { ...options, ...live }),
  );
  if (reportFile !== undefined) await writeReport(reportFile, done);
  const cost = options.dryRun ? priceClone(open.thread, done.report.tokens, prices) : undefined;
  await context.print(input.json ? jsonText(done.report) : compressText(done.report, context.cwd, cost));
  return 0;
}

// Markers can be of shortened texts alone; to the cuts they are of removed calls.
function withoutMarkers(input: CommandInput): CommandInput {
  return textFlag(input, 'tools') === 'remove'
    ? input
    : { ...input, flags: { ...input.flags, markers: undefined } };
}

async function writeReport(file: string, { report, outcomes }: Compressed): Promise<void> {
  const chunks = [...reportMarkdown(report, outcomes)].map(encodeUtf8);
  await writeFileAtomically(file, chunks);
}

const BAR = 20;

/** The first Ctrl-C ends the run in order, a second one at once. */
async function withProgress<T>(
  context: CliContext,
  input: CommandInput,
  work: (live: Pick<CompressOptions, 'signal' | 'onProgress'>) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const interrupt = () => stop.abort(new Error('interrupted'));
  const progress = new ProgressLine(context, input);
  const onProgress = (done: number, of: number) =>
    progress.show(() => {
      const full = Math.round((BAR * done) / Math.max(1, of));
      return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${done} of ${of} texts`;
    });
  process.once('SIGINT', interrupt);
  try {
    return await work({ signal: stop.signal, onProgress });
  } finally {
    process.removeListener('SIGINT', interrupt);
    progress.clear();
  }
}
