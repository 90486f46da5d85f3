// Tokens as people type them: `61k`, `61,000`, `0.1M`.
export function parseTokens(text: string): number | undefined {
  const match = /^\s*(\d[\d,_ ]*(?:\.\d+)?)\s*([km])?\s*$/i.exec(text);
  if (!match) return undefined;
  const unit = { k: 1000, m: 1_000_000 }[(match[2] ?? '').toLowerCase()] ?? 1;
  const tokens = Math.round(Number((match[1] ?? '').replace(/[,_ ]/g, '')) * unit);
  return tokens >= 1 && tokens <= 1e9 ? tokens : undefined;
}

/** `168.4k`, one figure finer than elsewhere, because before and after are read against each other. */
export function formatFine(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  if (tokens < 999_950) return `${(tokens / 1000).toFixed(1)}k`;
  return `${(tokens / 1_000_000).toFixed(2)}M`;
}

/** `−38.7k`, `+5.1k`, `0`. */
export function formatChange(tokens: number): string {
  return tokens === 0 ? '0' : `${tokens < 0 ? '−' : '+'}${formatFine(Math.abs(tokens))}`;
}
