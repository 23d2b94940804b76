import sanitize from 'sanitize-html';
import { mediaPath } from '#shared/media-path.ts';

const maxHtmlLength = 200_000;

const options: sanitize.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'small', 'mark', 'a'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote', 'cite', 'q', 'abbr', 'code', 'pre'],
    ...['figure', 'figcaption', 'img', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'time'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    abbr: ['title'],
    img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
    ol: ['start', 'reversed'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: [] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite'],
  allowProtocolRelative: false,
  nestingLimit: 50,
  // The page has its own h1.
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    div: 'p',
    a: (tagName, { href, title }) => ({
      tagName,
      attribs: {
        ...(href === undefined ? {} : { href: href.trim() }),
        ...(title === undefined ? {} : { title }),
        ...(/^\s*https?:/i.test(href ?? '') ? { rel: 'noopener' } : {}),
      },
    }),
    img: (tagName, { src, alt, width, height }) => ({
      tagName,
      attribs: {
        src: src?.trim() ?? '',
        alt: alt ?? '',
        ...(/^\d{1,5}$/.test(width ?? '') ? { width: width ?? '' } : {}),
        ...(/^\d{1,5}$/.test(height ?? '') ? { height: height ?? '' } : {}),
        loading: 'lazy',
        decoding: 'async',
      },
    }),
  },
  // Only our own pictures: the page's policy would block others, and they would tell other servers who reads.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !mediaPath.test(attribs.src ?? ''),
};

/**
 * Removes from people's HTML everything that is not on a short list of tags and attributes. It runs when HTML
 * is stored and again when it is shown, so that a gap closed here is closed for older texts too. Cleaning
 * twice changes nothing. Texts are cut at 200,000 characters.
 */
export function cleanHtml(html: string): string {
  return sanitize(html.slice(0, maxHtmlLength), options).trim();
}
