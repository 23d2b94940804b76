import type { FieldErrors } from './check-form.ts';

/** The first refused field in the form's order gets the focus; called after the errors were set. */
export function focusFirstInvalid(form: HTMLFormElement, errors: FieldErrors): void {
  for (const element of form.elements) {
    if (element instanceof HTMLElement && (element as HTMLInputElement).name in errors) {
      // After React has drawn the errors, so that a screen reader reads the field with its error.
      requestAnimationFrame(() => element.focus());
      return;
    }
  }
}
