// What axe finds on a page that is serious or worse, as lines to read.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AppPage } from './open-app.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

export async function seriousViolations(page: AppPage): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const axe = (globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }).axe;
    return (await axe.run()).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => `${node.html} ${node.failureSummary ?? ''}`)
          .slice(0, 4)
          .join(' | ')}`,
    );
}
