/** Asks crawlers to skip calls, personal pages, and the endless number of searches. */
export function robotsText(siteUrl: string): string {
  return [
    'User-agent: *',
    'Allow: /api/openapi.json',
    'Disallow: /api/',
    'Disallow: /staff',
    'Disallow: /checkout',
    'Disallow: /edit-business/',
    'Disallow: /business-statistics/',
    'Disallow: /statistics-mail/',
    'Disallow: /*?*search=',
    'Disallow: /*?*cursor=',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
