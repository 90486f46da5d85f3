// Hands bytes to the browser as a download: the person chooses the place.
export function saveBytes(name: string, parts: readonly BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // At once would take it away before the download has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
