import type { articleCategories } from '#shared/city.ts';

export type ArticleCategory = (typeof articleCategories)[number];

/** '/feeds/news.xml', '/feeds/news/business.json' */
export function newsFeedPath(format: 'xml' | 'json', category?: ArticleCategory): string {
  return `/feeds/news${category ? `/${category}` : ''}.${format}`;
}
