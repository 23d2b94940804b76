/** Plain text from cleaned HTML. The text is for people to read, not for another page: it may hold '<'. */

/** The text forms of HTML that is shown by its looks. */
export interface TextMarks {
  /** Stands before each item of a list. */
  item: string;
  /** Stands before each heading. */
  heading: string;
  rule: string;
  /** @param alt '' when the picture has no description */
  picture: (alt: string) => string;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeEntities(text: string): string {
  const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi;
  return text.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
  });
}

/** The text on one line, without links and pictures. */
export function plainText(html: string): string {
  return decodeEntities(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
}

/** Private-use characters that stand for a mark until the text around it is settled. */
const [item, heading] = ['\ue000', '\ue001'];

/**
 * The text with a blank line between paragraphs, list items and headings, and each link's address after its
 * words.
 */
export function htmlToText(html: string, marks: TextMarks): string {
  const text = html
    .replace(/[\ue000\ue001]/g, '')
    .replace(/<pre\b[^>]*>.*?<\/pre>/gis, (pre) => pre.replace(/\r?\n/g, '<br>'))
    .replace(/\s+/g, ' ')
    .replace(/<img\b[^>]*>/gi, (tag) => `\n${marks.picture(/\balt="([^"]*)"/i.exec(tag)?.[1] ?? '')}\n`)
    .replace(/<a\b[^>]*?\bhref="([^"]*)"[^>]*>(.*?)<\/a>/gis, (_, url: string, label: string) => linkText(url, label))
    .replace(/<hr\b[^>]*>/gi, `\n\n${marks.rule}\n\n`)
    .replace(/<li\b[^>]*>/gi, `\n\n${item}`)
    .replace(/<h[2-4]\b[^>]*>/gi, `\n\n${heading}`)
    .replace(/<br\b[^>]*>|<\/(?:tr|dt|dd|caption)>/gi, '\n')
    .replace(/<\/?(?:p|h[2-4]|ul|ol|li|blockquote|pre|div|figure|figcaption|table|dl)\b[^>]*>/gi, '\n\n')
    .replace(/<[^>]+>/g, '')
    // A mark joins the text that it announces: editors write '<li><p>Tea</p></li>'. One without text goes.
    .replace(/([\ue000\ue001])\s+/g, '$1')
    .replace(/[\ue000\ue001]+(?=[\ue000\ue001]|$)/g, '')
    .replaceAll(item, () => marks.item)
    .replaceAll(heading, () => marks.heading);
  return decodeEntities(text)
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/ {2,}/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function linkText(url: string, label: string): string {
  const words = label.replace(/<[^>]+>/g, '').trim();
  return words === '' || words === url ? url : `${words} (${url})`;
}
