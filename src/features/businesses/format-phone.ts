/**
 * American numbers as '(210) 555-0100', with ' ext. 12' behind; numbers with another country's code as written. null
 * when it is not a telephone number.
 */
export function formatPhone(text: string): string | null {
  const [main = '', extension] = text.trim().split(/\s*(?:ext\.?|extension|x|#)\s*(?=\d{1,6}$)/i);
  const digits = main.replace(/\D/g, '');
  const suffix = extension ? ` ext. ${extension}` : '';
  if (/[^\d\s()+./-]/.test(main)) return null;
  const american = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  if (american.length === 10 && (!main.startsWith('+') || digits.length === 11)) {
    return `(${american.slice(0, 3)}) ${american.slice(3, 6)}-${american.slice(6)}${suffix}`;
  }
  if (digits.length < 7 || digits.length > 15) return null;
  return main.replace(/\s+/g, ' ') + suffix;
}
