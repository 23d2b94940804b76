import * as z from 'zod/mini';
import { errorsByField } from '#shared/errors-by-field.ts';

/** One sentence for each refused field. */
export type FieldErrors = Record<string, string>;

/** Checks the values of a form. An empty field counts as not given where the schema allows it. */
export function checkForm<S extends z.ZodMiniType>(
  schema: S,
  form: HTMLFormElement,
): { values: z.output<S> | null; errors: FieldErrors } {
  const typed = Object.fromEntries([...new FormData(form)].filter(([, value]) => typeof value === 'string'));
  const result = z.safeParse(schema, typed);
  if (result.success) return { values: result.data, errors: {} };
  return { values: null, errors: errorsByField(result.error) };
}
