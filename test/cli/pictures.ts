// Pictures for tests of commands that scale them; where the decoder is not installed there are none, and the tests say so.

export const sharp: typeof import('sharp')['default'] | undefined = await import('sharp').then(
  (module) => module.default,
  () => undefined,
);

export function picture(width: number, height: number): Promise<Buffer> | undefined {
  return sharp?.({ create: { width, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
}

export async function widthOf(base64: string): Promise<number | undefined> {
  return (await sharp?.(Buffer.from(base64, 'base64')).metadata())?.width;
}
