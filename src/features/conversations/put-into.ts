/** The text before the cursor ends a word or sentence: what follows begins after a blank. */
const endsOpen = (before: string) => before !== '' && !/\s$/.test(before);

/** Puts a saved text into what is typed already, at the cursor, with a blank where it would be glued to its neighbors. */
export function putInto(field: HTMLTextAreaElement, text: string): void {
  const { value, selectionStart, selectionEnd } = field;
  const lead = endsOpen(value.slice(0, selectionStart)) ? ' ' : '';
  const tail = /^\S/.test(value.slice(selectionEnd)) ? ' ' : '';
  field.setRangeText(`${lead}${text}${tail}`, selectionStart, selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
}
