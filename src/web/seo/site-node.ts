import type { JsonLdNode } from './json-ld.tsx';
import { absoluteUrl, type SeoTown, siteName } from './town.ts';

/** The organization behind the site, publisher of its articles. */
export function publisherNode(town: SeoTown): JsonLdNode {
  return {
    '@type': 'Organization',
    '@id': absoluteUrl(town, '/#publisher'),
    name: siteName(town),
    url: absoluteUrl(town, '/'),
    logo: { '@type': 'ImageObject', url: absoluteUrl(town, '/icons/icon-512.png'), width: 512, height: 512 },
  };
}

/** The site with its search box, whose address is '/directory?search={term}'. */
export function siteNode(town: SeoTown): JsonLdNode {
  return {
    '@type': 'WebSite',
    '@id': absoluteUrl(town, '/#site'),
    name: siteName(town),
    url: absoluteUrl(town, '/'),
    description: town.description,
    inLanguage: town.language,
    publisher: publisherNode(town),
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${town.siteUrl}/directory?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}
