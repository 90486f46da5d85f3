// What a uuid looks like.

/** Where its 32 digits stand: all places but those of the four dashes. */
export const UUID_DIGITS: Uint8Array = Uint8Array.from(
  [...'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'].flatMap((character, place) =>
    character === 'x' ? [place] : [],
  ),
);

export const UUID: RegExp = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
