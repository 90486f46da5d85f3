// Packs and unpacks bytes as they stream, so that what goes wrong at their source reaches whoever reads them.
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export function gzipped(chunks: Chunks): AsyncIterable<Uint8Array> {
  return through(chunks, createGzip());
}

/** Throws what zlib throws where the bytes are not what was packed. */
export function gunzipped(chunks: Chunks): AsyncIterable<Uint8Array> {
  return through(chunks, createGunzip());
}

// Not by `pipe`: that tells nobody of an error at the source, and leaves the source open where the reader stops.
function through(chunks: Chunks, transform: Transform): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(chunks), transform, () => undefined);
}
