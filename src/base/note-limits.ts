// How much a note on a turn may hold, whoever writes it: the command line, the web app or a program that asks the server.

export const NOTE_LIMITS = {
  /** Characters of its text. */
  text: 10_000,
  /** Characters of one label. */
  label: 60,
  labels: 20,
} as const;
