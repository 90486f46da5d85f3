// Finds secrets in a text: by how tokens begin, by what stands around a credential, by telling names, and by secretlint's rules.
import { escapePattern } from '../base/escape-pattern.ts';
import { ASSIGNMENT_WORDS, findAssignments } from './assignment-rule.ts';
import { CREDENTIAL_RULES } from './credential-rules.ts';
import { type Finding, makeFinding } from './finding.ts';
import { isStandIn } from './looks-secret.ts';
import { findBySecretlint } from './secretlint-rules.ts';
import { type SecretRule, TOKEN_RULES } from './token-rules.ts';

// Most texts have no secret: one look for anything that could begin one spares them all rules.
const ANY_WORD = new RegExp(
  [
    ...[...TOKEN_RULES, ...CREDENTIAL_RULES]
      .flatMap(({ words }) => words)
      .filter((word) => word.length > 2)
      .map(escapePattern),
    'SK[0-9a-f]{8}',
    String.raw`[MNO][A-Za-z0-9]{23,27}\.`,
  ].join('|'),
);

/** No two overlap; in order of place. */
export function findSecrets(text: string): Finding[] {
  if (text.length < 8) return [];
  const own: Finding[] = [];
  let others: readonly Finding[] = [];
  if (ANY_WORD.test(text)) {
    for (const rule of TOKEN_RULES) find(text, rule, false, own);
    for (const rule of CREDENTIAL_RULES) find(text, rule, rule.judged, own);
    others = findBySecretlint(text).filter(({ start, end }) => !isExample(text.slice(start, end)));
  }
  if (ASSIGNMENT_WORDS.test(text)) for (const finding of findAssignments(text)) own.push(finding);
  // Own rules know the exact place: of a finding that both have, theirs counts.
  return withoutOverlaps(others, withoutOverlaps(own));
}

function find(text: string, rule: SecretRule, judged: boolean, found: Finding[]): void {
  if (!rule.words.some((word) => text.includes(word))) return;
  for (const match of text.matchAll(rule.pattern)) {
    const [start, end] = match.indices?.slice(1).find(Boolean) ?? match.indices?.[0] ?? [0, 0];
    const value = text.slice(start, end);
    if (judged ? isStandIn(value) : isExample(value)) continue;
    found.push(makeFinding(text, rule.kind, start, end));
  }
}

// Documentation has keys of the right shape that open nothing: those that say so, and those of few characters.
function isExample(value: string): boolean {
  if (value.startsWith('-----')) return false;
  return /example|x{6,}|\.{3}|your[-_]/i.test(value) || new Set(value).size < 8;
}

/** Those of `found` that overlap neither a kept one nor one of them that begins earlier, together with the kept. */
function withoutOverlaps(found: readonly Finding[], kept: readonly Finding[] = []): Finding[] {
  if (found.length === 0) return [...kept];
  const ranked = [
    ...kept.map((finding) => ({ finding, rank: -1 })),
    ...found.map((finding, rank) => ({ finding, rank })),
  ].sort((a, b) => a.finding.start - b.finding.start || a.rank - b.rank);
  const result: Finding[] = [];
  let nextKept = 0;
  for (const { finding, rank } of ranked) {
    while ((kept[nextKept]?.end ?? Number.POSITIVE_INFINITY) <= finding.start) nextKept++;
    const before = result.at(-1)?.end ?? 0;
    const ahead = rank < 0 ? Number.POSITIVE_INFINITY : (kept[nextKept]?.start ?? Number.POSITIVE_INFINITY);
    if (finding.start >= before && finding.end <= ahead) result.push(finding);
  }
  return result;
}
