// Writes a sum of money as people read it.

/** `$1,234.50`; small sums keep the digits that tell. */
export function formatMoney(usd: number | undefined): string {
  if (usd === undefined) return '?';
  const digits = usd !== 0 && Math.abs(usd) < 0.095 ? 4 : 2;
  const [whole = '', fraction = ''] = Math.abs(usd).toFixed(digits).split('.');
  return `${usd < 0 ? '−' : ''}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction}`;
}
