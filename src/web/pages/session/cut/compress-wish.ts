// How old turns shall be shortened, as the page holds it, and what is sent to the server for it.
import type { CompressInput, CutInput } from '../../../../server/api.ts';

export type Provider = NonNullable<CompressInput['provider']>;
export type Shortened = NonNullable<CompressInput['what']>[number];

export interface CompressWish {
  readonly provider: Provider;
  readonly model: string;
  readonly bands: string;
  readonly what: ReadonlySet<Shortened>;
  readonly asCompaction: boolean;
}

export const FIRST_COMPRESS: CompressWish = {
  provider: 'offline',
  model: '',
  bands: 'usual',
  what: new Set<Shortened>(['answer', 'result']),
  asCompaction: false,
};

/** The consent is not part of the plan: it is added where texts are really sent. */
export function compressInputOf(wish: CompressWish, { fit: _, title, ...cut }: CutInput): CompressInput {
  const { provider, model, bands, what, asCompaction } = wish;
  return {
    provider,
    bands: bands.trim() === '' ? 'usual' : bands.trim(),
    ...(provider !== 'offline' && model.trim() !== '' ? { model: model.trim() } : {}),
    ...(asCompaction ? { asCompaction } : { what: [...what] }),
    ...(title === undefined ? {} : { title }),
    ...(Object.keys(cut).length === 0 ? {} : { cut }),
  };
}
