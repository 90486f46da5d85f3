// Bands: which part of a conversation shall be shortened, and to what share of its tokens.
import { Refusal } from '../base/refusal.ts';

export interface Band {
  /** `share`: from and to are shares of the turns, 0 to 1. `turns`: numbers of turns, both included. */
  readonly unit: 'share' | 'turns';
  readonly from: number;
  readonly to: number;
  /** What shall be left of the tokens, 0 to 1. */
  readonly target: number;
  /** As a person wrote it. */
  readonly name: string;
}

/** What each level leaves of the tokens. */
const LEVELS: ReadonlyMap<string, number> = new Map([
  ['standard', 0.35],
  ['heavy', 0.1],
]);

export interface BandPreset {
  readonly name: string;
  readonly bands: string;
  readonly sentence: string;
}

export const BAND_PRESETS: readonly BandPreset[] = [
  { name: 'gentle', bands: '0-50:standard', sentence: 'the older half to about a third' },
  {
    name: 'usual',
    bands: '0-50:heavy,50-75:standard',
    sentence: 'the older half to a tenth, the next quarter to about a third',
  },
  { name: 'hard', bands: '0-90:heavy', sentence: 'all but the newest tenth to a tenth' },
];

/** Reads `0-50:heavy,50-75:standard`, `1..20:15%` or the name of a preset. */
export function readBands(text: string): Band[] {
  const preset = BAND_PRESETS.find(({ name }) => name === text.trim());
  const words = (preset?.bands ?? text)
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) throw new Refusal('bad-bands', 'No band was given.', HINT);
  const bands = words.map(readBand).sort((a, b) => a.from - b.from);
  if (new Set(bands.map(({ unit }) => unit)).size > 1) {
    throw new Refusal('mixed-bands', 'Bands are all of shares or all of turn numbers, not of both.', HINT);
  }
  for (const [i, band] of bands.entries()) {
    const next = bands[i + 1];
    if (next && (band.unit === 'share' ? next.from < band.to : next.from <= band.to)) {
      throw new Refusal('bands-overlap', `The bands ${band.name} and ${next.name} overlap.`, HINT);
    }
  }
  return bands;
}

const HINT = `Write bands as 0-50:heavy,50-75:standard (shares of the turns), as 1..20:heavy (turns), or name one of: ${BAND_PRESETS.map(({ name }) => name).join(', ')}.`;

const BAND = /^(\d+(?:\.\d+)?)%?\s*(-|\.\.)\s*(\d+(?:\.\d+)?)%?\s*:\s*([a-z]+|\d+(?:\.\d+)?%?)$/i;

function readBand(word: string): Band {
  const match = BAND.exec(word);
  if (!match) throw new Refusal('bad-bands', `"${word}" is no band.`, HINT);
  const [, first, sign, second, level] = match as unknown as [string, string, string, string, string];
  const [from, to] = [Number(first), Number(second)];
  const target = readLevel(level, word);
  if (sign === '..') {
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 1 || to < from) {
      throw new Refusal('bad-bands', `"${word}" does not name turns from 1 upwards.`, HINT);
    }
    return { unit: 'turns', from, to, target, name: word };
  }
  if (to > 100 || from >= to) {
    throw new Refusal('bad-bands', `"${word}" is not a part of 0 to 100 percent.`, HINT);
  }
  return { unit: 'share', from: from / 100, to: to / 100, target, name: word };
}

function readLevel(level: string, word: string): number {
  const named = LEVELS.get(level.toLowerCase());
  if (named !== undefined) return named;
  const percent = Number(level.replace('%', ''));
  if (percent >= 1 && percent <= 90) return percent / 100;
  throw new Refusal(
    'bad-level',
    `"${level}" in "${word}" is no level.`,
    `Levels: ${[...LEVELS.keys()].join(', ')}, or what shall be left in percent, 1 to 90.`,
  );
}
