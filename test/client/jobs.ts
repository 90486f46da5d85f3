// How many clients run at once unless a caller says otherwise.

/** Two, or CLEW_CLIENT_JOBS. Terminals mostly wait, so a quiet machine with two cores bears three or four. */
export function defaultJobs(): number {
  return Number(process.env.CLEW_CLIENT_JOBS ?? 2);
}
