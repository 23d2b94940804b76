export type Encoding = 'br' | 'gzip' | 'identity';

/**
 * The best of our encodings for an Accept-Encoding header. Browsers ask for brotli over https only, so plain
 * http gets gzip.
 */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  if (header !== lastHeader) {
    lastHeader = header;
    lastEncoding = accepts(header, 'br') ? 'br' : accepts(header, 'gzip') ? 'gzip' : 'identity';
  }
  return lastEncoding;
}

/** Cached, because nearly all browsers send the same header. */
let lastHeader: string | undefined;
let lastEncoding: Encoding = 'identity';

function accepts(header: string, encoding: 'br' | 'gzip'): boolean {
  const found = new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([\\d.]+)\\s*)?(?:,|$)`, 'i').exec(header);
  return found !== null && Number(found[1] ?? 1) > 0;
}
