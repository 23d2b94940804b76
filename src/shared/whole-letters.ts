/** Letters beyond the first 65,536, emoji among them, take two places of a text. Whoever cuts one in half leaves what PostgreSQL refuses in JSON. */

/** As PostgreSQL keeps it: half a letter becomes U+FFFD, and there is no NUL. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** At most `length` places from the beginning, without half a letter at the end. */
export function firstLetters(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** The first letters and '...'; shorter texts stay whole. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${firstLetters(text, length)}...`;
}
