// Reads the filters out of what was typed into the search box: `project:api since:30d "401" retry`.

export interface SearchWords {
  readonly words: string;
  readonly filters: readonly { readonly name: string; readonly value: string }[];
  readonly project?: string;
  readonly tool?: string;
  readonly model?: string;
  readonly kind?: string;
  readonly branch?: string;
  readonly since?: number;
  readonly until?: number;
}

const FILTER = /(?:^|\s)(project|tool|model|kind|branch|since|until):("[^"]*"|\S+)/g;

/** A filter inside quotes is looked for as it stands: it has no space before it. */
export function readWords(text: string, now: number): SearchWords {
  const filters: { name: string; value: string }[] = [];
  const read: Record<string, string | number> = {};
  const words = text
    .replace(FILTER, (whole, name: string, quoted: string) => {
      const value = quoted.replace(/^"|"$/g, '');
      if (name === 'since' || name === 'until') {
        const time = readTime(value, now, name === 'until');
        if (time === undefined) return whole;
        read[name] = time;
      } else read[name] = value;
      filters.push({ name, value });
      return ' ';
    })
    .replace(/\s+/g, ' ')
    .trim();
  return { ...read, words, filters };
}

const UNITS: Readonly<Record<string, number>> = {
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
  m: 2_592_000_000,
  y: 31_536_000_000,
};

/** `30d`, `2w`, or a day such as `2026-11-14`, of this machine's clock: `end` means the midnight behind it, as for `clew search --until`. */
function readTime(text: string, now: number, end: boolean): number | undefined {
  const [, count, unit] = /^(\d{1,5})([hdwmy])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return now - Number(count) * (UNITS[unit] as number);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (day !== undefined) {
    const found = new Date(Number(year), Number(month) - 1, Number(day));
    // The 31st of a month that has none is no day.
    if (found.getDate() !== Number(day)) return undefined;
    return end ? found.setDate(found.getDate() + 1) : found.getTime();
  }
  const time = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
