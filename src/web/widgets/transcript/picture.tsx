// A picture of a session with its measures; one whose data a page may not show is named only.
import type { JSX } from 'preact';
import { describeBytes } from '../../../base/image-info.ts';
import type { WebImage } from '../../../server/api.ts';
import { formatK } from '../../data/format.ts';

interface PictureProps {
  readonly image: WebImage;
  readonly tokens: number | undefined;
}

export function Picture({ image, tokens }: PictureProps): JSX.Element {
  const facts = [
    `${image.media === 'document' ? 'document' : ''} ${image.format ?? ''}`.trim(),
    image.width === undefined ? '' : `${image.width} × ${image.height}`,
    image.bytes === undefined ? '' : describeBytes(image.bytes),
    tokens === undefined ? '' : `${formatK(tokens)} tokens`,
  ];
  const words = facts.filter(Boolean).join(' · ');
  return (
    <figure class="shot">
      {image.src !== undefined && (
        <a
          href={image.src}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Open the picture, ${words}`}
        >
          <img
            src={image.src}
            alt=""
            loading="lazy"
            decoding="async"
            {...(image.width === undefined ? {} : { width: image.width, height: image.height })}
          />
        </a>
      )}
      <figcaption>{words || 'picture'}</figcaption>
    </figure>
  );
}
