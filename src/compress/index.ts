// The published surface of the compression layer (`clew/compress`): shorten old turns with a model, or without one.
export { chooseProvider, type ProviderChoice } from './choose-provider.ts';
export { type CompressOptions, type CompressReport, compressSession } from './compress-session.ts';
export type { RunEstimate } from './estimate-run.ts';
export {
  type Batch,
  type Provider,
  ProviderFailure,
  type Shortened,
  type ShortenRequest,
} from './provider.ts';
export { reportMarkdown } from './report-markdown.ts';
