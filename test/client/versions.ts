// The client versions the lab covers: one for each era of the format, one picked by date, and the newest that clew knows
// (by name, so that a release of the vendor's cannot turn our tests red overnight).
import { compareVersions } from '../../src/base/compare-versions.ts';
import { NEWEST_CLIENT } from '../../src/context/client-behaviour.ts';
import { newestVersion, versionByDate } from './install.ts';

const ERAS = ['1.0.60', '2.0.33', '2.0.64', '2.1.50', '2.1.100', '2.1.200'] as const;

/** Between the last era and the newest; CLEW_CLIENT_DATE picks another day. */
const DATE = '2026-08-15';

/** Those that clones must resume in, newest first: all of them, or for CI's sake some. */
export const JUDGES: readonly string[] = wantedVersions() ?? [
  NEWEST_CLIENT,
  '2.1.200',
  '2.1.100',
  '2.1.50',
  '2.0.64',
];
export const SOME_JUDGES: readonly string[] = wantedVersions() ?? [NEWEST_CLIENT, '2.1.100', '2.0.64'];

export const REPAIR_JUDGES: readonly string[] = SOME_JUDGES;

/** The versions, oldest first; CLEW_CLIENT_VERSIONS (with commas; `newest` asks the registry) takes their place. */
export async function labVersions(): Promise<readonly string[]> {
  const wanted = wantedVersions();
  if (wanted) return Promise.all(wanted.map((version) => (version === 'newest' ? newestVersion() : version)));
  const dated = await versionByDate(process.env.CLEW_CLIENT_DATE ?? DATE);
  return [...new Set([...ERAS, dated, NEWEST_CLIENT])].sort(compareVersions);
}

function wantedVersions(): string[] | undefined {
  return process.env.CLEW_CLIENT_VERSIONS?.split(',').map((version) => version.trim());
}
