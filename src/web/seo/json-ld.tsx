/** Structured data for search engines: a data block, which a strict Content-Security-Policy allows. */

type JsonLdValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly JsonLdValue[]
  | { readonly [key: string]: JsonLdValue };

/** A node of schema.org; members that are undefined are left out. */
export interface JsonLdNode {
  readonly '@type': string;
  readonly [key: string]: JsonLdValue;
}

/** Writes JSON that cannot close its script element, whatever people typed into it. */
export function jsonLdText(data: JsonLdNode): string {
  return JSON.stringify({ '@context': 'https://schema.org', ...data })
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

export function JsonLd({ data }: { data: JsonLdNode }) {
  return <script type="application/ld+json">{jsonLdText(data)}</script>;
}
