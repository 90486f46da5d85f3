// Numbers as people read them: 26,227 · 63.0 MB · 36 %.

export function formatCount(count: number): string {
  // The engine's own way loads a language first, and takes microseconds for each number of a table.
  return Number.isSafeInteger(count)
    ? String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
    : count.toLocaleString('en-US');
}

export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  // 999.95 and more would be shown as 1000.0: that is the next unit.
  while (size >= 999.95 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

/** Never 0 % of something nor 100 % of not quite all. */
export function formatShare(count: number, of: number): string {
  if (of === 0 || count === 0) return '0 %';
  const percent = Math.round((count / of) * 100);
  if (percent === 0) return '<1 %';
  return percent === 100 && count < of ? '>99 %' : `${percent} %`;
}

/** "1 line", "2 lines", "0 lines"; `many` for words whose plural is not an s. */
export function countOf(count: number, one: string, many: string = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
