// A model's name as a legend has room for it: `opus-4-5` of `claude-opus-4-5-20251101`.
export function shortModel(model: string): string {
  return model.replace(/^claude-/, '').replace(/-20\d{6}$/, '');
}
