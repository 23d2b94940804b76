/** The sitemap: an index, and parts of at most 50,000 addresses (sitemaps.org). */

import { routes } from '#app/pages/routes.ts';
import { listArticlesForSitemap } from '#features/articles/server/list-for-sitemap.ts';
import { listSitemapParts, readSitemapPart } from '#features/businesses/server/list-for-sitemap.ts';
import { readCategories } from '#features/categories/server/list-categories.ts';
import { listEventsForSitemap } from '#features/events/server/list-for-sitemap.ts';
import type { Services } from '#server/http/serve.ts';
import { isMissingTownPage } from '#server/town-pages.ts';
import { escapeMarkup } from '#shared/escape-markup.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const open = `${declaration}<urlset ${namespace}>\n`;
const close = '</urlset>\n';

/** The indexed pages, without those that show one entry. */
function indexedPages(): string[] {
  return routes.filter(({ path, isIndexed }) => isIndexed && !path.includes(':')).map(({ path }) => path);
}

function entry(address: string, changed?: Date): string {
  const when = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
  return `<url><loc>${escapeMarkup(address)}</loc>${when}</url>\n`;
}

export async function sitemapIndex({ db, env }: Services): Promise<string> {
  const businessParts = await listSitemapParts(db);
  const parts: [string, Date?][] = [
    ['pages'],
    ['categories'],
    ['articles'],
    ['events'],
    ...businessParts.map((changed, index): [string, Date] => [`businesses-${index + 1}`, changed]),
  ];
  const list = parts.map(
    ([name, changed]) =>
      `<sitemap><loc>${escapeMarkup(`${env.siteUrl}/sitemaps/${name}.xml`)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</sitemap>\n`,
  );
  return `${declaration}<sitemapindex ${namespace}>\n${list.join('')}</sitemapindex>\n`;
}

export function pagesSitemap({ env, city }: Services): string {
  return (
    open +
    indexedPages()
      .filter((path) => !isMissingTownPage(path, city.pages))
      .map((path) => entry(env.siteUrl + path))
      .join('') +
    close
  );
}

export async function categoriesSitemap({ db, env }: Services): Promise<string> {
  const categories = await readCategories(db);
  return open + categories.map(({ slug }) => entry(`${env.siteUrl}/category/${slug}`)).join('') + close;
}

export async function articlesSitemap({ db, env, now }: Services): Promise<string> {
  const articles = await listArticlesForSitemap(db, now());
  const entries = articles.map(({ slug, updatedAt }) => entry(`${env.siteUrl}/news/${slug}`, updatedAt));
  return open + entries.join('') + close;
}

export async function eventsSitemap({ db, env }: Services): Promise<string> {
  const events = await listEventsForSitemap(db);
  return open + events.map(({ slug, updatedAt }) => entry(`${env.siteUrl}/events/${slug}`, updatedAt)).join('') + close;
}

/** One part of the businesses, in pieces. */
export async function* businessesSitemap({ db, env }: Services, firstId: string): AsyncGenerator<string> {
  yield open;
  for await (const batch of readSitemapPart(db, firstId)) {
    yield batch.map(({ slug, updatedAt }) => entry(`${env.siteUrl}/business/${slug}`, updatedAt)).join('');
  }
  yield close;
}
