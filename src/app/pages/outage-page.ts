import type { Context } from 'hono';
import type { CityPack } from '#server/city-pack.ts';
import { escapeMarkup } from '#shared/escape-markup.ts';

/**
 * A plain page that needs nothing of the build, the database or script, and tries again by itself.
 * @param page.bars HTML above everything else: the town's notices
 */
export function outagePage(
  c: Context,
  city: CityPack,
  { status, bars }: { status: 500 | 503; bars: string },
): Response {
  const name = escapeMarkup(`${city.facts.name}, ${city.facts.region}`);
  const [title, text] =
    status === 503
      ? [
          'Back in a moment',
          'The site cannot reach its records right now. This page tries again by itself every 10 seconds.',
        ]
      : ['Something went wrong', 'This page could not be shown. We have noted it. Please try again in a moment.'];
  c.header('Retry-After', '10');
  c.header('Cache-Control', 'no-store');
  if (status === 503) c.header('Refresh', '10');
  return c.html(
    `<!doctype html><html lang="${city.facts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><title>${title} | ${name}</title></head><body>${bars}<main><h1>${title}</h1><p>${text}</p><p><a href="/">${name}</a></p></main></body></html>`,
    status,
  );
}
