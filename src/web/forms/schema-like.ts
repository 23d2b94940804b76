import * as z from 'zod/mini';

/**
 * The shape of a form's values, for text that a browser has kept from an earlier day: the site may have changed since. A null in
 * the sample stands for a value of any kind; in the kept text, for one that is not given. Members of a list need not be of one kind:
 * any member's kind will do.
 */
export const schemaLike = (value: unknown): z.core.$ZodType => schemaLikeAll([value]);

function schemaLikeAll(values: readonly unknown[]): z.core.$ZodType {
  const given = values.filter((value) => value !== null && value !== undefined);
  const schema = schemaLikeGiven(given);
  return given.length === values.length ? schema : z.nullish(schema);
}

function schemaLikeGiven(given: readonly unknown[]): z.core.$ZodType {
  const [first] = given;
  if (given.every(Array.isArray) && first !== undefined) return z.array(schemaLikeAll(given.flat()));
  const kinds = new Set(given.map((value) => (Array.isArray(value) ? 'array' : typeof value)));
  if (kinds.size !== 1) return z.unknown();
  if (kinds.has('object')) {
    const objects = given as Record<string, unknown>[];
    const keys = new Set(objects.flatMap(Object.keys));
    const parts = [...keys].map((key) => [key, z.nullable(schemaLikeAll(objects.map((one) => one[key])))] as const);
    return z.looseObject(Object.fromEntries(parts));
  }
  if (kinds.has('string')) return z.string();
  if (kinds.has('number')) return z.number();
  return kinds.has('boolean') ? z.boolean() : z.unknown();
}
