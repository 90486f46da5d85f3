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
      {name.replace(/^mcp__/, 'mcp ').replaceAll('__', ' ')}
    </>
  );
}
