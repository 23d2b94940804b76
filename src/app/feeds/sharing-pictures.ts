/**
 * The pictures that other sites show for a link to this one: /og/site.png, /og/business/{slug}.png,
 * /og/article/{slug}.png, /og/event/{slug}.png. Made when first asked for and kept on disk.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Hono } from 'hono';
import { findArticleForSharing } from '#features/articles/server/find-for-sharing.ts';
import { findBusinessForSharing } from '#features/businesses/server/find-for-sharing.ts';
import { findEvent } from '#features/events/server/find-event.ts';
import { findMediaFile } from '#server/http/media-files.ts';
import type { ApiEnv, Services } from '#server/http/serve.ts';
import { createDrawingRoom, DrawingError } from '#server/sharing-picture/drawing-room.ts';
import { createPictureShelf } from '#server/sharing-picture/picture-shelf.ts';
import { designVersion, type SharingPicture } from '#server/sharing-picture/sharing-picture.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { Crowded, Turns } from '#server/turns.ts';
import { formatDate, formatLongDate } from '#shared/dates.ts';
import { drawnAs } from '#shared/drawn-categories.ts';
import { Problem } from '#shared/problem.ts';
import { categoryPatterns } from '#web/art/patterns.ts';

const shelfBytes = 200 * 1024 * 1024;
/** A picture takes about 120 ms, so the last in line waits a second and a half. */
const maxWaiting = 12;

const drawingProgram = join(import.meta.dirname, '../../server/sharing-picture/draw-process.ts');

/** Look and name of each kind of article. */
const articleLooks = {
  news: { label: 'News', color: 'red', glyph: 'other' },
  community: { label: 'Community', color: 'teal', glyph: 'arts-entertainment' },
  business: { label: 'Business', color: 'indigo', glyph: 'professional-services' },
  events: { label: 'Events', color: 'orange', glyph: 'arts-entertainment' },
} as const;

/** The same for each kind of event. */
const eventLooks = {
  government: { label: 'Government', color: 'blue', glyph: 'professional-services' },
  community: { label: 'Community', color: 'green', glyph: 'other' },
  business: { label: 'Business', color: 'indigo', glyph: 'shopping' },
  cultural: { label: 'Culture', color: 'purple', glyph: 'arts-entertainment' },
} as const;

export function mountSharingPictures(app: Hono<ApiEnv>, services: Services): void {
  const { city, env, db, now } = services;
  const siteName = `${city.facts.name}, ${city.facts.region}`;
  const places = {
    city: join(import.meta.dirname, '../../../dist/media', city.key),
    uploads: filesOf(env).uploads,
  };
  const answer = createPictureAnswer(services);

  const fileOf = async (imageUrl: string | null) => {
    // The store is away, so the drawing has no picture now. Its address names its content, so it is drawn anew later.
    const found = imageUrl === null ? null : await findMediaFile(imageUrl, places).catch(() => null);
    const path = found?.path;
    return path !== undefined && existsSync(path) ? path : null;
  };
  const patternOf = (category: string) => categoryPatterns[drawnAs(category)].paths;

  app.get('/og/site.png', async (c) => {
    const hero = city.facts.heroSlides[0]?.picture;
    const pictureFile =
      typeof hero === 'object'
        ? await fileOf(hero.src)
        : hero === undefined
          ? null
          : join(city.folder, 'pictures', hero);
    return answer(c, {
      siteName,
      title: siteName,
      label: null,
      line: city.facts.tagline,
      color: 'green',
      glyph: 'other',
      pattern: patternOf('other'),
      pictureFile: pictureFile !== null && existsSync(pictureFile) ? pictureFile : null,
      layout: 'top',
    });
  });

  app.get('/og/business/:file{[^/]+\\.png}', async (c) => {
    const slug = slugOf(c.req.param('file'));
    const business = await findBusinessForSharing(db, slug, now());
    if (business === null) return missing(c);
    if (business.slug !== slug) return c.redirect(`/og/business/${encodeURIComponent(business.slug)}.png`, 301);
    return answer(c, {
      siteName,
      title: business.name,
      label: business.categoryName,
      line: business.address || siteName,
      color: business.color,
      glyph: business.icon,
      pattern: patternOf(business.categorySlug),
      pictureFile: await fileOf(business.imageUrl),
      layout: 'side',
    });
  });

  app.get('/og/article/:file{[^/]+\\.png}', async (c) => {
    const article = await findArticleForSharing(db, slugOf(c.req.param('file')), now());
    if (article === null) return missing(c);
    return answer(c, {
      siteName,
      title: article.title,
      line: formatDate(article.publishAt ?? article.createdAt, city.facts.timeZone),
      pattern: patternOf('other'),
      pictureFile: await fileOf(article.imageUrl),
      layout: 'side',
      ...articleLooks[article.category],
    });
  });

  app.get('/og/event/:file{[^/]+\\.png}', async (c) => {
    const event = await findEvent(db, slugOf(c.req.param('file')), now());
    if (event === null) return missing(c);
    if ('redirectTo' in event) return c.redirect(`/og/event/${encodeURIComponent(event.redirectTo)}.png`, 301);
    const day = formatLongDate(event.startDate, city.facts.timeZone);
    return answer(c, {
      siteName,
      title: event.title,
      line: [day, event.location].filter(Boolean).join(' · '),
      pattern: patternOf('other'),
      pictureFile: await fileOf(event.imageUrl),
      layout: 'side',
      ...eventLooks[event.category],
    });
  });
}

/** No slug holds a NUL, and PostgreSQL takes no text that does. */
function slugOf(file: string): string {
  return file.slice(0, -'.png'.length).replaceAll('\0', '');
}

function missing(c: Context): Response {
  return c.text('There is no such picture.', 404);
}

/** Answers with the kept picture, or has it drawn. @throws Problem unavailable when too many wait */
function createPictureAnswer({ env, log }: Services) {
  const shelf = createPictureShelf(join(env.dataDir, 'cache/og'), shelfBytes);
  const room = createDrawingRoom<SharingPicture>(drawingProgram);
  const turns = new Turns(1, maxWaiting);

  async function draw(key: string, picture: SharingPicture): Promise<Buffer> {
    const drawing = turns.take(async () => {
      // An earlier turn may have drawn the same picture.
      const kept = await shelf.find(`${key}.png`);
      if (kept) return kept;
      const png = await room.draw(picture);
      await shelf.keep(`${key}.png`, png);
      return png;
    });
    return drawing.catch((error: unknown) => {
      if (!(error instanceof Crowded)) throw error;
      throw new Problem('unavailable', 'Too many ask for this at once. Please try again in a moment.', {
        retryAfterSeconds: 5,
      });
    });
  }

  return async (c: Context, picture: SharingPicture): Promise<Response> => {
    const key = createHash('sha256')
      .update(JSON.stringify([designVersion, picture]))
      .digest('base64url')
      .slice(0, 32);
    const etag = `"${key}"`;
    const headers = { ETag: etag, 'Cache-Control': 'public, max-age=3600, stale-while-revalidate=604800' };
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers);
    try {
      const png = (await shelf.find(`${key}.png`)) ?? (await draw(key, picture));
      return c.body(new Uint8Array(png), 200, { ...headers, 'Content-Type': 'image/png' });
    } catch (error) {
      if (!(error instanceof DrawingError)) throw error;
      log.error({ err: error, title: picture.title }, 'a sharing picture could not be drawn');
      return c.text('This picture cannot be drawn right now.', 503, {
        'Retry-After': '60',
        'Cache-Control': 'no-store',
      });
    }
  };
}
