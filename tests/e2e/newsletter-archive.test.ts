/** The list of past newsletters: small pictures that come late and move nothing. */
import { expect, test } from 'vitest';
import { anIssue } from '#tests/factories/an-issue.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test.each([
  ['a phone', 390],
  ['a tablet', 820],
  ['a wide screen', 1440],
])('shows a small picture of each issue that has one, on %s', async (_, width) => {
  const listed = await (await fetch(`${site.url}/api/city/picture-credits`)).text();
  const [picture = ''] = /\/media\/city\/[\w-]+\.\d+x\d+\.webp/.exec(listed) ?? [];
  expect(picture).not.toBe('');
  const made = Array.from({ length: 30 }, (__, at) => ({
    ...({ slug: `issue-${width}-${at}`, subject: `Week ${at} by the creek`, status: 'sent' } as const),
    startedAt: new Date(Date.UTC(2026, 0, 30 - at)),
    picture: at === 1 ? null : picture,
  }));
  for (const given of made) await anIssue(site.db, given);
  await site.forgetPages();
  const asked = new Set<string>();
  const page = await browser.open(`${site.url}/privacy`, { viewport: { width, height: 844 } });
  page.on('request', (request) => {
    if (request.url().includes('/media/city/')) asked.add(new URL(request.url()).pathname);
  });
  await page.goto(`${site.url}/newsletter/archive`);
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();
  const image = line('Week 0 by').locator('img');
  await expect
    .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth))
    .toBeGreaterThan(0);
  // The smallest stored width, in the box that was kept for it.
  expect(await image.evaluate((one: HTMLImageElement) => one.currentSrc)).toMatch(/@384\.avif$/);
  expect([...asked]).toEqual([expect.stringMatching(/@384\.avif$/)]);
  expect(await image.boundingBox()).toMatchObject({ width: 96, height: 72 });
  expect(await image.getAttribute('loading')).toBe('lazy');
  expect(await line('Week 1 by').locator('img').count()).toBe(0);
  const shifts = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 500);
      }),
  );
  expect(shifts).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
});
