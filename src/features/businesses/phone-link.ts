/** 'tel:+12105550110'; null when the number has no digits. */
export function phoneLink(phone: string): string | null {
  const [main = '', extension] = phone.split(/\s*(?:ext\.?|extension|x|#)\s*(?=\d{1,6}$)/i);
  const digits = main.replace(/\D/g, '');
  if (digits === '') return null;
  const prefix = main.trim().startsWith('+') ? '+' : digits.length === 10 ? '+1' : digits.length === 11 ? '+' : '';
  return `tel:${prefix}${digits}${extension ? `;ext=${extension}` : ''}`;
}

/** For a form: a phone without a number is kept as any other text, and its page leaves it out. '' for a number, and too early to tell. */
export const phoneHint = (phone: string): string =>
  phone.trim().length > 2 && phoneLink(phone) === null ? 'This has no number to call, so it will not be shown.' : '';
