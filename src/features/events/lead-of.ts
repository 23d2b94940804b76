import { withoutTags } from '#shared/without-tags.ts';

const maxLength = 400;

/**
 * The beginning of a description for a list: its first paragraph, without links. A description that does not
 * begin with a paragraph, or whose first one is long, becomes a cut text. @param html cleaned HTML
 */
export function leadOf(html: string): string {
  const [, paragraph] = /^\s*<p>(.*?)<\/p>/s.exec(html) ?? [];
  const lead = paragraph?.replace(/<\/?a\b[^>]*>/g, '');
  if (lead && lead.length <= maxLength) return `<p>${lead}</p>`;
  const text = withoutTags(html);
  const cut = text.length <= maxLength ? text : `${text.slice(0, text.lastIndexOf(' ', maxLength))} …`;
  return cut === '' ? '' : `<p>${cut}</p>`;
}
