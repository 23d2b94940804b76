import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { events } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import {
  accessibilityFaults,
  accessibilityFaultsInBothThemes,
  openBrowser,
  startTestSite,
} from '#tests/support/site.ts';
import { fillListings } from './listings-content.ts';

const soon = new Date(Date.now() + 3 * 86_400_000);
const site = startTestSite({
  fill: async (db) => {
    await fillListings(db);
    await anEvent(db, { title: 'Garden Market', startsAt: soon }, [{ startsAt: soon }]);
  },
});
const browser = openBrowser({
  harmless: /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_FAILED)/,
});
const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const call = '**/api/search/suggestions?*';

const boxOf = (page: Page) => page.getByPlaceholder('Search businesses...');
const listOf = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });

// Filled at once where the list is read at once: an answer to fewer letters would be replaced meanwhile.
describe.each([
  ['home', '/'],
  ['the directory', '/directory'],
])('the search box of %s', (_, path) => {
  test.each([phone, desktop])('suggests while somebody types, in groups, $width px wide', async (viewport) => {
    const page = await browser.open(`${site.url}${path}`, { viewport });
    const box = boxOf(page);
    await box.fill('gar');
    const list = listOf(page);
    await list.waitFor();
    const businesses = list.getByRole('group', { name: 'Businesses' });
    expect(await businesses.getByRole('option').count()).toBeGreaterThan(1);
    expect(await list.getByRole('group', { name: 'Events' }).getByRole('option').innerText()).toContain(
      'Garden Market',
    );
    expect(await box.getAttribute('role')).toBe('combobox');
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    const count = await list.getByRole('option').count();
    await expect.poll(() => page.locator('search [role=status]').innerText()).toContain(`${count} suggestions`);
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide).toBe(false);
    const place = await list.boundingBox();
    expect(place && place.x >= 0 && place.x + place.width <= viewport.width).toBe(true);
  });

  test('is steered by keyboard: arrows, Home, End, Enter', async () => {
    const page = await browser.open(`${site.url}${path}`);
    const box = boxOf(page);
    const chosen = listOf(page).getByRole('option', { selected: true });
    const options = listOf(page).getByRole('option');
    await box.fill('gar');
    await listOf(page).waitFor();
    await box.press('ArrowDown');
    await chosen.waitFor();
    expect(await box.getAttribute('aria-activedescendant')).toBe(await options.first().getAttribute('id'));
    await box.press('End');
    await expect.poll(() => options.last().getAttribute('aria-selected')).toBe('true');
    await box.press('Home');
    await expect.poll(() => options.first().getAttribute('aria-selected')).toBe('true');
    await box.press('ArrowUp');
    await chosen.waitFor({ state: 'detached' });
    expect(await box.getAttribute('aria-activedescendant')).toBeNull();
    await box.press('ArrowUp');
    await expect.poll(() => options.last().getAttribute('aria-selected')).toBe('true');
    expect(await accessibilityFaults(page)).toEqual([]);
    await box.press('Home');
    await expect.poll(() => options.first().getAttribute('aria-selected')).toBe('true');
    await box.press('Enter');
    await page.waitForURL('**/business/garage-*');
  });

  test('closes with Escape and keeps what was typed; Enter then searches', async () => {
    const page = await browser.open(`${site.url}${path}`);
    const box = boxOf(page);
    await box.pressSequentially('garage');
    await listOf(page).waitFor();
    await box.press('Escape');
    await listOf(page).waitFor({ state: 'hidden' });
    expect(await box.inputValue()).toBe('garage');
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    await box.press('ArrowDown');
    await listOf(page).waitFor();
    await box.press('Enter');
    await page.waitForURL((url) => url.pathname === '/directory' && url.searchParams.get('search') === 'garage');
    await listOf(page).waitFor({ state: 'hidden' });
  });

  test('is steered by touch', async () => {
    const page = await browser.open(`${site.url}${path}`, { viewport: phone, hasTouch: true });
    await boxOf(page).tap();
    await boxOf(page).pressSequentially('garden m');
    await listOf(page)
      .getByRole('option', { name: /Garden Market/ })
      .tap();
    await page.waitForURL('**/events/garden-market*');
    await page.getByRole('heading', { level: 1, name: 'Garden Market' }).waitFor();
  });

  test('works as a plain form without script, and when the suggestions do not load', async () => {
    const plain = await browser.open(`${site.url}${path}`, { script: false });
    await boxOf(plain).fill('bakery');
    await boxOf(plain).press('Enter');
    await plain.waitForURL('**/directory?search=bakery*');
    const page = await browser.open(`${site.url}${path}`);
    await page.route(/search-suggestions/, (route) => route.abort());
    await page.route(call, (route) => route.abort());
    await boxOf(page).pressSequentially('bakery');
    await boxOf(page).press('Enter');
    await page.waitForURL('**/directory?search=bakery*');
  });

  test('asks for nothing before it has the focus, and then within 100 ms of a key', async () => {
    const page = await browser.open(`${site.url}${path}`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.install();
    await page.reload();
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    await page.waitForTimeout(300);
    expect(asked.filter((url) => /suggestions/.test(url))).toEqual([]);
    await boxOf(page).focus();
    await expect.poll(() => asked.some((url) => /search-suggestions/.test(url))).toBe(true);
    await expect.poll(() => boxOf(page).getAttribute('role')).toBe('combobox');
    // From here on the page's clock stands: what waits before asking or before showing waits for these two steps.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    const list = page.locator('[role=listbox]');
    for (const text of ['gar', 'bak', 'pap']) {
      const before = await list.textContent();
      const answered = page.waitForResponse((response) => response.url().endsWith(`/suggestions?search=${text}`));
      await boxOf(page).fill(text);
      await page.clock.runFor(50);
      await (await answered).finished();
      await page.clock.runFor(50);
      // The page may hear of the answer a little later than this test; its clock does not move on.
      await expect
        .poll(async () => {
          await page.clock.runFor(0);
          return list.textContent();
        })
        .not.toBe(before);
    }
  });
});

