// How long after its last line a session counts as live: a client that waits for a person or a tool writes nothing for minutes.

export const LIVE_MS: number = 5 * 60_000;
