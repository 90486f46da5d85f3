// Markdown as the page shows it, with its code coloured.
import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { highlightCode } from '../data/highlight.ts';
import { renderMarkdown } from '../data/markdown.ts';

interface ProseProps {
  readonly text: string;
  readonly className?: string;
}

export function Prose({ text, className = 'prose' }: ProseProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const html = useMemo(() => renderMarkdown(text), [text]);
  // Reads the signal, so that code that was shown before the grammars came is coloured when they do.
  const ready = highlightCode('0', 'json') !== undefined || !html.includes('data-language="');
  useLayoutEffect(() => {
    if (ready) colourBlocks(box.current);
  }, [ready, html]);
  return <div class={className} ref={box} dangerouslySetInnerHTML={{ __html: html }} />;
}

function colourBlocks(box: HTMLElement | null): void {
  for (const code of box?.querySelectorAll<HTMLElement>('pre > code[data-language]') ?? []) {
    const coloured = highlightCode(code.textContent ?? '', code.dataset.language ?? '');
    delete code.dataset.language;
    if (coloured !== undefined) code.innerHTML = coloured;
  }
}
