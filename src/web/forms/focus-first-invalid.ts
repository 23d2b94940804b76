import type { FieldErrors } from './check-form.ts';

/**
 * Focuses the first refused field in the form's order; call it after setting the errors. An error may name an
 * entry of a group of fields ('closures.0'), and a field may have several errors ('hours.mon').
 * @returns false when the form has none of them: then the refusal is to be said elsewhere
 */
export function focusFirstInvalid(form: HTMLFormElement, errors: FieldErrors): boolean {
  const isRefused = (name: string) =>
    Object.keys(errors).some((key) => `${name}.`.startsWith(`${key}.`) || key.startsWith(`${name}.`));
  for (const element of form.elements) {
    if (element instanceof HTMLElement && isRefused((element as HTMLInputElement).name)) {
      // Waits until the page has drawn the errors, so that a screen reader reads the field with its error.
      requestAnimationFrame(() => element.focus());
      return true;
    }
  }
  return false;
}
