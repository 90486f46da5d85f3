// An icon of the sprite: 16 px grid, drawn in the colour of the text around it.
import type { JSX } from 'preact';

export type IconName =
  | 'agent'
  | 'asst'
  | 'bash'
  | 'bell'
  | 'braces'
  | 'branch'
  | 'check'
  | 'clew'
  | 'clip'
  | 'clock'
  | 'close'
  | 'compact'
  | 'copy'
  | 'cut'
  | 'down'
  | 'download'
  | 'edit'
  | 'error'
  | 'filter'
  | 'folder'
  | 'grep'
  | 'hand'
  | 'image'
  | 'info'
  | 'link'
  | 'mend'
  | 'more'
  | 'next'
  | 'panel'
  | 'pause'
  | 'play'
  | 'prev'
  | 'read'
  | 'result'
  | 'retry'
  | 'rewind'
  | 'right'
  | 'search'
  | 'split'
  | 'swap'
  | 'system'
  | 'table'
  | 'theme'
  | 'think'
  | 'todo'
  | 'tool'
  | 'undo'
  | 'user'
  | 'web';

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="i" aria-hidden="true">
      <use href={`#${name}`} />
    </svg>
  );
}
