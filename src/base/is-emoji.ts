// Says whether a cluster of characters is one emoji, without the regular expression that lists all of them unless it is needed.
//
// The built command line has string-width ask here (scripts/bundle-cli.mjs): to make that expression takes longer than all of `clew show`.

// Nothing is an emoji that has neither a character which is drawn as one by itself, nor the sign that asks for it.
const MAY_BE = /\p{Emoji_Presentation}|\ufe0f/u;
// One character, with or without that sign; the letters of flags are none by themselves, digits need a keycap.
const IS_ONE =
  /^(?:(?!\p{Regional_Indicator})\p{Emoji_Presentation}|(?![\d#*]|\p{Emoji_Presentation})\p{Emoji}\ufe0f)$/u;
/** As a text: TypeScript would have to be told of a newer language than Node 20 has for the rest. */
const ALL = '^\\p{RGI_Emoji}$';
let all: RegExp | undefined;

export function isEmoji(cluster: string): boolean {
  if (!MAY_BE.test(cluster)) return false;
  if (IS_ONE.test(cluster)) return true;
  all ??= new RegExp(ALL, 'v');
  return all.test(cluster);
}
