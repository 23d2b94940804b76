/** Reads the headers of a list's answer: how many rows there are in all, and where the next page begins. */

export function totalCount(headers: Headers, fallback: number): number {
  const total = headers.get('X-Total-Count');
  return total === null ? fallback : Number(total);
}

/** The cursor in `Link: <…?cursor=…>; rel="next"`; null on the last page. */
export function nextCursor(headers: Headers): string | null {
  const address = /<([^>]+)>;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return address ? new URLSearchParams(address.slice(address.indexOf('?'))).get('cursor') : null;
}
