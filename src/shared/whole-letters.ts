/**
 * Safe cutting of texts. Letters beyond the first 65,536, such as emoji, take two places of a string; half of
 * one is a text that PostgreSQL refuses in JSON.
 */

/** Returns the text as PostgreSQL can store it: half a letter becomes U+FFFD, and NUL is removed. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}

/** Cuts the text to at most `length` places, without half a letter at the end. */
export function firstLetters(text: string, length: number): string {
  const cut = text.slice(0, length);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Cuts a text and adds '...'; a shorter text stays whole. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${firstLetters(text, length)}...`;
}
