// Makes a file of a picture as it is drawn now: SVG that stands alone, or PNG at twice its size.
import { saveBytes } from '../../data/save-bytes.ts';

/** What the style sheets say about drawn things; everything else is in the elements. */
const DRAWN: readonly string[] = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
];

function pictureText(picture: SVGSVGElement): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const { width, height } = sizeOf(picture);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.removeAttribute('class');
  inline(picture, copy);
  const defs = document.createElementNS('http://www.w3.org/2000/svg', 'defs');
  for (const id of new Set(copy.outerHTML.match(/p-[a-z]+(?=["')&])/g))) {
    const pattern = document.querySelector<SVGPatternElement>(`pattern#${id}`);
    if (!pattern) continue;
    const own = pattern.cloneNode(true) as SVGPatternElement;
    inline(pattern, own);
    defs.append(own);
  }
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of [
    ['width', '100%'],
    ['height', '100%'],
    ['fill', getComputedStyle(document.body).backgroundColor],
  ] as const)
    ground.setAttribute(name, value);
  copy.prepend(defs, ground);
  return new XMLSerializer().serializeToString(copy);
}

export async function savePicture(picture: SVGSVGElement, name: string, kind: 'svg' | 'png'): Promise<void> {
  const svg = new Blob([pictureText(picture)], { type: 'image/svg+xml' });
  const file = kind === 'svg' ? svg : await rasterise(svg, sizeOf(picture));
  saveBytes(`${name}.${kind}`, [file], file.type);
}

// Styles of an element that is not drawn, such as a pattern's, are computed all the same.
function inline(from: Element, to: Element): void {
  const [sources, copies] = [
    [from, ...from.querySelectorAll('*')],
    [to, ...to.querySelectorAll('*')],
  ];
  for (const [i, source] of sources.entries()) {
    const copy = copies[i];
    if (!copy) continue;
    const style = getComputedStyle(source);
    for (const name of DRAWN) {
      const value = style.getPropertyValue(name);
      if (value !== '') copy.setAttribute(name, value.replaceAll('"', "'"));
    }
    copy.removeAttribute('style');
    copy.removeAttribute('class');
  }
}

function sizeOf(picture: SVGSVGElement): { readonly width: number; readonly height: number } {
  const { width, height } = picture.getBoundingClientRect();
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) };
}

async function rasterise(svg: Blob, { width, height }: { width: number; height: number }): Promise<Blob> {
  const url = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width * 2, height * 2];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (!blob) throw new Error('The picture could not be drawn.');
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
