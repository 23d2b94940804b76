import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { missingFields, town } from '#tests/support/structured-data.ts';
import { JsonLd, jsonLdText } from './json-ld.tsx';
import { breadcrumbNode, itemListNode } from './list-nodes.ts';
import { postalAddress } from './postal-address.ts';
import { siteNode } from './site-node.ts';

test('text from people cannot leave the data block', () => {
  const name = '</script><script>alert("1")</script><!-- \u2028';
  const html = renderToString(<JsonLd data={{ '@type': 'Thing', name }} />);
  const inner = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(html)?.[1];
  expect(JSON.parse(inner ?? '')).toEqual({ '@context': 'https://schema.org', '@type': 'Thing', name });
  expect(jsonLdText({ '@type': 'Thing', name })).not.toMatch(/[<\u2028]/);
});

/** Google Search Central, "Site name (WebSite)" and schema.org's potentialAction for a search box. */
test("the site has Google's fields and searches the directory", () => {
  const node = siteNode(town);
  expect(missingFields(node, ['name', 'url', 'potentialAction.target.urlTemplate', 'publisher.logo.url'])).toEqual([]);
  expect(node.potentialAction).toEqual({
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: 'https://oakbend.example/directory?search={search_term_string}',
    },
    'query-input': 'required name=search_term_string',
  });
});

/** Google Search Central, "Breadcrumb (BreadcrumbList)": required fields. */
test('a breadcrumb trail counts from 1 and ends at the page', () => {
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'News', path: '/news' },
  ];
  const node = breadcrumbNode(town, trail);
  expect(missingFields(node, ['itemListElement.position', 'itemListElement.name', 'itemListElement.item'])).toEqual([]);
  expect(node.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://oakbend.example/' },
    { '@type': 'ListItem', position: 2, name: 'News', item: 'https://oakbend.example/news' },
  ]);
});

/** Google Search Central, "Carousel (ItemList)", summary page with links to detail pages: required fields. */
test('a list links every entry', () => {
  const node = itemListNode(town, 'Shops', [{ name: 'A', path: '/business/a' }]);
  expect(missingFields(node, ['itemListElement.position', 'itemListElement.url', 'numberOfItems'])).toEqual([]);
});

test.each([
  ['12 Main St, Oak Bend, TX 78299', ['12 Main St', 'Oak Bend', 'TX', '78299']],
  ['12 Main St, Suite 4, San Antonio, TX', ['12 Main St, Suite 4', 'San Antonio', 'TX', undefined]],
  ['12 Main St', ['12 Main St', 'Oak Bend', 'TX', undefined]],
  ['Rua 5, bloco B', ['Rua 5, bloco B', 'Oak Bend', 'TX', undefined]],
])('the address %j is taken apart', (address, [street, locality, region, postalCode]) => {
  expect(postalAddress(town, address)).toEqual({
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: locality,
    addressRegion: region,
    postalCode,
    addressCountry: 'US',
  });
});
