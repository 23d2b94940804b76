/**
 * Text for HTML and XML, also between quotes: escapes markup and leaves out the characters that XML cannot
 * hold.
 */
export function escapeMarkup(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Removes the characters that no XML document may contain (XML 1.0, section 2.2). */
export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '');
}

/**
 * Plain text for a title or a description in RSS: many readers take both for HTML. A lone '&' stays, since every reader
 * shows it as it is.
 */
export function asFeedText(text: string): string {
  return withoutControls(text)
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
