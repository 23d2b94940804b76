import { Feed } from 'feed';
import { escapeXml, withoutControls } from '#server/http/escape-xml.ts';
import type { Services } from '#server/http/serve.ts';
import { listArticlesForFeed } from './list-for-feed.ts';

/** The newest articles as RSS 2.0, each with its whole text. */
export async function newsFeed({ db, city, env, now }: Services): Promise<string> {
  const articles = await listArticlesForFeed(db, now());
  const name = `${city.facts.name}, ${city.facts.region}`;
  const feed = new Feed({
    title: `${name}: news`,
    description: city.facts.description,
    id: `${env.siteUrl}/news`,
    link: `${env.siteUrl}/news`,
    language: city.facts.language,
    copyright: '',
    generator: 'Alameda',
    feedLinks: { rss: `${env.siteUrl}/feeds/news.xml` },
    ...(articles[0] ? { updated: articles[0].publishAt ?? articles[0].createdAt } : {}),
  });
  for (const article of articles) {
    const link = `${env.siteUrl}/news/${article.slug}`;
    feed.addItem({
      title: withoutControls(article.title),
      id: link,
      link,
      date: article.publishAt ?? article.createdAt,
      description: withoutControls(article.excerpt),
      content: withoutControls(withWholeAddresses(picture(article) + article.content, env.siteUrl)),
      category: [{ name: article.category }],
    });
  }
  return feed.rss2();
}

function picture({ imageUrl, imageAlt }: { imageUrl: string | null; imageAlt: string | null }): string {
  return imageUrl === null ? '' : `<p><img src="${escapeXml(imageUrl)}" alt="${escapeXml(imageAlt ?? '')}"></p>`;
}

/** A reader shows the text away from the site, where '/media/…' leads nowhere. */
function withWholeAddresses(html: string, siteUrl: string): string {
  return html.replace(/\b(src|href)="\/(?!\/)/g, `$1="${siteUrl}/`);
}
