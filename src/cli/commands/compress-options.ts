// The flags of `clew compress` that `clew clone` has not, and what they mean.
import { formatCount } from '../../base/format-number.ts';
import { Refusal } from '../../base/refusal.ts';
import { PROVIDERS, type ProviderChoice } from '../../compress/choose-provider.ts';
import { RETRIES, type RetryOptions } from '../../compress/with-retry.ts';
import { BAND_PRESETS, readBands } from '../../transform/compress-bands.ts';
import { PROTECTED_TURNS } from '../../transform/compress-place.ts';
import type { CompressChoice } from '../../transform/compress-plan.ts';
import type { UnitKind } from '../../transform/compress-unit.ts';
import { type CommandInput, type FlagSpec, textFlag } from '../command.ts';
import { readCount, splitWords } from '../read-flags.ts';

const AT_LEAST = 100;
/** A day. */
const MOST_SECONDS = 86_400;

export const COMPRESS_FLAGS: readonly FlagSpec[] = [
  {
    flags: '--bands <bands>',
    text: `which turns, and what is left of them: 0-50:heavy,50-75:standard (shares), 1..20:15% (turns), or ${BAND_PRESETS.map(({ name }) => name).join(', ')} (default usual)`,
  },
  {
    flags: '--what <kinds>',
    text: 'what is shortened, with commas: answers, prompts, results; or turns (default answers,results)',
  },
  {
    flags: '--as-compaction',
    text: "one summary behind a boundary, as the client's own compaction; older turns stay in the file",
  },
  { flags: '--at-least <tokens>', text: `leave shorter texts alone (default ${AT_LEAST})` },
  { flags: '--protect <n>', text: `never touch the newest n turns (default ${PROTECTED_TURNS})` },
  {
    flags: '--provider <name>',
    text: 'who shortens: offline needs no model and sends nothing; anthropic is the Messages API, claude the installed client, openai any compatible endpoint (default offline, or anthropic where ANTHROPIC_API_KEY is set)',
    choices: PROVIDERS,
  },
  { flags: '--model <name>', text: 'the model to ask' },
  { flags: '--base-url <url>', text: 'the address of the endpoint' },
  { flags: '--key-env <name>', text: 'the variable that holds its key' },
  { flags: '--concurrency <n>', text: 'requests at once' },
  { flags: '--timeout <seconds>', text: 'how long one request may take (default 120)' },
  { flags: '--tries <n>', text: 'how often a request is tried that fails for a passing reason (default 4)' },
  { flags: '--no-cache', text: 'neither use nor keep results of earlier runs' },
  { flags: '--report <file>', text: 'write every text before and after, side by side, as Markdown' },
];

const KINDS: Readonly<Record<string, UnitKind>> = {
  __proto__: null as never,
  answers: 'answer',
  prompts: 'prompt',
  results: 'result',
  turns: 'turns',
};

export function readCompress(input: CommandInput): Omit<CompressChoice, 'tokenizer'> {
  const asCompaction = input.flags.asCompaction === true;
  const kinds = textFlag(input, 'what');
  if (asCompaction && kinds !== undefined && kinds.trim() !== 'turns') {
    throw new Refusal(
      'two-ways',
      'A compaction is made of whole turns.',
      'Leave out --what or --as-compaction.',
    );
  }
  return {
    bands: readBands(textFlag(input, 'bands') ?? 'usual'),
    what: readKinds(kinds ?? (asCompaction ? 'turns' : 'answers,results')),
    atLeast: readCount(input, 'atLeast') ?? AT_LEAST,
    protect: readCount(input, 'protect'),
    asCompaction,
    keepThinking: textFlag(input, 'thinking') === 'keep',
    markers: input.flags.markers === true,
  };
}

function readKinds(text: string): ReadonlySet<UnitKind> {
  const known = Object.keys(KINDS).join(', ');
  const kinds = splitWords(text).map((word) => {
    const kind = KINDS[word] ?? KINDS[`${word}s`];
    if (kind) return kind;
    throw new Refusal('unknown-kind', `“${word}” cannot be shortened.`, `What can: ${known}.`);
  });
  if (kinds.length === 0)
    throw new Refusal('unknown-kind', 'Nothing was named to be shortened.', `What can: ${known}.`);
  if (kinds.includes('turns') && kinds.length > 1) {
    throw new Refusal('two-ways', 'Whole turns include all that is in them.', 'Give --what turns alone.');
  }
  return new Set(kinds);
}

export function readProvider(input: CommandInput, env: ProviderChoice['env']): ProviderChoice {
  const seconds = readCount(input, 'timeout');
  const concurrency = readCount(input, 'concurrency');
  if (concurrency === 0 || (concurrency ?? 0) > 64)
    throw new Refusal('bad-number', `${concurrency} requests at once are not possible.`, 'Give 1 to 64.');
  // Beyond three weeks an engine's timer goes off at once.
  if (seconds !== undefined && (seconds < 1 || seconds > MOST_SECONDS))
    throw new Refusal(
      'bad-number',
      `A request is not given ${formatCount(seconds)} seconds.`,
      `Give 1 to ${formatCount(MOST_SECONDS)}.`,
    );
  return {
    name: textFlag(input, 'provider'),
    model: textFlag(input, 'model'),
    baseUrl: textFlag(input, 'baseUrl'),
    keyEnv: textFlag(input, 'keyEnv'),
    concurrency,
    timeout: seconds === undefined ? undefined : seconds * 1000,
    tries: readCount(input, 'tries'),
    env,
  };
}

export function readRetries(input: CommandInput): RetryOptions {
  const tries = readCount(input, 'tries') ?? RETRIES.tries;
  if (tries > 0) return { ...RETRIES, tries };
  throw new Refusal('bad-number', 'A request is tried at least once.', 'Give --tries 1 or more.');
}
