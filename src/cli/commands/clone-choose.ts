// Asks a person at a terminal what to cut: shows what fills the window, offers cuts with what each leaves, and shows the plan.
import * as clack from '@clack/prompts';
import { Refusal } from '../../base/refusal.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { MAX_IMAGE_BYTES } from '../../check/rules/image-rules.ts';
import { adviseCut, MOST_ADVISED_BYTES } from '../../load/advise-cut.ts';
import { SIDE_SEEN } from '../../load/scale-images.ts';
import { formatTokens } from '../../render/format.ts';
import type { Thread } from '../../session/session.ts';
import { sessionTitle } from '../../session/titles.ts';
import { PRESETS } from '../../transform/presets.ts';
import type { Keyboard } from '../context.ts';
import type { AskedCuts } from './clone.ts';
import { describeFill, type Fill } from './clone-fill.ts';
import { readTokens } from './clone-options.ts';
import { SINGLE_CUTS, type SingleCut, singleCuts } from './single-cuts.ts';

/** Undefined where the person thought better of it; nothing was written then. `plan` tells of a cut without making it. */
export async function chooseCuts(
  keyboard: Keyboard,
  thread: Thread,
  plan: (cuts: AskedCuts) => Promise<string>,
): Promise<AskedCuts | undefined> {
  const fill = describeFill(thread);
  clack.intro(`Clone “${stripToLine(sessionTitle(thread.lines).title || 'session')}”`, keyboard);
  clack.note(fill.lines.join('\n'), fill.title, { ...keyboard, format: (line) => line });
  const offer = offerPresets(thread, fill);
  for (;;) {
    const cuts = await askCuts(keyboard, offer, fill);
    if (!cuts) return leave(keyboard);
    const text = await tryPlan(plan, cuts);
    if (text.refused) {
      clack.log.warn(text.words, keyboard);
      continue;
    }
    clack.note(text.words, 'The plan', { ...keyboard, format: (line) => line });
    const answer = await clack.select({
      ...keyboard,
      message: 'Make this copy?',
      options: [
        { value: 'make', label: 'Yes' },
        { value: 'again', label: 'Choose something else' },
        { value: 'leave', label: 'No, leave everything as it is' },
      ],
    });
    if (answer === 'make') {
      clack.outro('Making the copy.', keyboard);
      return cuts;
    }
    if (answer !== 'again') return leave(keyboard);
  }
}

function leave(keyboard: Keyboard): undefined {
  clack.cancel('Nothing was written.', keyboard);
}

interface Offer {
  readonly presets: readonly { readonly value: string; readonly label: string; readonly hint: string }[];
  /** What is chosen when a person just presses Enter. */
  readonly first: string | undefined;
}

function offerPresets(thread: Thread, { total, bytes }: Fill): Offer {
  const advised = bytes > MOST_ADVISED_BYTES ? undefined : adviseCut(thread);
  const advice = advised?.advice;
  const first = advice?.take === 'preset' ? advice.name : advice?.take === 'fit' ? 'fit' : undefined;
  return {
    presets: PRESETS.map(({ name, sentence }) => {
      const left = advised?.presets.find((preset) => preset.name === name)?.tokens;
      const enough = name === first ? ' · enough to go on with' : '';
      return { value: name, label: `${name}${leaves(left, total)}${enough}`, hint: sentence };
    }),
    first,
  };
}

function leaves(left: number | undefined, total: number): string {
  if (left === undefined) return '';
  return ` · ${left < total ? `${formatTokens(total)} → ${formatTokens(left)}` : `${formatTokens(left)} tokens`}`;
}

// A cut that cannot be made is said, and asked for again.
async function tryPlan(
  plan: (cuts: AskedCuts) => Promise<string>,
  cuts: AskedCuts,
): Promise<{ readonly words: string; readonly refused: boolean }> {
  try {
    return { words: (await plan(cuts)).trimEnd(), refused: false };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { words: [error.message, error.hint].filter(Boolean).join('\n'), refused: true };
  }
}

async function askCuts(
  keyboard: Keyboard,
  { presets, first }: Offer,
  fill: Fill,
): Promise<AskedCuts | undefined> {
  const way = await clack.select<string>({
    ...keyboard,
    message: 'What shall the copy be?',
    ...(first === undefined ? {} : { initialValue: first }),
    options: [
      ...presets,
      { value: 'fit', label: 'Fit a number of tokens …', hint: 'clew chooses the cuts, the gentlest first' },
      {
        value: 'single',
        label: 'Single cuts …',
        hint: 'tool calls, results, thinking, images, what lies beside',
      },
      { value: 'copy', label: 'Just copy', hint: 'the conversation as it would be resumed' },
    ],
  });
  if (clack.isCancel(way)) return undefined;
  if (way === 'copy') return { cuts: [] };
  if (way === 'fit') return askFit(keyboard, fill);
  if (way === 'single') return askSingle(keyboard);
  const preset = PRESETS.find(({ name }) => name === way);
  return preset && { cuts: [preset.cut] };
}

async function askFit(keyboard: Keyboard, { total }: Fill): Promise<AskedCuts | undefined> {
  const half = `${Math.max(1, Math.round(total / 2000))}k`;
  const text = await clack.text({
    ...keyboard,
    message: `How many tokens may a resume load? It is ${formatTokens(total)} now.`,
    placeholder: half,
    defaultValue: half,
    validate: (value) => {
      if (!value) return undefined;
      try {
        readTokens(value);
        return undefined;
      } catch (error) {
        return error instanceof Refusal ? `${error.message} ${error.hint ?? ''}` : String(error);
      }
    },
  });
  return clack.isCancel(text) ? undefined : { cuts: [], fit: readTokens(text) };
}

async function askSingle(keyboard: Keyboard): Promise<AskedCuts | undefined> {
  const chosen = await clack.multiselect<SingleCut>({
    ...keyboard,
    message: 'What goes?',
    options: SINGLE_CUTS.map(({ cut, label, hint }) => ({ value: cut, label, hint })),
    required: true,
  });
  if (clack.isCancel(chosen)) return undefined;
  let share = 1;
  if (chosen.includes('calls')) {
    const answer = await clack.select<number>({
      ...keyboard,
      message: 'The tool calls of which turns?',
      options: [
        { value: 0.5, label: 'The oldest half' },
        { value: 0.75, label: 'The oldest three quarters' },
        { value: 1, label: 'All' },
      ],
    });
    if (clack.isCancel(answer)) return undefined;
    share = answer;
  }
  return {
    cuts: [singleCuts(chosen, share)],
    ...(chosen.includes('scale') ? { images: { side: SIDE_SEEN, characters: MAX_IMAGE_BYTES } } : {}),
  };
}
