// Writes a sum of money as people read it.

/** `$1,234.50`; small sums keep the digits that tell. `?` where a price is not known. */
export function formatMoney(usd: number | undefined): string {
  if (usd === undefined) return '?';
  const most = Math.abs(usd);
  if (most > 0 && most < LEAST) return usd < 0 ? '> −$0.0001' : '< $0.0001';
  const digits = most > 0 && most < 0.095 ? 4 : 2;
  const [whole = '', fraction = ''] = most.toFixed(digits).split('.');
  return `${usd < 0 ? '−' : ''}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction}`;
}

/** Below it, four digits would all be zeros. */
const LEAST = 0.00005;
