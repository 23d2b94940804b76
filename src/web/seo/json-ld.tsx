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

/**
 * Search engines read what the server sent, so a browser leaves that as it is and never writes its own: callers pass
 * null there, and the build leaves out the code that makes the node. An empty object is the shortest text that Trusted
 * Types let through (src/app/pages/trusted-types.ts).
 */
export function JsonLd({ data }: { data: JsonLdNode | null }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: text in a script is not escaped, and cannot close it (jsonLdText)
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR && data ? jsonLdText(data) : '{}' }}
    />
  );
}
