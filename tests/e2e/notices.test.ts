/** Staff publish a notice: every process shows it on every page until it ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { notices } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ twin: true, fill: (db) => anArticle(db, { slug: 'boil-water' }) });
const browser = openBrowser();
const phone = { width: 390, height: 844 };
const pages = ['/', '/directory', '/news/boil-water', '/helpful-links', '/login', '/no-such-page'];

/** Two seconds on a usual machine; one that is busy with other tests gets more. */
const reachesAllWithinMs = 15_000;

const htmlOf = async (address: string) => (await fetch(address)).text();
const everyPage = () =>
  Promise.all(pages.flatMap((path) => [site.url, site.twinUrl].map((origin) => htmlOf(origin + path))));

/** Looks again and again for as long as a change may take to reach every stored page of every process, and at its end for good. */
async function reachesEveryPage(look: (html: string) => boolean): Promise<void> {
  for (const from = Date.now(); Date.now() - from < reachesAllWithinMs; await sleep(100)) {
    if ((await everyPage()).every(look)) return;
  }
  expect((await everyPage()).filter((html) => !look(html))).toEqual([]);
}

/** Stores a notice directly in the database, as another machine would. */
async function put(given: Partial<typeof notices.$inferInsert>): Promise<string> {
  return site.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(notices)
      .values({ severity: 'warning', text: 'Olmos Drive is closed.', startsAt: new Date(), ...given })
      .returning();
    await announceChange(tx, ['notices']);
    return row?.id ?? '';
  });
}

afterEach(async () => {
  await site.db.transaction(async (tx) => {
    await tx.delete(notices);
    await announceChange(tx, ['notices']);
  });
});

interface Shift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** A line for each thing on the page that moved after it was painted. */
const layoutShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const moved: string[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const { value, sources } of list.getEntries() as Shift[])
            for (const { node, previousRect, currentRect } of sources)
              moved.push(
                `${value}: ${node?.textContent?.trim().slice(0, 60)}, ${JSON.stringify([previousRect, currentRect])}`,
              );
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(moved), 300);
      }),
  );

test.each([390, 1440])(
  'staff put one up, %d px wide; soon every stored page of every process has it',
  async (width) => {
    await everyPage();
    for (const html of await everyPage()) expect(html).not.toContain('town-notice"');

    const staff = await openAs({ site, browser }, 'staff', '/staff/notices', { viewport: { width, height: 844 } });
    await staff.getByRole('link', { name: 'Put up a notice' }).click();
    await staff.getByLabel('How serious').selectOption('emergency');
    await staff.getByLabel('Link (optional)').fill('javascript:alert(1)');
    await staff.getByRole('button', { name: 'Put it up' }).click();
    await staff.getByText('Please say what has happened and what to do').waitFor();
    await staff.getByText('Please enter a web address').waitFor();
    await staff.getByLabel('Text', { exact: true }).fill('Boil tap water before you drink it.');
    await staff.getByLabel('Link (optional)').fill('/news/boil-water');
    await staff.getByLabel('Words of the link').fill('What to do');
    expect(await accessibilityFaultsInBothThemes(staff)).toEqual([]);
    await staff.getByRole('button', { name: 'Put it up' }).click();
    // The open page shows the notice at once.
    await staff.getByRole('alert').getByText('Boil tap water').waitFor();
    await reachesEveryPage(
      (html) =>
        html.includes('<strong>Emergency:</strong> Boil tap water before you drink it.') &&
        html.includes('<a href="/news/boil-water">What to do</a>'),
    );
    const visitor = await browser.open(`${site.twinUrl}/directory`, { viewport: { width, height: 844 } });
    await visitor.getByRole('alert').getByText('Boil tap water').waitFor();
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect((await fetch(`${site.twinUrl}/no-such-page`)).status).toBe(404);
    expect(await htmlOf(`${site.twinUrl}/feeds/news.xml`)).toContain('Emergency: Boil tap water');

    await staff.getByRole('button', { name: 'Take down' }).click();
    await staff.getByRole('button', { name: 'Put back' }).waitFor();
    await staff.getByRole('alert').waitFor({ state: 'detached' });
    await reachesEveryPage((html) => !html.includes('Boil tap water'));
    await staff.getByRole('button', { name: 'Put back' }).click();
    await staff.getByRole('button', { name: 'Take down' }).waitFor();
    await reachesEveryPage((html) => html.includes('Boil tap water'));
  },
);

