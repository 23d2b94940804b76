/**
 * `npm run pictures`: starts a site with the sample town, opens the pages that README.md and docs/ show, and
 * writes docs/pictures/*.webp. Run it when a page has changed its looks.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { desc, eq, isNotNull, sql } from 'drizzle-orm';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { createDatabase, type Database } from '#server/db/client.ts';
import { businesses } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { type SiteUnderTest, startSite } from '../bench/site-under-test.ts';

const folder = join(import.meta.dirname, '../docs/pictures');
const size = { width: 1280, height: 860 };
/** A README loads all of its pictures at once. */
const maxBytes = 200_000;

interface Picture {
  name: string;
  path: string;
  /** The value of the session cookie; visitors have none. */
  session?: string;
  /** Brings out what the picture is about. */
  prepare?: (page: Page) => Promise<unknown>;
}

/** The sample owner with the most listings, one of which has photos where there is such a one. */
async function sampleOwner(db: Database): Promise<string> {
  const [row] = await db
    .select({ ownerId: businesses.ownerId })
    .from(businesses)
    .where(isNotNull(businesses.ownerId))
    .groupBy(businesses.ownerId)
    .orderBy(desc(sql`count(*)`), businesses.ownerId)
    .limit(1);
  return found(row?.ownerId ?? undefined, 'a sample owner');
}

async function listPictures(db: Database): Promise<Picture[]> {
  const ownerId = await sampleOwner(db);
  const own = found(
    (await db.select().from(businesses).where(eq(businesses.ownerId, ownerId)).limit(1))[0],
    'a listing',
  );
  const [premium] = await db
    .select({ slug: businesses.slug })
    .from(businesses)
    .where(isNotNull(businesses.premiumExpiresAt))
    .orderBy(businesses.name)
    .limit(1);
  const owner = await aSession(db, ownerId);
  const staff = await aSession(db, (await aUser(db, { role: 'staff', username: 'Stella' })).id);
  return [
    { name: 'home', path: '/' },
    { name: 'search', path: '/directory?search=coffee+open+now' },
    { name: 'business', path: `/business/${found(premium, 'a premium listing').slug}` },
    { name: 'events', path: '/events' },
    { name: 'dashboard', path: '/dashboard', session: owner },
    { name: 'edit', path: `/edit-business/${own.id}`, session: owner },
    {
      name: 'queue',
      path: '/staff',
      session: staff,
      prepare: (page) => page.locator('main button[aria-expanded]').first().click(),
    },
    {
      name: 'newsletter',
      path: '/staff/newsletter',
      session: staff,
      prepare: async (page) => {
        await page.getByRole('button', { name: /^Draft/ }).click();
        await page.getByLabel('Subject').waitFor();
        await page.locator('.toast').waitFor({ state: 'detached' });
      },
    },
  ];
}

async function take(browser: Browser, { origin }: SiteUnderTest, picture: Picture): Promise<void> {
  const { name, path, session, prepare } = picture;
  const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce', timezoneId: 'America/Chicago' });
  if (session !== undefined)
    await context.addCookies([{ name: 'session', value: session, url: origin, httpOnly: true, sameSite: 'Lax' }]);
  const page = await context.newPage();
  await page.goto(origin + path, { waitUntil: 'networkidle' });
  await prepare?.(page);
  // The strip about test payments is no part of a town's site.
  await page.evaluate(() => document.querySelector('.test-payments')?.remove());
  await page.waitForLoadState('networkidle');
  const file = join(folder, `${name}.webp`);
  await sharp(await page.screenshot())
    .webp({ quality: 82, effort: 6 })
    .toFile(file);
  const { size: bytes } = statSync(file);
  console.log(`${name}.webp ${(bytes / 1000).toFixed(0)} kB`);
  if (bytes > maxBytes) throw new Error(`${file} is heavier than ${maxBytes / 1000} kB`);
  await context.close();
}

const site = await startSite();
const database = createDatabase(site.databaseUrl, { max: 2, name: 'pictures' });
try {
  const browser = await chromium.launch({
    ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  for (const picture of await listPictures(database.db)) await take(browser, site, picture);
  await browser.close();
} finally {
  await database.close();
  await site.stop();
}
process.exit(0);
