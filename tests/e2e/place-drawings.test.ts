/** The drawing of a listing without a picture shows its kind of business. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { businesses, categories } from '#server/db/schema/index.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser();

/** The file of a category: a drawing from src/web/art/places, told by a part of its own. */
test.each([
  ['home-services', 'van.svg'],
  ['legal-services', 'office.svg'],
  ['shopping', 'shop.svg'],
])('%s: the drawing %s', async (category, file) => {
  const [business] = await site.db
    .select({ slug: businesses.slug })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .where(and(eq(categories.slug, category), eq(businesses.status, 'approved'), isNull(businesses.imageUrl)));
  const page = await browser.open(`${site.url}/business/${business?.slug}`, { viewport: { width: 1440, height: 900 } });
  const address = await page.locator('svg.dims use').first().getAttribute('href');
  const answer = await fetch(site.url + address);
  expect(answer.status).toBe(200);
  const drawn = await readFile(join('src/web/art/places', file), 'utf8');
  expect(await answer.text()).toContain(drawn.slice(drawn.indexOf('<defs>'), drawn.lastIndexOf('</svg>')));
});
