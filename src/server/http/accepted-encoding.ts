export type Encoding = 'br' | 'gzip' | 'identity';

/** The best of ours for an Accept-Encoding header. Browsers name brotli over https only, so a first try on a LAN gets gzip. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  if (header !== lastHeader) {
    lastHeader = header;
    lastEncoding = accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : 'identity';
  }
  return lastEncoding;
}

/** Nearly all browsers send the same. */
let lastHeader: string | undefined;
let lastEncoding: Encoding = 'identity';

function accepts(header: string, encoding: 'br' | 'gzip'): boolean {
  const found = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([\\d.]+)\\s*)?(?:,|$)`, 'i').exec(header);
  return found !== null && Number(found[1] ?? 1) > 0;
}
