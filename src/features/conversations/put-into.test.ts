import { expect, it } from 'vitest';
import { putInto } from './put-into.ts';

/** The text of a field afterwards; the cursor was at '|'. */
function put(typed: string, text: string): string {
  const at = typed.indexOf('|');
  const field = {
    value: typed.replace('|', ''),
    selectionStart: at,
    selectionEnd: at,
    setRangeText(words: string, from: number, to: number) {
      this.value = this.value.slice(0, from) + words + this.value.slice(to);
    },
    dispatchEvent: () => true,
    focus: () => undefined,
  };
  putInto(field as unknown as HTMLTextAreaElement, text);
  return field.value;
}

it.each([
  ['|', 'Nora: park.'],
  ['ten minutes.|', 'ten minutes. Nora: park.'],
  ['ten minutes.\n|', 'ten minutes.\nNora: park.'],
  ['|PS', 'Nora: park. PS'],
  ['a | b', 'a Nora: park. b'],
])('%j becomes %j', (typed, all) => {
  expect(put(typed, 'Nora: park.')).toBe(all);
});
