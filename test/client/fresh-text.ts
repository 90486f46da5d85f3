// The one list of texts that a client adds afresh when it resumes, so that they are no part of the transcript.

export interface Fresh {
  /** How the text begins, inside its `<system-reminder>` or, in a role-system message, without the tags. */
  readonly head: RegExp;
  /**
   * `head`: in the first user message. `tail`: in the last user message or after it. Elsewhere the same words
   * come from entries of the session (attachments) and are transcript.
   */
  readonly where: 'head' | 'tail';
  /** True when it also comes as a text block of its own without the tags. */
  readonly bare?: boolean;
  /** Lab versions it was seen in: 1.0.60, 2.0.33, 2.0.64, 2.1.50, 2.1.100, 2.1.200, 2.1.233, 2.1.325. */
  readonly seen: string;
}

export const FRESH: readonly Fresh[] = [
  // Not in 2.0.33 and 2.0.64, which send it only when there is a CLAUDE.md; in 2.1.325 the date stands at the tail.
  {
    where: 'head',
    head: /As you answer the user's questions, you can use the following context:/,
    seen: '1.0.60, 2.1.50–2.1.233',
  },
  { where: 'tail', head: /The TodoWrite tool hasn't been used recently\./, seen: '1.0.60–2.1.100' },
  { where: 'tail', head: /The task tools haven't been used recently\./, seen: '2.1.200–2.1.325' },
  {
    where: 'tail',
    head: /The following skills are available for use with the Skill tool:/,
    seen: '2.1.50–2.1.325',
  },
  { where: 'tail', head: /The following MCP servers have disconnected\./, seen: '2.1.100–2.1.325' },
  { where: 'tail', head: /Available agent types for the Agent tool:/, seen: '2.1.200–2.1.325' },
  // Where the session holds a listing with others.
  { where: 'tail', head: /New agent types are now available for the Agent tool:/, seen: '2.1.325' },
  { where: 'tail', head: /The following agent types are no longer available:/, seen: '2.1.200–2.1.325' },
  { where: 'tail', head: /<total_tokens>\d+ tokens left<\/total_tokens>/, seen: '2.1.233, 2.1.325' },
  {
    where: 'tail',
    head: /The following deferred tools are (?:now|no longer) available/,
    seen: '2.1.325',
  },
  // "update" when the session holds an attachment that says other things of the environment.
  { where: 'tail', head: /# Environment(?: update)?\n/, seen: '2.1.325' },
  { where: 'tail', head: /You are powered by the model named/, seen: '2.1.325' },
  { where: 'tail', head: /Today's date is \d{4}-\d\d-\d\d\./, seen: '2.1.325' },
  // Where the session says another day; a session that was worked on past midnight has the same words as an attachment.
  { where: 'tail', head: /The date has changed\. Today's date is now \d{4}-\d\d-\d\d\./, seen: '2.1.326' },
  { where: 'tail', head: /Attribution for git commits and pull requests you create/, seen: '2.1.325' },
  // A session that was left in plan mode: a resume by -p is not in it.
  { where: 'tail', head: /## Exited Plan Mode\n/, seen: '2.1.200, 2.1.325' },
  // Background tasks that the session's end cut off; 2.1.325 wraps the words in a reminder, the others do not.
  {
    where: 'tail',
    head: /(?:\[SYSTEM NOTIFICATION - NOT USER INPUT\]\n[\s\S]*?)?<task-notification>\n[\s\S]*?(?:didn't finish before the previous session ended|[Nn]o completion record|(?:was|were) running when the previous Claude Code process exited)/,
    bare: true,
    seen: '2.1.200–2.1.325',
  },
];
