/** Reads and fills the fields of a form that keeps its values in the page. */

export type FormValues = Record<string, string[]>;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/** Secrets are never kept, files cannot be, and what is hidden or a button nobody types. */
const passedOver: ReadonlySet<string> = new Set(['password', 'file', 'hidden', 'submit', 'button']);

/** A password that is shown is a field of text. */
const isSecret = ({ autocomplete }: Field) => /password|one-time-code/.test(autocomplete);

const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements]
    .filter(isField)
    .filter((field) => field.name !== '' && !passedOver.has(field.type) && !isSecret(field));

const isTick = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

export function readForm(form: HTMLFormElement): FormValues {
  const values: FormValues = {};
  for (const field of fieldsOf(form)) {
    const list = values[field.name] ?? [];
    if (!isTick(field) || field.checked) list.push(field.value);
    values[field.name] = list;
  }
  return values;
}

/** Fills the fields as a person would, so that a page that follows them hears of it. */
export function fillForm(form: HTMLFormElement, values: FormValues): void {
  const left = structuredClone(values);
  for (const field of fieldsOf(form)) {
    const list = left[field.name];
    if (list === undefined) continue;
    if (isTick(field)) {
      const isTicked = list.includes(field.value);
      // A click, because a page may follow either event.
      if (field.checked !== isTicked && (isTicked || field.type === 'checkbox')) field.click();
      continue;
    }
    const value = list.shift();
    if (value === undefined || value === field.value) continue;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
