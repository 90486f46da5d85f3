// Byte helpers shared by reading and writing: joining chunks, and UTF-8 both ways.

const encoder: TextEncoder = new TextEncoder();
// Lines are decoded one by one, so a byte order mark is only special at the start of a file: the reader handles it.
const decoder: TextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Decodes leniently: bytes that are not UTF-8 become U+FFFD, as the client itself reads them. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decodeFast?.(bytes) ?? decoder.decode(bytes);
}

/** From so many bytes on, the way by UTF-16 takes less time than the decoder, and for very long texts a quarter. */
const LONG = 2048;

/** The text of bytes that need not go through the decoder; undefined for others. */
const decodeFast: ((bytes: Uint8Array) => string | undefined) | undefined = findFastDecoder();

// Most lines are plain ASCII, which Node copies twice as fast as its decoder reads it. Asked for by name, not imported: in a
// browser there is none, and the decoder does.
function findFastDecoder(): typeof decodeFast {
  const builtin = globalThis.process?.getBuiltinModule;
  if (!builtin) return undefined;
  const { isAscii, isUtf8, transcode } = builtin('buffer');
  // A Node that was built without its tables of languages has none.
  const goesByUtf16 = typeof transcode === 'function';
  const latin1 = new (builtin('string_decoder').StringDecoder)('latin1');
  return (bytes) => {
    if (isAscii(bytes)) return latin1.write(bytes);
    if (bytes.length < LONG || !goesByUtf16 || !isUtf8(bytes)) return undefined;
    return transcode(bytes, 'utf8', 'utf16le').toString('utf16le');
  };
}

export function joinBytes(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  let length = 0;
  for (const chunk of chunks) length += chunk.length;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

/** Bytes of their own. Not `slice`: that of a Buffer is a view. */
export function copyBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}
