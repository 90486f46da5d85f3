// Saves the picture of the figure that the buttons stand in.
import type { JSX } from 'preact';
import { tell } from '../../data/toasts.ts';
import { Icon } from '../icon.tsx';
import { savePicture } from './export-picture.ts';

export function PictureButtons({ name }: { readonly name: string }): JSX.Element {
  const save = (kind: 'svg' | 'png') => (event: MouseEvent) => {
    const figure = (event.currentTarget as HTMLElement).closest('figure');
    const picture = figure?.querySelector<SVGSVGElement>('svg[role="img"], svg[role="group"]');
    if (!picture) return;
    savePicture(picture, name, kind).catch(() => tell('The picture could not be saved.', 'error'));
  };
  return (
    <>
      {(['svg', 'png'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          class="btn btn-bare no-print"
          aria-label={`Save the picture as ${kind.toUpperCase()}`}
          onClick={save(kind)}
        >
          {kind === 'svg' && <Icon name="download" />}
          {kind.toUpperCase()}
        </button>
      ))}
    </>
  );
}
