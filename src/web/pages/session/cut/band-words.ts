// The named ways to shorten, in words; their meaning is the library's (`transform/compress-bands.ts`), and a test holds the two together.
export const BAND_WORDS: readonly { readonly name: string; readonly sentence: string }[] = [
  { name: 'gentle', sentence: 'The older half to about a third.' },
  { name: 'usual', sentence: 'The older half to a tenth, the next quarter to about a third.' },
  { name: 'hard', sentence: 'All but the newest tenth to a tenth.' },
];
