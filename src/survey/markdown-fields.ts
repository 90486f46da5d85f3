// The Markdown report's part on fields: each shape of object with its fields, how often they are there, and since when.
import { formatVersions } from '../base/compare-versions.ts';
import { countOf, formatCount, formatShare } from '../base/format-number.ts';
import type { Survey } from './build-survey.ts';
import type { FieldPresence, Presence, ShapePresence } from './field-marks.ts';
import { code, markdownTable } from './markdown-table.ts';

const PRESENCES: readonly Presence[] = ['always', 'often', 'rarely'];

/** Specifications of the entry types: everything that is neither message, usage nor block. */
export function describeEntries({ fields }: Survey): string {
  return fields
    .filter((shape) => !isInner(shape))
    .map(describeShape)
    .join('\n\n');
}

/** Message, usage and block shapes. */
export function describeMessages({ fields }: Survey): string {
  return fields.filter(isInner).map(describeShape).join('\n\n');
}

/** The same as TypeScript interfaces, for those who program against the format. */
export function describeTypes({ fields }: Survey): string {
  return `\`\`\`typescript\n${fields.map(typeOf).join('\n\n')}\n\`\`\``;
}

function isInner({ shape }: ShapePresence): boolean {
  return /^(?:message|block|result-block)\/|^usage$/.test(shape);
}

function describeShape(shape: ShapePresence): string {
  const versions = formatVersions(shape.firstVersion, shape.lastVersion);
  const sorted = PRESENCES.flatMap((word) => shape.fields.filter(({ presence }) => presence === word));
  const rows = sorted.map((field) => [
    code(field.name),
    field.kinds.join(' \\| '),
    field.presence,
    formatCount(field.count),
    formatShare(field.count, shape.count),
    versionCell(field),
  ]);
  const heading = `### ${code(shape.shape)}\n\n${countOf(shape.count, 'object')}${versions && `, clients ${code(versions)}`}.`;
  const unlisted =
    shape.unlisted > 0 ? `\n\n${countOf(shape.unlisted, 'field')} beyond these not listed.` : '';
  if (rows.length === 0) return `${heading} No fields.`;
  const table = markdownTable(['Field', 'Type', 'Presence', 'Count', 'Share', 'Versions'], 'lllrrl', rows);
  return `${heading}\n\n${table}${unlisted}`;
}

function versionCell({ firstVersion, lastVersion }: FieldPresence): string {
  const versions = formatVersions(firstVersion, lastVersion);
  return versions === '' ? '' : code(versions);
}

function typeOf(shape: ShapePresence): string {
  const words = shape.shape.split(/[^A-Za-z0-9]+/);
  const name = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
  const own = shape.fields.filter((field) => !field.name.includes('.'));
  const lines = own.map((field) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : JSON.stringify(field.name);
    return `  ${key.replace(/`/g, '')}${field.presence === 'always' ? '' : '?'}: ${literalOf(shape, field) ?? kindsOf(field)};`;
  });
  return `interface ${name.replace(/\W/g, '').replace(/^(?=\d|$)/, '_')} {\n${lines.join('\n')}\n}`;
}

/** The discriminators are known from the shape's name, unless an entry lacks them. */
function literalOf({ shape }: ShapePresence, { name, kinds }: FieldPresence): string | undefined {
  const [group = '', kind] = shape.split('/');
  if (kinds.length !== 1 || kinds[0] !== 'string' || group === 'message' || group === 'usage')
    return undefined;
  if (name === 'subtype' && group === 'system' && kind !== undefined) return JSON.stringify(kind);
  if (name !== 'type') return undefined;
  return JSON.stringify(group.endsWith('block') ? kind : group).replace(/`/g, '');
}

const TYPE_NAMES: Readonly<Record<string, string>> = { array: 'unknown[]', object: 'object' };

function kindsOf({ kinds }: FieldPresence): string {
  return kinds.map((kind) => TYPE_NAMES[kind] ?? kind).join(' | ') || 'unknown';
}
