/** The newest articles with their whole text, as RSS 2.0 and JSON Feed 1.1, of one category or of all. */
import { Feed } from 'feed';
import { cleanHtml } from '#server/clean-html.ts';
import { escapeMarkup, withoutControls } from '#server/escape-markup.ts';
import type { Services } from '#server/http/serve.ts';
import { type ArticleCategory, newsFeedPath } from '../news-feed-path.ts';
import { listArticlesForFeed } from './list-for-feed.ts';

async function readFeed({ db, city, env, now }: Services, category?: ArticleCategory) {
  const articles = await listArticlesForFeed(db, now(), category);
  const about = category === undefined || category === 'news' ? 'news' : `${category} news`;
  return {
    title: `${city.facts.name}, ${city.facts.region}: ${about}`,
    description: city.facts.description,
    language: city.facts.language,
    page: `${env.siteUrl}/news`,
    items: articles.map((article) => ({
      url: `${env.siteUrl}/news/${article.slug}`,
      title: withoutControls(article.title),
      summary: withoutControls(article.excerpt),
      html: withoutControls(withWholeAddresses(picture(article) + cleanHtml(article.content), env.siteUrl)),
      picture: article.imageUrl === null ? undefined : env.siteUrl + article.imageUrl,
      author: article.author,
      category: article.category,
      publishedAt: article.publishAt ?? article.createdAt,
      updatedAt: article.updatedAt,
    })),
  };
}

export async function newsFeed(services: Services, category?: ArticleCategory): Promise<string> {
  const { items, title, description, language, page } = await readFeed(services, category);
  const feed = new Feed({
    title,
    description,
    id: page,
    link: page,
    language,
    copyright: '',
    generator: 'Alameda',
    feedLinks: { rss: services.env.siteUrl + newsFeedPath('xml', category) },
    ...(items[0] ? { updated: items[0].publishedAt } : {}),
  });
  for (const item of items) {
    feed.addItem({
      title: item.title,
      id: item.url,
      link: item.url,
      date: item.publishedAt,
      description: item.summary,
      content: item.html,
      category: [{ name: item.category }],
    });
  }
  return feed.rss2();
}

/** https://www.jsonfeed.org/version/1.1/ */
export async function newsJsonFeed(services: Services, category?: ArticleCategory): Promise<string> {
  const { items, title, description, language, page } = await readFeed(services, category);
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: services.env.siteUrl + newsFeedPath('json', category),
    description,
    language,
    items: items.map((item) => ({
      id: item.url,
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
