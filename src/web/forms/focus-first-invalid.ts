import type { FieldErrors } from './check-form.ts';

/**
 * The first refused field in the form's order gets the focus; called after the errors were set. An error may be of what
 * has several fields, 'closures.0', and a field of what has several errors, 'hours.mon'.
 */
export function focusFirstInvalid(form: HTMLFormElement, errors: FieldErrors): void {
  const isRefused = (name: string) =>
    Object.keys(errors).some((key) => `${name}.`.startsWith(`${key}.`) || key.startsWith(`${name}.`));
  for (const element of form.elements) {
    if (element instanceof HTMLElement && isRefused((element as HTMLInputElement).name)) {
      // After React has drawn the errors, so that a screen reader reads the field with its error.
      requestAnimationFrame(() => element.focus());
      return;
    }
  }
}
