// A session with hostile texts in every field, and what tells whether a page that shows it does harm.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { Talk } from './talk.ts';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A session with the text in every field that a page could show, of every kind of entry. */
export function hostileTalk(evil: string): Talk {
  const talk = new Talk();
  const tools: readonly (readonly [string, object, unknown])[] = [
    ['Bash', { command: evil, description: evil }, { stdout: evil, stderr: evil, interrupted: false }],
    [
      'Read',
      { file_path: evil },
      { type: 'text', file: { filePath: evil, content: evil, numLines: 1, startLine: 1, totalLines: 1 } },
    ],
    [
      'Edit',
      { file_path: evil, old_string: evil, new_string: `${evil}!` },
      { filePath: evil, structuredPatch: [{ oldStart: 1, newStart: 1, lines: [`-${evil}`, `+${evil}!`] }] },
    ],
    ['Write', { file_path: evil, content: evil }, undefined],
    [
      'Grep',
      { pattern: evil, output_mode: 'content' },
      { mode: 'content', content: `a.ts:1:${evil}`, filenames: [], numFiles: 1 },
    ],
    ['Glob', { pattern: evil }, { filenames: [evil], numFiles: 1 }],
    ['LS', { path: evil }, undefined],
    ['WebFetch', { url: `https://evil.example/${evil}`, prompt: evil }, { code: 200, result: evil }],
    ['WebSearch', { query: evil }, { results: [{ content: [{ title: evil, url: evil }] }] }],
    ['TodoWrite', { todos: [{ content: evil, status: evil, activeForm: evil }] }, undefined],
    ['TaskCreate', { subject: evil, description: evil }, { task: { id: evil, subject: evil } }],
    [
      'AskUserQuestion',
      { questions: [{ question: evil, header: evil, options: [{ label: evil, description: evil }] }] },
      { answers: { [evil]: evil } },
    ],
    ['ExitPlanMode', { plan: evil }, undefined],
    [
      'Task',
      { description: evil, prompt: evil, subagent_type: evil },
      { status: 'completed', content: [{ type: 'text', text: evil }] },
    ],
    ['mcp__evil__tool', { [evil]: evil }, undefined],
    ['mcp__json__tool', { a: 1 }, undefined],
    [evil, { [evil]: { [evil]: [evil] } }, { [evil]: evil }],
    ['constructor', { __proto__: evil, a: evil }, undefined],
  ];
  talk.beside({ type: 'summary', summary: evil, leafUuid: randomUUID() });
  talk.prompt(evil, { gitBranch: evil, cwd: `/scratch/${evil}`, version: evil });
  talk.prompt([
    { type: 'text', text: evil },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
  ]);
  talk.prompt([
    {
      type: 'image',
      source: { type: 'base64', media_type: `image/svg+xml`, data: Buffer.from(evil).toString('base64') },
    },
  ]);
  talk.prompt([{ type: 'image', source: { type: 'url', url: 'https://evil.example/u.png' } }]);
  talk.prompt(`<command-name>${evil}</command-name><command-args>${evil}</command-args>`);
  talk.answer({ type: 'thinking', thinking: evil, signature: evil }, { type: 'text', text: evil });
  for (const [name, input, toolUseResult] of tools) {
    talk.call(name, input, name === 'mcp__json__tool' ? JSON.stringify({ a: evil }) : evil, {
      toolUseResult,
    });
  }
  talk.call('Bash', { command: evil }, evil, { error: true });
  talk.call('Read', { file_path: 'x.png' }, [
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PIXEL } },
    { type: 'text', text: evil },
  ]);
  talk.answer({ type: evil, [evil]: evil });
  talk.add({ type: 'system', subtype: 'informational', content: evil, level: 'info' });
  talk.add({ type: 'system', subtype: evil, content: evil });
  talk.add({ type: 'system', subtype: 'local_command', content: `<command-name>${evil}</command-name>` });
  talk.add({
    type: 'system',
    subtype: 'api_error',
    error: { status: 529, message: evil },
    retryAttempt: 1,
    maxRetries: 10,
  });
  talk.add({
    type: 'system',
    subtype: 'stop_hook_summary',
    hookErrors: [evil],
    hookInfos: [{ command: evil }],
    stopReason: evil,
  });
  talk.add({
    type: 'system',
    subtype: 'compact_boundary',
    content: evil,
    compactMetadata: { trigger: evil, preTokens: 9000 },
  });
  talk.prompt(evil, { isCompactSummary: true, isVisibleInTranscriptOnly: true });
  for (const kind of [
    'file',
    'edited_text_file',
    'hook_success',
    'hook_blocking_error',
    'queued_command',
    'nested_memory',
    evil,
  ]) {
    talk.add({
      type: 'attachment',
      attachment: {
        type: kind,
        displayPath: evil,
        filename: evil,
        content: evil,
        prompt: evil,
        hookName: evil,
        stderr: evil,
        snippet: evil,
      },
    });
  }
  talk.prompt(`<task-notification><summary>${evil}</summary></task-notification>`);
  talk.add({ type: evil, content: evil, value: { [evil]: evil } });
  talk.beside({
    type: 'queue-operation',
    operation: evil,
    content: evil,
    timestamp: new Date().toISOString(),
  });
  talk.beside({ type: 'custom-title', customTitle: evil });
  talk.beside({ type: evil, [evil]: evil });
  talk.add({
    type: 'assistant',
    isApiErrorMessage: true,
    message: {
      id: 'e',
      role: 'assistant',
      model: '<synthetic>',
      content: [{ type: 'text', text: `API Error: ${evil}` }],
    },
  });
  talk.prompt('the end').say(evil);
  return talk;
}

/** Tells on whoever runs; installed before anything of the page. */
export function watchPage(): void {
  const seen: string[] = [];
  Object.assign(globalThis, { ran: seen, pwned: (what: unknown) => seen.push(String(what)) });
  // Rows come and go while the page scrolls: whatever was ever put into it is looked at.
  const strange = 'script, iframe, object, embed, style, form, base, meta, audio, video';
  new MutationObserver((changes) => {
    for (const node of changes.flatMap((change) => [...change.addedNodes])) {
      if (!(node instanceof Element) || !node.closest('#app')) continue;
      for (const one of [node, ...node.querySelectorAll('*')]) {
        if (one.matches(strange) || [...one.attributes].some(({ name }) => name.startsWith('on')))
          seen.push(one.outerHTML);
      }
    }
  }).observe(document, { childList: true, subtree: true });
  addEventListener('securitypolicyviolation', (event) =>
    seen.push(`policy: ${event.violatedDirective} ${event.blockedURI}`),
  );
}

// Rows are in the document only near the screen: screen by screen, each fold is opened and what it shows is looked at.
export async function openEverything(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
    for (let step = 0; step < 60; step++) {
      for (const summary of document.querySelectorAll<HTMLElement>('details.fold:not([open]) > summary'))
        summary.click();
      for (const button of document.querySelectorAll<HTMLElement>(
        '.tie .text-btn[aria-expanded="false"], .json .jx',
      ))
        button.click();
      await pause(40);
      const before = scrollY;
      scrollBy(0, innerHeight * 0.7);
      await pause(40);
      if (scrollY === before) return;
    }
  });
}
