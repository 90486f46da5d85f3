// Byte helpers shared by reading and writing: joining chunks, and UTF-8 both ways.

const encoder: TextEncoder = new TextEncoder();
// Lines are decoded one by one, so a byte order mark is only special at the start of a file: the reader handles it.
const decoder: TextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Decodes leniently: bytes that are not UTF-8 become U+FFFD, as the client itself reads them. */
export function decodeUtf8(bytes: Uint8Array): string {
  return decodeAscii?.(bytes) ?? decoder.decode(bytes);
}

/** The text of bytes that are all ASCII; undefined for others. */
const decodeAscii: ((bytes: Uint8Array) => string | undefined) | undefined = findAsciiDecoder();

// Most lines are plain ASCII, which Node copies twice as fast as its decoder reads it. Asked for by name, not imported: in a
// browser there is none, and the decoder does.
function findAsciiDecoder(): typeof decodeAscii {
  const builtin = globalThis.process?.getBuiltinModule;
  if (!builtin) return undefined;
  const { isAscii } = builtin('buffer');
  const latin1 = new (builtin('string_decoder').StringDecoder)('latin1');
  return (bytes) => (isAscii(bytes) ? latin1.write(bytes) : undefined);
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
