/** Turns plain text into paragraphs of HTML. */
export function plainTextAsHtml(text: string): string {
  const escaped = text.replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? char);
  return escaped
    .split(/\r?\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}
