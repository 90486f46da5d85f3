// Tells a real fork from the many harmless ways in which an entry has several children [G3].

/** What one child is to the question; `text` is only compared, so a hash of it does as well (0 for no text). */
export interface ForkChild {
  readonly role: 'prompt' | 'answer' | 'other';
  readonly timestamp: string | undefined;
  readonly text: string | number;
}

/**
 * True for two prompts, or a prompt and an answer. Parallel tools, progress, attachments and hooks beside a result are
 * no forks; nor is one prompt logged several times at one moment [G8].
 */
export function isRealFork(children: readonly ForkChild[]): boolean {
  let prompt: ForkChild | undefined;
  let answered = false;
  for (const child of children) {
    if (child.role === 'answer') answered = true;
    else if (child.role === 'prompt') {
      if (prompt && !isRelogged(prompt, child)) return true;
      prompt = prompt && !isEmpty(prompt.text) ? prompt : child;
    }
    if (prompt && answered) return true;
  }
  return false;
}

/** The same prompt again at the same moment, with the same text or with none (only its images) [G8]. */
function isRelogged(a: ForkChild, b: ForkChild): boolean {
  if (a.timestamp === undefined || a.timestamp !== b.timestamp) return false;
  return a.text === b.text || isEmpty(a.text) || isEmpty(b.text);
}

function isEmpty(text: string | number): boolean {
  return text === '' || text === 0;
}
