import * as z from 'zod/mini';

/**
 * The shape of a form's values, for text that a browser has kept from an earlier day: the site may have changed since. A null in
 * the sample stands for a value of any kind; in the kept text, for one that is not given.
 */
export function schemaLike(value: unknown): z.core.$ZodType {
  if (Array.isArray(value)) return z.array(value.length > 0 ? schemaLike(value[0]) : z.unknown());
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([key, part]) => [key, z.nullable(schemaLike(part))] as const);
    return z.looseObject(Object.fromEntries(parts));
  }
  if (typeof value === 'string') return z.string();
  if (typeof value === 'number') return z.number();
  if (typeof value === 'boolean') return z.boolean();
  return z.unknown();
}
