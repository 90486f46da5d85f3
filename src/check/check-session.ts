// Checks one session against all rules and says what a resume would load of it.
import { type CheckedSession, type CheckInput, examineSession } from './checked-session.ts';
import { type CheckRule, compareFindings, type Finding, type Found } from './finding.ts';
import { chainRules } from './rules/chain-rules.ts';
import { contentRules } from './rules/content-rules.ts';
import { diskRules } from './rules/disk-rules.ts';
import { identityRules } from './rules/identity-rules.ts';
import { imageRules } from './rules/image-rules.ts';
import { lineRules } from './rules/line-rules.ts';
import { resumeRules } from './rules/resume-rules.ts';
import { sidecarRules } from './rules/sidecar-rules.ts';
import { toolRules } from './rules/tool-rules.ts';

export const CHECK_RULES: readonly CheckRule[] = [
  ...lineRules,
  ...chainRules,
  ...resumeRules,
  ...toolRules,
  ...contentRules,
  ...imageRules,
  ...identityRules,
  ...sidecarRules,
  ...diskRules,
];

/** For an agent's file beside its session: what is said of the session's own file is not said again. */
export const AGENT_RULES: readonly CheckRule[] = [
  ...lineRules,
  ...chainRules,
  ...toolRules,
  ...contentRules,
  ...identityRules,
];

/** What a check found, and what a resume would load. */
export interface SessionCheck {
  /** True where nothing found is an error. */
  readonly ok: boolean;
  /** The gravest first, then by line. */
  readonly problems: readonly Finding[];
  /** How many of the file's messages the newest client would load. */
  readonly resume: { readonly loads: number; readonly of: number };
}

/** Checks the lines of one session against all rules. */
export function checkSession(input: CheckInput, rules: readonly CheckRule[] = CHECK_RULES): SessionCheck {
  return checkExamined(examineSession(input), rules);
}

/** The same for a session that was examined already. */
export function checkExamined(
  checked: CheckedSession,
  rules: readonly CheckRule[] = CHECK_RULES,
): SessionCheck {
  const problems = rules.flatMap((rule) => rule.find(checked).map((found) => toFinding(rule, found)));
  const { loads, of } = checked.prediction;
  return {
    ok: problems.every(({ severity }) => severity !== 'error'),
    problems: problems.sort(compareFindings),
    resume: { loads, of },
  };
}

function toFinding(rule: CheckRule, { at, message, remedy, severity }: Found): Finding {
  return {
    rule: rule.id,
    severity: severity ?? rule.severity,
    line: at?.place.line ?? 0,
    offset: at?.place.offset ?? 0,
    message,
    remedy,
  };
}
