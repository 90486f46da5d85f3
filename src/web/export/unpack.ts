// Unpacks a part of the page: base64 of gzipped JSON in a script element that is never run.
export async function unpack(id: string): Promise<unknown> {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`The page is not whole: ${id} is missing.`);
  const bytes = decodeBase64(text.trim());
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(stream).text());
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
