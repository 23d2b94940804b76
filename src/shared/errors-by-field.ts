import type * as z from 'zod/mini';

/**
 * The first message for each refused value, under its whole path: 'title', 'closures.0', 'blocks.2.text'. A
 * refusal of the whole object stands under ''.
 */
export function errorsByField(error: z.core.$ZodError): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of error.issues) errors[path.join('.')] ??= message || 'Please check this value';
  return errors;
}

/** The message for a field that holds a list: the first one for the list or for one of its entries. */
export function errorOfList(errors: Record<string, string>, name: string): string | undefined {
  return errors[name] ?? Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))?.[1];
}
