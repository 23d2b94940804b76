import { escapeMarkup } from '#shared/escape-markup.ts';

/** Turns plain text into paragraphs of HTML. */
export function plainTextAsHtml(text: string): string {
  return escapeMarkup(text)
    .split(/\r?\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part.replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}
