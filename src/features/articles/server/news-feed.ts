/** The newest articles with their whole text, as RSS 2.0 and JSON Feed 1.1, of one category or of all. */
import { Feed } from 'feed';
import { cleanHtml } from '#server/clean-html.ts';
import type { Services } from '#server/http/serve.ts';
import { asFeedText, escapeMarkup, withoutControls } from '#shared/escape-markup.ts';
import { type ArticleCategory, newsFeedPath } from '../news-feed-path.ts';
import { listArticlesForFeed } from './list-for-feed.ts';

/** One entry of a feed: an article, or a notice that stands before all articles. */
export interface FeedItem {
  /** Stays the same when the entry is edited. */
  id: string;
  url: string;
  title: string;
  summary: string;
  html: string;
  picture: string | undefined;
  author: string | null;
  category: string;
  publishedAt: Date;
  updatedAt: Date;
}

interface FeedOptions {
  category?: ArticleCategory | undefined;
  /** Entries that stand before the articles. */
  first?: readonly FeedItem[];
}

async function readFeed({ db, city, env, now }: Services, { category, first = [] }: FeedOptions) {
  const articles = await listArticlesForFeed(db, now(), category);
  const about = category === undefined || category === 'news' ? 'news' : `${category} news`;
  return {
    title: `${city.facts.name}, ${city.facts.region}: ${about}`,
    description: city.facts.description,
    language: city.facts.language,
    page: `${env.siteUrl}/news`,
    items: [...first, ...articles.map((article) => itemOf(article, env.siteUrl))],
  };
}

function itemOf(article: Awaited<ReturnType<typeof listArticlesForFeed>>[number], siteUrl: string): FeedItem {
  const url = `${siteUrl}/news/${article.slug}`;
  return {
    id: url,
    url,
    title: withoutControls(article.title),
    summary: withoutControls(article.excerpt),
    html: withoutControls(withWholeAddresses(picture(article) + cleanHtml(article.content), siteUrl)),
    picture: article.imageUrl === null ? undefined : siteUrl + article.imageUrl,
    author: article.author,
    category: article.category,
    publishedAt: article.publishAt ?? article.createdAt,
    updatedAt: article.updatedAt,
  };
}

export async function newsFeed(services: Services, options: FeedOptions): Promise<string> {
  const { items, title, description, language, page } = await readFeed(services, options);
  const feed = new Feed({
    title,
    description,
    id: page,
    link: page,
    language,
    copyright: '',
    generator: 'Alameda',
    feedLinks: { rss: services.env.siteUrl + newsFeedPath('xml', options.category) },
    ...(items[0] ? { updated: items[0].publishedAt } : {}),
  });
  for (const item of items) {
    feed.addItem({
      title: asFeedText(item.title),
      id: item.id,
      link: item.url,
      date: item.publishedAt,
      description: asFeedText(item.summary),
      content: item.html,
      category: [{ name: item.category }],
    });
  }
  return feed.rss2();
}

/** https://www.jsonfeed.org/version/1.1/ */
export async function newsJsonFeed(services: Services, options: FeedOptions): Promise<string> {
  const { items, title, description, language, page } = await readFeed(services, options);
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: services.env.siteUrl + newsFeedPath('json', options.category),
    description,
    language,
    items: items.map((item) => ({
      id: item.id,
      url: item.url,
      title: item.title,
      content_html: item.html,
      summary: item.summary || undefined,
      image: item.picture,
      date_published: item.publishedAt.toISOString(),
      date_modified: item.updatedAt.toISOString(),
      authors: item.author ? [{ name: item.author }] : undefined,
      tags: [item.category],
    })),
  });
}

function picture({ imageUrl, imageAlt }: { imageUrl: string | null; imageAlt: string | null }): string {
  return imageUrl === null ? '' : `<p><img src="${escapeMarkup(imageUrl)}" alt="${escapeMarkup(imageAlt ?? '')}"></p>`;
}

/**
 * Makes addresses absolute: a feed reader shows the text away from the site, where '/media/…' leads nowhere.
 */
function withWholeAddresses(html: string, siteUrl: string): string {
  return html.replace(/\b(src|href)="\/(?!\/)/g, `$1="${siteUrl}/`);
}
