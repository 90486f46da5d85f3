// Writes a text so that a regular expression takes every sign of it for itself, with the flag `u` and without.

export function escapePattern(text: string): string {
  // No dash and no slash: with `u`, an escape that is not needed is an error.
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