/**
 * Sets a moment of the notice, and looks at all pages shortly before it and from then on, until they show what they shall. A busy
 * machine may answer the first look too late to tell: then the moment is set anew, twice as far away.
 */
async function aroundTheMoment(id: string, field: 'startsAt' | 'endsAt', leadMs = 4_000): Promise<void> {
  const moment = Date.now() + leadMs;
  await site.db.transaction(async (tx) => {
    await tx
      .update(notices)
      .set({ [field]: new Date(moment) })
      .where(eq(notices.id, id));
    await announceChange(tx, ['notices']);
  });
  await sleep(leadMs / 2);
  const isShown = (html: string) => html.includes('Storm at noon.');
  const before = (await everyPage()).filter(isShown).length;
  if (Date.now() >= moment) return aroundTheMoment(id, field, 2 * leadMs);
  expect(before).toBe(field === 'startsAt' ? 0 : 2 * pages.length);
  await sleep(moment - Date.now());
  await reachesEveryPage((html) => isShown(html) === (field === 'startsAt'));
}

test('a start and an end that pass take effect on stored pages of both processes, with nobody doing anything', async () => {
  const id = await put({ text: 'Storm at noon.', startsAt: new Date(Date.now() + 3_600_000) });
  await aroundTheMoment(id, 'startsAt');
  await aroundTheMoment(id, 'endsAt');
});

test('an open page loses it at its end, and a page opened from it has what came meanwhile', async () => {
  await put({ text: 'Short storm.', endsAt: new Date(Date.now() + 12_000) });
  await expect.poll(() => htmlOf(site.url)).toContain('Short storm.');
  const page = await browser.open(site.url);
  await page.getByRole('status').getByText('Short storm.').waitFor();
  await page.getByRole('status').getByText('Short storm.').waitFor({ state: 'detached' });
  expect(await page.getByRole('complementary', { name: 'Town notices' }).count()).toBe(0);

  const id = await put({ text: 'Olmos Drive is closed.' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'History' }).click();
  await page.getByRole('status').getByText('Olmos Drive is closed.').waitFor();
  await site.db.transaction(async (tx) => {
    await tx.update(notices).set({ takenDownAt: new Date() }).where(eq(notices.id, id));
    await announceChange(tx, ['notices']);
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' }).click();
  await page.getByRole('status').getByText('Olmos Drive is closed.').waitFor({ state: 'detached' });
});

test('is read and reached by everybody: no shift, no script, by keyboard, in both themes, on paper', async () => {
  await put({ severity: 'emergency', text: 'Leave the houses along the creek now.', url: '/news/boil-water' });
  await put({ severity: 'warning', text: 'Olmos Drive is closed.' });
  await put({ severity: 'info', text: 'No trash pick-up on Friday.' });
  await reachesEveryPage((html) => html.includes('No trash pick-up'));
  const page = await browser.open(`${site.url}/history`, { viewport: phone });
  const bar = page.getByRole('complementary', { name: 'Town notices' });
  expect(await bar.locator('strong').allInnerTexts()).toEqual(['Emergency:', 'Warning:', 'Notice:']);
  // Other letters, which come later, move lines by a hair. In this view none come: what moves is moved by the bars.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.route('**/*.woff2', (route) => route.fulfill({ status: 404 }));
  await page.reload({ waitUntil: 'networkidle' });
  expect(await layoutShifts(page)).toEqual([]);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Read more');
  await page.emulateMedia({ media: 'print' });
  await bar.getByText('Leave the houses').waitFor();

  const plain = await browser.open(`${site.url}/history`, { script: false });
  await plain.getByRole('alert').getByText('Leave the houses').waitFor();
});
