/** Files made from the site's content: sitemap, robots.txt, web manifest, news feed and calendars. */
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { newsFeedPath } from '#features/articles/news-feed-path.ts';
import { type FeedItem, newsFeed, newsJsonFeed } from '#features/articles/server/news-feed.ts';
import { findSitemapPart } from '#features/businesses/server/list-for-sitemap.ts';
import { calendarServices } from '#features/events/server/calendar-links.ts';
import { embedPage, embedPolicy } from '#features/events/server/embed-page.ts';
import {
  eventCalendar,
  eventCalendarLink,
  eventsCalendar,
  eventsFeed,
  readCategory,
} from '#features/events/server/feeds.ts';
import { type ApiEnv, expiresHeader, type Services, tagsHeader } from '#server/http/serve.ts';
import { articleCategories } from '#shared/city.ts';
import { noticeItems } from './notice-items.ts';
import { robotsText } from './robots.ts';
import {
  articlesSitemap,
  businessesSitemap,
  categoriesSitemap,
  eventsSitemap,
  pagesSitemap,
  sitemapIndex,
} from './sitemap.ts';
import { webManifest } from './web-manifest.ts';

const xml = 'application/xml; charset=utf-8';
const plain = 'text/plain; charset=utf-8';
const calendar = 'text/calendar; charset=utf-8';
const rss = 'application/rss+xml; charset=utf-8';
const jsonFeed = 'application/feed+json; charset=utf-8';

const embeddedEvents = '/embed/events';

/** The query parameters that these files read, by path; they alone distinguish stored copies. */
export const filesRead: Readonly<Record<string, readonly string[]>> = { [embeddedEvents]: ['category'] };

export function mountFeeds(app: Hono<ApiEnv>, services: Services): void {
  const file = (path: string, type: string, tag: string, make: (services: Services) => Promise<string> | string) =>
    app.get(path, async (c) => {
      c.header(tagsHeader, tag);
      return c.body(await make(services), 200, { 'Content-Type': type });
    });
  /** A news feed with the town's notices first, which come and go by the clock. */
  const newsFile = (path: string, type: string, make: (first: FeedItem[]) => Promise<string>) =>
    app.get(path, async (c) => {
      const { items, until } = await noticeItems(services);
      c.header(tagsHeader, 'articles,notices');
      if (until) c.header(expiresHeader, String(until.getTime()));
      return c.body(await make(items), 200, { 'Content-Type': type });
    });

  file('/robots.txt', plain, 'city', ({ env }) => robotsText(env.siteUrl));
  file('/site.webmanifest', 'application/manifest+json; charset=utf-8', 'city', ({ city }) =>
    JSON.stringify(webManifest(city.facts)),
  );
  newsFile(newsFeedPath('xml'), rss, (first) => newsFeed(services, { first }));
  newsFile(newsFeedPath('json'), jsonFeed, (first) => newsJsonFeed(services, { first }));
  for (const category of articleCategories) {
    file(newsFeedPath('xml', category), rss, 'articles', (all) => newsFeed(all, { category }));
    file(newsFeedPath('json', category), jsonFeed, 'articles', (all) => newsJsonFeed(all, { category }));
  }
  file('/feeds/events.ics', calendar, 'events', (services) => eventsCalendar(services));
  file('/feeds/events.xml', rss, 'events', (services) => eventsFeed(services));
  file('/sitemap.xml', xml, 'businesses', sitemapIndex);
  file('/sitemaps/pages.xml', xml, 'city', pagesSitemap);
  file('/sitemaps/categories.xml', xml, 'categories', categoriesSitemap);
  file('/sitemaps/articles.xml', xml, 'articles', articlesSitemap);
  file('/sitemaps/events.xml', xml, 'events', eventsSitemap);

  app.get('/feeds/events/:file{[a-z]+\\.(ics|xml)}', async (c) => {
    const [name = '', ending] = c.req.param('file').split('.');
    const category = readCategory(name);
    if (category === undefined) return missing(c);
    c.header(tagsHeader, 'events');
    return ending === 'ics'
      ? c.body(await eventsCalendar(services, category), 200, { 'Content-Type': calendar })
      : c.body(await eventsFeed(services, category), 200, { 'Content-Type': rss });
  });

  app.get(embeddedEvents, async (c) => {
    const category = c.req.query('category');
    if (category && readCategory(category) === undefined) return missing(c);
    c.header(tagsHeader, 'events');
    c.header('Content-Security-Policy', embedPolicy);
    // '' removes the header that forbids frames (front.ts); the policy above says who may frame it.
    c.header('X-Frame-Options', '');
    return c.html(await embedPage(services, readCategory(category ?? '')));
  });

  for (const service of calendarServices) {
    app.get(`/events/:id/${service}`, async (c) => {
      const address = await eventCalendarLink(services, c.req.param('id'), service);
      if (address === null) return missing(c);
      c.header(tagsHeader, 'events');
      return c.redirect(address, 302);
    });
  }

  app.get('/events/:file{[^/]+\\.ics}', async (c) => {
    const text = await eventCalendar(services, c.req.param('file').slice(0, -'.ics'.length));
    if (text === null) return missing(c);
    c.header(tagsHeader, 'events');
    return c.body(text, 200, {
      'Content-Type': calendar,
      'Content-Disposition': 'attachment; filename="event.ics"',
    });
  });

  app.get('/sitemaps/:file{businesses-[1-9][0-9]{0,3}\\.xml}', async (c) => {
    const firstId = await findSitemapPart(services.db, Number(/\d+/.exec(c.req.param('file'))?.[0]));
    return firstId === null ? missing(c) : bigFile(c, businessesSitemap(services, firstId));
  });
}

function missing(c: Context): Response {
  return c.text('There is no such file.', 404);
}

/** Streams a text, compressed when the client accepts it. */
function bigFile(c: Context, parts: AsyncGenerator<string>): Response {
  c.header('Content-Type', xml);
  c.header('Cache-Control', 'public, max-age=3600');
  c.header('Vary', 'Accept-Encoding');
  if (c.req.method === 'HEAD') return c.body(null);
  const text = Readable.from(parts, { objectMode: false });
  if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(toWeb(text));
  c.header('Content-Encoding', 'gzip');
  // The destroyed streams themselves report an error or a client that left.
  return c.body(toWeb(pipeline(text, createGzip(), () => undefined)));
}

function toWeb(stream: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>;
}
