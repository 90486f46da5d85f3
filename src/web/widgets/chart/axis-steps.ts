// Where an axis has its lines: round numbers, about as many as asked for.
export function axisSteps(most: number, wanted = 4): number[] {
  if (!(most > 0)) return [0];
  const rough = most / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power;
  const steps: number[] = [];
  for (let at = 0; at <= most; at += step) steps.push(at);
  return steps;
}

/** Turn numbers to write below an axis: the first, the last, and round ones that do not crowd them. */
export function turnMarks(first: number, last: number, room: number): number[] {
  const most = Math.max(2, Math.floor(room / 56));
  const step = [1, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000].find(
    (one) => (last - first) / one <= most,
  );
  const marks = [first];
  if (step !== undefined) {
    for (let at = Math.ceil((first + 1) / step) * step; at < last; at += step) {
      if (at - first > step / 2 && last - at > step / 2) marks.push(at);
    }
  }
  if (last > first) marks.push(last);
  return marks;
}
