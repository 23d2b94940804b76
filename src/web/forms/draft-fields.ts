/** Compares, merges and restores the fields of a draft. */
import * as z from 'zod/mini';
import type { FieldErrors } from './check-form.ts';

const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);

const keysOf = <F extends object>(fields: F) => Object.keys(fields) as (keyof F & string)[];

export const isSameDraft = <F extends object>(a: F, b: F) => keysOf(a).every((key) => isSame(a[key], b[key]));

/**
 * Merges two edits of the same copy: takes over what only they changed and keeps what was typed here. `clashes`
 * names the fields that both changed, each to something else.
 */
export function mergeFields<F extends object>(
  base: F,
  mine: F,
  theirs: F,
): { fields: F; clashes: (keyof F & string)[] } {
  const fields = { ...theirs };
  const clashes: (keyof F & string)[] = [];
  for (const key of keysOf(theirs)) {
    if (isSame(mine[key], base[key])) continue;
    if (!isSame(theirs[key], base[key]) && !isSame(theirs[key], mine[key])) clashes.push(key);
    fields[key] = mine[key];
  }
  return { fields, clashes };
}

/** The fields that came back from an earlier visit, were not typed anew since, and are not what is stored. */
export function restoredChanges<F extends object>(restored: F | null, now: F, stored: F): (keyof F & string)[] {
  if (restored === null) return [];
  return keysOf(now).filter((key) => isSame(now[key], restored[key]) && !isSame(now[key], stored[key]));
}

/** Says under each field that both changed what it says now. */
export function clashErrors<F extends object>(clashes: readonly (keyof F & string)[], theirs: F): FieldErrors {
  return Object.fromEntries(
    clashes.map((key) => {
      const value = theirs[key];
      return [
        key,
        typeof value === 'string'
          ? value === ''
            ? 'It is empty now'
            : `It now says: ${value}`
          : 'This was changed meanwhile, too. What you typed is kept.',
      ];
    }),
  );
}

/** Refusals of a value's kind. The others, such as a text that is too long, are for the person to mend. */
const kindCodes: ReadonlySet<string> = new Set([
  'invalid_type',
  'invalid_value',
  'invalid_union',
  'invalid_key',
  'invalid_element',
  'unrecognized_keys',
]);

/**
 * The fields that a browser has kept. A field that is missing, or of another kind than today's site expects,
 * gets its value from `now`: the site may have changed since.
 */
export function restoreFields<F extends object>(
  schema: { shape: Record<string, z.core.$ZodType> },
  kept: unknown,
  now: F,
): F {
  const fields = { ...now };
  for (const key of keysOf(now)) {
    const [kind, value] = [schema.shape[key], (kept as Partial<F>)[key]];
    if (kind === undefined || value === undefined) continue;
    const { error } = z.safeParse(kind, value);
    if (!error?.issues.some(({ code }) => kindCodes.has(code))) fields[key] = value as F[typeof key];
  }
  return fields;
}

/** Removes the errors of these fields and of their parts. */
export function without(errors: FieldErrors, names: readonly string[]): FieldErrors {
  const isOf = (path: string) => names.some((name) => path === name || path.startsWith(`${name}.`));
  return Object.fromEntries(Object.entries(errors).filter(([path]) => !isOf(path)));
}

interface Version<F> {
  fields: F;
  version: number;
}

/**
 * True when somebody else has changed a field. A copy with a newer version alone, as after the upload of a photo, needs no word, nor does one
 * of the same version: the server has changed fields as it stored them.
 */
export const isByOthers = <F extends object>(theirs: Version<F>, base: Version<F>): boolean =>
  theirs.version > base.version && !isSameDraft(theirs.fields, base.fields);
