/**
 * Converts cleaned HTML to the text part of a mail: paragraphs, lists, and each link's address after its
 * words.
 */
import { wrap } from '#server/mail/lay-out-letter.ts';

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

export function htmlToText(html: string): string {
  const text = html
    .replace(/\s+/g, ' ')
    .replace(/<img [^>]*?alt="([^"]+)"[^>]*>/g, '[Picture: $1]')
    .replace(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g, (_, url: string, label: string) => {
      const words = label.replace(/<[^>]+>/g, '').trim();
      return words === '' || words === url ? url : `${words} (${url})`;
    })
    .replace(/<li>\s*/g, '\n* ')
    .replace(/<br *\/?>\s*/g, '\n')
    .replace(/<hr *\/?>/g, '\n\n- - -\n\n')
    .replace(/<\/?(p|h[234]|ul|ol|blockquote|pre|figure|table|dl)\b[^>]*>/g, '\n\n')
    .replace(/<\/(tr|li|dt|dd|caption|figcaption)>/g, '\n')
    .replace(/<[^>]+>/g, '');
  return wrap(
    decode(text)
      .replace(/[ \t]*\n[ \t]*/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  );
}

function decode(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}