test('the chosen one stays chosen when an answer that was asked for before comes in, wherever it stands then', async () => {
  const page = await browser.open(`${site.url}/directory`);
  const { promise: isChosen, resolve: choose } = Promise.withResolvers<void>();
  await page.route('**/api/search/suggestions?search=gar', async (route) => {
    const response = await route.fetch();
    await isChosen;
    const answer = (await response.json()) as { kind: string }[];
    await route.fulfill({ response, json: answer.filter(({ kind }) => kind === 'business').reverse() });
  });
  const box = boxOf(page);
  const options = listOf(page).getByRole('option');
  const chosen = listOf(page).getByRole('option', { selected: true });
  await box.pressSequentially('ga');
  await options.first().waitFor();
  const first = await options.first().innerText();
  await box.press('r');
  await box.press('ArrowDown');
  await chosen.waitFor();
  choose();
  await expect.poll(() => options.last().innerText()).toBe(first);
  expect(await options.last().getAttribute('aria-selected')).toBe('true');
  expect(await box.getAttribute('aria-activedescendant')).toBe(await options.last().getAttribute('id'));

  // More letters make another question.
  await box.press('a');
  await chosen.waitFor({ state: 'detached' });
  await box.press('Enter');
  await page.waitForURL('**/directory?search=gara');
});

test('ends an earlier question, and asks no question twice', async () => {
  const page = await browser.open(`${site.url}/directory`);
  const asked: string[] = [];
  const ended: string[] = [];
  const termOf = (url: string) => new URL(url).searchParams.get('search') ?? '';
  page.on('request', (request) => {
    if (request.url().includes('/api/search/suggestions')) asked.push(termOf(request.url()));
  });
  page.on('requestfailed', (request) => ended.push(termOf(request.url())));
  await page.route('**/api/search/suggestions?search=ga', () => undefined);
  const box = boxOf(page);
  await box.pressSequentially('ga', { delay: 100 });
  await expect.poll(() => asked).toEqual(['ga']);
  await box.press('r');
  await listOf(page).waitFor();
  await expect.poll(() => ended).toEqual(['ga']);
  await box.press('a');
  await expect.poll(() => asked).toEqual(['ga', 'gar', 'gara']);
  await box.press('Backspace');
  await page.waitForTimeout(300);
  expect(asked).toEqual(['ga', 'gar', 'gara']);
});

test('a changed event is offered under its new name at once', async () => {
  const titles = async () => {
    const response = await fetch(`${site.url}/api/search/suggestions?search=market`);
    return ((await response.json()) as { title: string }[]).map(({ title }) => title);
  };
  expect(await titles()).toContain('Garden Market');
  await site.db.transaction(async (tx) => {
    await tx.update(events).set({ title: 'Moonlight Market' });
    await announceChange(tx, ['events']);
  });
  await expect.poll(titles).toContain('Moonlight Market');
  expect(await titles()).not.toContain('Garden Market');
});

test('the focus ring of home goes around the magnifier', async () => {
  const page = await browser.open(`${site.url}/`);
  const input = await boxOf(page).boundingBox();
  const icon = await page.locator('search svg').first().boundingBox();
  expect(input && icon && icon.x > input.x && icon.x + icon.width < input.x + input.width).toBe(true);
});
