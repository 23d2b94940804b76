/** Formats card fields while somebody types. */
import { formatExpiry, formatNumber } from '../card-rules.ts';

/** Formats the text when it grows at its end; corrections in the middle stay as typed. */
function helpTyping(input: HTMLInputElement, format: (text: string) => string): void {
  let last = input.value;
  input.addEventListener('input', () => {
    const grew = input.value.length > last.length && input.selectionStart === input.value.length;
    if (grew) input.value = format(input.value);
    last = input.value;
  });
}

export function helpWithCard(root: ParentNode): void {
  const number = root.querySelector<HTMLInputElement>('input[name=number]');
  const expiry = root.querySelector<HTMLInputElement>('input[name=expiry]');
  if (number) helpTyping(number, formatNumber);
  if (expiry) helpTyping(expiry, formatExpiry);
}
