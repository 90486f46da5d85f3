// The client versions the lab covers: one for each era of the format, the newest, and one picked by date.
import { compareVersions, newestVersion, versionByDate } from './install.ts';

const ERAS = ['1.0.60', '2.0.33', '2.0.64', '2.1.50', '2.1.100', '2.1.200'] as const;

/** Between the last era and the newest; CLEW_CLIENT_DATE picks another day. */
const DATE = '2026-08-15';

/** The versions, oldest first; CLEW_CLIENT_VERSIONS (with commas) takes their place. */
export async function labVersions(): Promise<readonly string[]> {
  const wanted = process.env.CLEW_CLIENT_VERSIONS;
  if (wanted) return wanted.split(',').map((version) => version.trim());
  const dated = await versionByDate(process.env.CLEW_CLIENT_DATE ?? DATE);
  return [...new Set([...ERAS, dated, await newestVersion()])].sort(compareVersions);
}
