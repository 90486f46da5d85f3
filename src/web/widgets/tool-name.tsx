// A tool in a table: its icon and its name, that of an extension's tool in plain words.
import type { JSX } from 'preact';
import { iconOfTool } from '../data/tool-icon.ts';
import { Icon } from './icon.tsx';

export function ToolName({ name }: { readonly name: string }): JSX.Element {
  const icon = iconOfTool(name);
  return (
    <>
      <span class={icon === 'agent' ? 'k-agent' : 'k-tool'}>
        <Icon name={icon} />
      </span>
      {plainToolName(name)}
    </>
  );
}

/** `mcp__playwright__browser_click` reads `mcp playwright browser_click`. */
export function plainToolName(name: string): string {
  return name.replace(/^mcp__/, 'mcp ').replaceAll('__', ' ');
}
