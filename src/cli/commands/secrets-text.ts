// Tells of secrets: each once, with the places it stands in, and whether a model has seen it.

import { basename } from 'node:path';
import pc from 'picocolors';
import { countOf } from '../../base/format-number.ts';
import { groupBy } from '../../base/group-by.ts';
import { quoteWord } from '../../base/quote-word.ts';
import { stripToLine } from '../../base/strip-controls.ts';
import { textStart } from '../../base/text-start.ts';
import type { PlacedSecret, SentToModel } from '../../housekeeping/scan-secrets.ts';
import type { CliContext } from '../context.ts';
import { shortId } from '../short-id.ts';

export interface SecretGroup {
  readonly kind: string;
  readonly masked: string;
  /** The gravest of its places. */
  readonly sent: SentToModel;
  readonly places: readonly Omit<PlacedSecret, 'secret' | 'masked' | 'kind'>[];
}

/** Equal secrets are one; the secret itself is not in what comes out. */
export function groupSecrets(found: readonly PlacedSecret[]): SecretGroup[] {
  const groups = groupBy(found, ({ kind, secret }) => `${kind}\n${secret}`);
  return [...groups.values()].map((same) => {
    const { kind, masked } = same[0] as PlacedSecret;
    const sent =
      (['again', 'once', 'no'] as const).find((one) => same.some((place) => place.sent === one)) ?? 'no';
    const places = same.map(({ secret: _, masked: __, kind: ___, ...place }) => place);
    return { kind, masked, sent, places };
  });
}

const MOST_PLACES = 6;
const SENT: Readonly<Record<SentToModel, string>> = {
  again: 'a resume sends it to the model',
  once: 'was sent to the model',
  no: 'not sent to a model',
};

export function secretsText(groups: readonly SecretGroup[], sessions: number, context: CliContext): string {
  const { bold, dim, red, yellow } = pc.createColors(context.color);
  if (groups.length === 0) return `No secrets found in ${countOf(sessions, 'session')}.\n`;
  const lines: string[] = [];
  for (const { kind, masked, sent, places } of groups) {
    const paint = sent === 'again' ? red : sent === 'once' ? yellow : dim;
    lines.push(`${bold(kind)}  ${stripToLine(masked)}  ${paint(SENT[sent])}`);
    for (const place of places.slice(0, MOST_PLACES)) lines.push(`  ${placeText(place)}`);
    if (places.length > MOST_PLACES)
      lines.push(dim(`  … and ${countOf(places.length - MOST_PLACES, 'more place')} (see --json)`));
  }
  const holding = [...new Set(groups.flatMap(({ places }) => places.map(({ sessionId }) => sessionId)))];
  const name = holding.length === 1 ? quoteWord(shortId(holding[0] ?? '')) : 'SESSION';
  lines.push(
    '',
    `${countOf(groups.length, 'secret')} in ${countOf(holding.length, 'session')} of ${sessions}.`,
    `To take them out: clew secrets ${name} --scrub --backup DIR (or --no-backup)`,
  );
  return `${lines.join('\n')}\n`;
}

function placeText({ sessionId, file, line, field, sent }: SecretGroup['places'][number]): string {
  const id = stripToLine(shortId(sessionId));
  const name = stripToLine(basename(file));
  const where = name === `${sessionId}.jsonl` ? id : `${id} ${name}`;
  const parts = [`${where}${line === undefined ? '' : `:${line}`}`, textStart(stripToLine(field ?? ''), 80)];
  return [...parts.filter((part) => part !== ''), sent === 'no' ? '(not sent)' : ''].join('  ').trimEnd();
}
