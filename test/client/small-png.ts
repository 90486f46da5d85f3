// A red square of eight by eight pixels, for the scenarios with pictures.
export const SMALL_PNG: string =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mM4ISeHFTEMLQkAkL9BAc9woTwAAAAASUVORK5CYII=';
