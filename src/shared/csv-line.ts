/**
 * A space that does not break: a spreadsheet shows what follows as text, and an import, which trims its values, brings the
 * text back as it was. An apostrophe would stay.
 */
export const spaceGuard = '\u00a0';

/**
 * Writes one line of CSV. A text that a spreadsheet would run as a formula gets an apostrophe in front
 * (OWASP, CSV Injection), or another `guard`.
 */
export function csvLine(values: readonly (string | number)[], guard = "'"): string {
  const cells = values.map((value) => {
    const text = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) ? `${guard}${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${cells.join(',')}\r\n`;
}
