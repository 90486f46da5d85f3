// The names, numbers and words that make two tellings of one story differ.
import type { Random } from './random.ts';

export interface Cast {
  readonly thing: string;
  readonly Thing: string;
  readonly things: string;
  readonly person: string;
  readonly ticket: string;
  readonly few: number;
  readonly many: number;
  readonly seconds: string;
  readonly commit: string;
  readonly library: string;
  readonly from: string;
  readonly to: string;
}

const THINGS: readonly (readonly [string, string])[] = [
  ['invoice', 'invoices'],
  ['booking', 'bookings'],
  ['order', 'orders'],
  ['shipment', 'shipments'],
  ['account', 'accounts'],
  ['report', 'reports'],
  ['ticket', 'tickets'],
  ['contract', 'contracts'],
  ['payment', 'payments'],
  ['recipe', 'recipes'],
  ['sensor', 'sensors'],
  ['course', 'courses'],
];
const PEOPLE: readonly string[] = ['Mara', 'Jonas', 'Priya', 'Tomás', 'Aiko', 'Leila', 'Søren', 'Nadia'];
const LIBRARIES: readonly (readonly [string, string, string])[] = [
  ['date-kit', '2.9.1', '3.0.2'],
  ['tiny-router', '5.4.0', '6.1.0'],
  ['form-guard', '1.12.3', '2.0.0'],
  ['queue-lite', '0.8.6', '1.0.1'],
  ['chart-box', '3.3.0', '4.0.4'],
];

export function pickCast(random: Random): Cast {
  const [thing, things] = random.pick(THINGS);
  const [library, from, to] = random.pick(LIBRARIES);
  return {
    thing,
    things,
    Thing: capital(thing),
    person: random.pick(PEOPLE),
    ticket: `${random.pick(['HAR', 'OPS', 'WEB', 'API'])}-${random.int(101, 989)}`,
    few: random.int(2, 9),
    many: random.int(23, 412),
    seconds: (random.int(180, 4200) / 100).toFixed(2),
    commit: random.hex(7),
    library,
    from,
    to,
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
