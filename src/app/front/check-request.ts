/** Refuses malformed requests before anything else runs, so that every page has one address. */
import type { IncomingMessage } from 'node:http';

interface EarlyAnswer {
  status: 204 | 301 | 400 | 405 | 414;
  headers: Record<string, string>;
  text: string;
}

/**
 * Node accepts 16 kB for all headers. A page of text pasted into the search is allowed; it searches by its
 * first words.
 */
const maxUrlLength = 12_000;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const allMethods = [...methods].join(', ');

const usual = /^\/(?:[\w.~!$&'()*+,;=:@-]+(?:\/[\w.~!$&'()*+,;=:@-]+)*)?(?:\?|$)/;

/** Browsers normalize '/x/../y' before they ask; anything else is refused. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * '%61pi' is 'api': letters, digits and four signs need no encoding (RFC 3986), and one spelling is enough.
 */
const needlessCode = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;

/** Null when the request is fine. Nearly every address has the usual form and passes at once. */
export function checkRequest({ url = '/', method = 'GET' }: IncomingMessage): EarlyAnswer | null {
  if (!methods.has(method)) return answer(405, 'This method is not known here.', { Allow: allMethods });
  if (url.length > maxUrlLength) return answer(414, 'This address is too long.');
  if (usual.test(url) && !url.includes('/.')) return null;
  if (url === '*' && method === 'OPTIONS') return { status: 204, headers: { Allow: allMethods }, text: '' };
  // Absolute addresses are for proxies. Browsers read '/\\' as another site's address and keep what follows
  // '#'.
  if (!url.startsWith('/') || /[\\#]/.test(url)) return answer(400, 'This is not an address of this site.');
  const question = url.indexOf('?');
  const path = question < 0 ? url : url.slice(0, question);
  if (dotSegment.test(path) || !canDecode(path)) return answer(400, 'This address is not written correctly.');
  const tidy = path
    .replace(needlessCode, decodeURIComponent)
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1');
  if (tidy === path) return null;
  if (method !== 'GET' && method !== 'HEAD') return answer(400, 'This is not an address of this site.');
  return answer(301, '', { Location: question < 0 ? tidy : tidy + url.slice(question) });
}

function canDecode(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function answer(status: EarlyAnswer['status'], text: string, headers: Record<string, string> = {}): EarlyAnswer {
  return {
    status,
    text,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
      ...headers,
    },
  };
}
