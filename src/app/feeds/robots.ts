import { routes } from '#app/pages/routes.ts';

/** '/edit-business/:id' as the start of all its addresses. */
const startOf = (path: string) => path.replace(/(\/\*|(?<=\/):.*)$/, '');

/** Paths that crawlers should leave alone: calls, and pages whose route says so. */
const leftAlone = [
  '/api/',
  ...routes.filter(({ who, isLeftAlone }) => who === 'staff' || isLeftAlone).map(({ path }) => startOf(path)),
];

/** Searches, filters and further pages of lists have endless addresses. */
const endless = ['search', 'cursor', 'day', 'free', 'open', 'near', 'within', 'properties', 'photos', 'sort'];

export function robotsText(siteUrl: string): string {
  return [
    'User-agent: *',
    'Allow: /api/openapi.json',
    ...leftAlone.map((path) => `Disallow: ${path}`),
    ...endless.map((name) => `Disallow: /*?*${name}=`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
