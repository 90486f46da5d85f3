// Reads what a request brings, by a schema: anything else is refused with a sentence that names the field.
import type { Context } from 'hono';
import * as z from 'zod';
import { Refusal } from '../base/refusal.ts';

export function readQuery<T extends z.ZodType>(c: Context, schema: T): z.output<T> {
  return check(schema, c.req.query(), 'bad-query');
}

/** Where nothing is to be given. */
export const NOTHING: z.ZodObject<Record<never, never>, z.core.$strict> = z.strictObject({});

/** A part of the path. */
export function readPart<T>(
  c: Context,
  name: string,
  schema: z.ZodType<T, string>,
  sentence: string,
  hint?: string,
): T {
  const part = schema.safeParse(c.req.param(name));
  if (part.success) return part.data;
  throw new Refusal(`bad-${name}`, sentence, hint);
}

/** What is sent along; behind the question mark of a writing route nothing may stand. */
export async function readBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  readQuery(c, NOTHING);
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    throw new Refusal('not-json', 'The request’s body is not JSON.', 'Send content-type: application/json.');
  }
  const text = await c.req.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal('bad-body', 'The request’s body is not JSON.');
  }
  return check(schema, value, 'bad-body');
}

function check<T extends z.ZodType>(schema: T, value: unknown, code: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const name = issue?.path.join('.') || (issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : '');
  const what = code === 'bad-query' ? 'parameter' : 'field';
  throw new Refusal(
    code,
    name === ''
      ? 'The request is not what this route takes.'
      : `The ${what} “${name.slice(0, 80)}” is not what it should be.`,
    issue?.message,
  );
}

/** Ids of any kind: nothing that could be a path. */
export const idText: z.ZodType<string, string> = z
  .string()
  .max(200)
  .regex(/^[\w][\w.~-]*$/, 'Letters, digits, dots and dashes only.')
  .refine((text) => !text.includes('..'), 'Two dots are never part of an id.');

/** The name of a folder, to compare with: never opened. Two dots would only be an attempt. */
export const folderText: z.ZodType<string, string> = z
  .string()
  .max(4096)
  .refine((text) => !/(?:^|[/\\])\.\.(?:$|[/\\])/.test(text), 'Two dots are not followed.')
  .refine((text) => !text.includes('\0'), 'A name has no such character.');

/** How many of something, or which one. */
export const countText: z.ZodType<number, string> = z
  .string()
  .regex(/^\d{1,15}$/, 'A whole number, 0 or more.')
  .transform(Number);

/** What may lie below 0: a time, or a place counted from the end. */
export const integerText: z.ZodType<number, string> = z
  .string()
  .regex(/^-?\d{1,15}$/, 'A whole number.')
  .transform(Number);

export const flagText: z.ZodType<boolean, string> = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1');

/** Which thread: a branch by number or leaf, an agent by id. */
export const THREAD_FIELDS: Readonly<
  Record<'branch' | 'agent', z.ZodExactOptional<z.ZodType<string, string>>>
> = {
  branch: idText.exactOptional(),
  agent: idText.exactOptional(),
};
