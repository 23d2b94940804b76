/** 'tel:+12105550110'; null when the number has no digits. */
export function phoneLink(phone: string): string | null {
  const [main = '', extension] = phone.split(/\s*(?:ext\.?|extension|x|#)\s*(?=\d{1,6}$)/i);
  const digits = main.replace(/\D/g, '');
  if (digits === '') return null;
  const prefix = main.trim().startsWith('+') ? '+' : digits.length === 10 ? '+1' : digits.length === 11 ? '+' : '';
  return `tel:${prefix}${digits}${extension ? `;ext=${extension}` : ''}`;
}

/** 311 and 911 are whole numbers; others have seven digits or at least ten, those of other countries at least seven. */
function isShort(phone: string): boolean {
  const { length } = phone.replace(/\D/g, '');
  const isWhole = length === 7 || length > 9 || (length > 7 && phone.trim().startsWith('+'));
  return !isWhole && !/^[2-9]11$/.test(phone.trim());
}

/** Tells while somebody types that a phone has no number, or asks about a short one. '' for a number, and too early to tell. */
export function phoneHint(phone: string): string {
  if (phone.trim().length < 3 && !/^\d\d$/.test(phone.trim())) return '';
  if (phoneLink(phone) === null) return 'This has no number to call, so it will not be shown.';
  return isShort(phone) ? 'This is short for a telephone number: is it whole?' : '';
}

/** Refuses a phone without a number when its form is sent. {} for a number, and for an empty field. */
export function phoneError(phone: string): { phone?: string } {
  const isNumber = phone.trim() === '' || phone.replace(/\D/g, '').length >= 3;
  return isNumber ? {} : { phone: 'Please enter a number to call, or leave the phone empty' };
}
