import * as z from 'zod/mini';

/**
 * The shape of a form's values, for text that a browser has kept from an earlier day: the site may have changed since. A null
 * stands for a value that is not given, of any kind.
 */
export function schemaLike(value: unknown): z.core.$ZodType {
  if (Array.isArray(value)) return z.array(value.length > 0 ? schemaLike(value[0]) : z.unknown());
  if (typeof value === 'object' && value !== null) {
    return z.looseObject(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, schemaLike(part)])));
  }
  if (typeof value === 'string') return z.string();
  if (typeof value === 'number') return z.number();
  if (typeof value === 'boolean') return z.boolean();
  return z.unknown();
}
