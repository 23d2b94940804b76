/** 'tel:+12105550110'; null when the number has no digits. */
export function phoneLink(phone: string): string | null {
  const [main = '', extension] = phone.split(/\s*(?:ext\.?|extension|x|#)\s*(?=\d{1,6}$)/i);
  const digits = main.replace(/\D/g, '');
  if (digits === '') return null;
  const prefix = main.trim().startsWith('+') ? '+' : digits.length === 10 ? '+1' : digits.length === 11 ? '+' : '';
  return `tel:${prefix}${digits}${extension ? `;ext=${extension}` : ''}`;
}
