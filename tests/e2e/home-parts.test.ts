/** The parts of the home page below its first screen: when they are laid out, colored, and ask for their pictures. */
import { expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser();

test('on a phone the lower parts come without frames too, and at once where the address names one', async () => {
  const phone = await browser.open(site.url, { viewport: { width: 390, height: 800 } });
  await phone.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
    const isLaid = () => document.getElementById('categories')?.checkVisibility({ contentVisibilityAuto: true });
    // Checks the class, because the browser knows the visibility only after it has styled the page again.
    addEventListener('DOMContentLoaded', () =>
      Object.assign(window, { isLaid, atOnce: document.documentElement.classList.contains('laid-5') }),
    );
  });
  const seen = (what: 'isLaid()' | 'atOnce') => phone.evaluate<boolean>(`window.${what}`);
  await phone.goto(site.url);
  expect(await seen('atOnce')).toBe(false);
  await expect.poll(() => seen('isLaid()')).toBe(true);
  await phone.goto('about:blank');
  await phone.goto(`${site.url}/#categories`);
  expect(await seen('atOnce')).toBe(true);
  await expect.poll(() => seen('isLaid()')).toBe(true);
});

test('on a phone that changes to dark, what is out of sight follows, and nothing loses its height meanwhile', async () => {
  const phone = await browser.open(site.url, { viewport: { width: 390, height: 800 } });
  await phone.locator('html.laid-5').waitFor({ state: 'attached' });
  await phone.evaluate(() => {
    const seen: { theme: string | undefined; height: number; leftOut: number }[] = [];
    const parts = [...document.querySelectorAll('main :is(.later-1, .later-2, .later-3, .later-4, .later-5):not(li)')];
    const isLeftOut = (part: Element) =>
      part.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) === false;
    const note = () =>
      seen.push({
        theme: document.documentElement.dataset.theme,
        height: document.body.scrollHeight,
        leftOut: parts.filter(isLeftOut).length,
      });
    note();
    new MutationObserver(note).observe(document.documentElement, { attributes: true });
    Object.assign(window, { seen });
  });
  await phone.locator('header summary').click();
  await phone.getByRole('button', { name: 'Use dark colors' }).filter({ visible: true }).click();
  await phone.locator('html[data-theme=dark]:not(.in-sight-first)').waitFor({ state: 'attached' });
  const seen = await phone.evaluate<{ theme?: string; height: number; leftOut: number }[]>('window.seen');
  expect(new Set(seen.map(({ height }) => height)).size).toBe(1);
  expect(seen.find(({ theme }) => theme === 'dark')?.leftOut).toBeGreaterThan(2);
  expect(seen.at(-1)?.leftOut).toBe(0);
});

test('on a phone asks for the pictures below the first screen once somebody scrolls, and nothing moves then', async () => {
  const page = await browser.open(site.url, { viewport: { width: 390, height: 500 } });
  const section = page.getByRole('region', { name: 'Discover' });
  const tiles = section.locator('img');
  const loaded = () =>
    tiles.evaluateAll((images: HTMLImageElement[]) => images.filter(({ naturalWidth }) => naturalWidth > 0).length);
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle');
  expect(await tiles.count()).toBe(6);
  expect(await loaded()).toBe(0);
  const before = await section.boundingBox();
  await page.mouse.wheel(0, 40);
  await expect.poll(loaded).toBe(6);
  expect((await section.boundingBox())?.height).toBe(before?.height);
});

test('a wide screen has its pictures at once, a phone four seconds after the page has loaded, with nothing touched', async () => {
  // The clock stands: what comes at once waits for none of its steps.
  const open = async (width: number) => {
    // So low that a phone's first screen has none of the tiles.
    const page = await browser.open(site.url, { viewport: { width, height: 500 } });
    await page.clock.install();
    await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
    await page.reload();
    const tiles = page.getByRole('region', { name: 'Discover' }).locator('img');
    const loaded = () =>
      tiles.evaluateAll((images: HTMLImageElement[]) => images.filter(({ naturalWidth }) => naturalWidth > 0).length);
    return { page, loaded };
  };
  const wide = await open(1440);
  await expect.poll(wide.loaded).toBe(6);
  const phone = await open(390);
  await phone.page.clock.runFor(3900);
  await phone.page.waitForLoadState('networkidle');
  expect(await phone.loaded()).toBe(0);
  await phone.page.clock.runFor(200);
  await expect.poll(phone.loaded).toBe(6);
});
