// Saves the picture of the figure that the buttons stand in.
import type { JSX } from 'preact';
import { tell } from '../../data/toasts.ts';
import { Icon } from '../icon.tsx';
import { savePicture } from './save-picture.ts';

interface PictureButtonsProps {
  readonly name: string;
  /** Draws the picture to be saved, where it is not in the page as one. */
  readonly find?: () => Promise<SVGSVGElement | undefined>;
  /** When it was saved. */
  readonly done?: () => void;
}

export function PictureButtons({ name, find, done }: PictureButtonsProps): JSX.Element {
  const save = (kind: 'svg' | 'png') => async (event: MouseEvent) => {
    const figure = (event.currentTarget as HTMLElement).closest('figure');
    const inFigure = () => figure?.querySelector<SVGSVGElement>('svg[role="img"], svg[role="group"]');
    try {
      const picture = find ? await find() : inFigure();
      if (picture) await savePicture(picture, name, kind);
    } catch {
      tell('The picture could not be saved.', 'error');
    } finally {
      done?.();
    }
  };
  return (
    <span class="picture-btns no-print">
      {(['svg', 'png'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          class="btn btn-bare"
          aria-label={`Save the picture as ${kind.toUpperCase()}`}
          onClick={(event) => void save(kind)(event)}
        >
          {kind === 'svg' && <Icon name="download" />}
          {kind.toUpperCase()}
        </button>
      ))}
    </span>
  );
}
