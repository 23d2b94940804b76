import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { businesses } from '#server/db/schema/index.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';
import { fillListings } from './listings-content.ts';

const site = startTestSite({ fill: fillListings });
const browser = openBrowser();
const phone = { width: 390, height: 844 };
const bakery = () => `${site.url}/business/oak-bend-bakery`;

describe('on a phone', () => {
  test('what has the focus is not under the bar', async () => {
    const page = await browser.open(bakery(), { viewport: { width: 390, height: 700 }, reducedMotion: 'reduce' });
    const covered: string[] = [];
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab');
      const text = await page.evaluate(() => {
        const focused = document.activeElement;
        const bar = document.querySelector('.action-bar')?.getBoundingClientRect();
        const box = focused?.getBoundingClientRect();
        // The body has the focus between the last control and the first.
        if (!focused || focused === document.body || !bar || !box || focused.closest('.action-bar')) return '';
        return box.bottom > bar.top && box.top < bar.bottom ? focused.outerHTML.slice(0, 80) : '';
      });
      if (text) covered.push(text);
    }
    expect(covered).toEqual([]);
  });

  test('rows of badges are as far from each other as the badges of a row', async () => {
    await site.db
      .update(businesses)
      .set({ featuredByStaff: true, premiumExpiresAt: new Date(Date.now() + 86_400_000) })
      .where(eq(businesses.slug, 'oak-bend-bakery'));
    await site.forgetPages();
    const page = await browser.open(bakery(), { viewport: { width: 260, height: 844 } });
    const boxes = await page.locator('.head-badges .badge').evaluateAll((all) =>
      all.map((badge) => {
        const { top, bottom } = badge.getBoundingClientRect();
        return { top, bottom };
      }),
    );
    const [first, last] = [boxes[0], boxes.at(-1)];
    expect(boxes.length).toBe(3);
    const gap = (last?.top ?? 0) - (first?.bottom ?? 0);
    expect(gap).toBeGreaterThanOrEqual(6);
    expect(gap).toBeLessThanOrEqual(12);
    const verified = await page.locator('.head-badges a').boundingBox();
    expect(verified?.height).toBeGreaterThanOrEqual(44);
  });

  test('who, where, when and how to call are on the first screen', async () => {
    const page = await browser.open(bakery(), { viewport: phone });
    await page.clock.setFixedTime(new Date('2027-01-04T16:00:00Z'));
    await page.reload();
    const bar = page.locator('.action-bar');
    for (const part of [
      page.getByRole('heading', { level: 1 }),
      page.getByText('12 Live Oak Street').first(),
      page.getByRole('link', { name: 'Open now · until 5:00 PM' }),
      bar.getByRole('link', { name: 'Call' }),
      bar.getByRole('link', { name: 'Directions' }),
      bar.getByRole('link', { name: 'Website' }),
      bar.getByRole('button', { name: 'Share' }),
    ]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phone.height);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
    for (const control of await page.locator('main :is(button, input:not([type=radio]), .action-bar a)').all()) {
      if (await control.isVisible()) expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  });

  test('with letters twice as large, name and address are on the first screen, and the bar has what matters most', async () => {
    const page = await browser.open(bakery(), { viewport: phone, reducedMotion: 'reduce' });
    await page.locator('.action-bar').getByRole('button', { name: 'Save' }).waitFor();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const bar = page.locator('.action-bar');
    const barTop = (await bar.boundingBox())?.y ?? 0;
    for (const part of [page.getByRole('heading', { level: 1 }), page.getByText('12 Live Oak Street').first()]) {
      const box = await part.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(barTop);
    }
    expect(await bar.locator(':is(a, button):visible').allInnerTexts()).toEqual(['Call', 'Directions', 'Save']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });

  test('the name comes first, the badges after it, and the first of them leads to what it means', async () => {
    const page = await browser.open(bakery(), { viewport: phone });
    const name = await page.getByRole('heading', { level: 1 }).boundingBox();
    const badge = page.locator('main').getByRole('link', { name: 'Verified' });
    expect((await badge.boundingBox())?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0) - 1);
    await badge.click();
    await expect.poll(() => page.locator('#verified').innerText()).toContain('have approved this listing');
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#verified');
  });

  test('the longest words stay inside', async () => {
    const page = await browser.open(`${site.url}/business/long-words`, { viewport: { width: 320, height: 700 } });
    for (const width of [320, 820, 1440]) {
      await page.setViewportSize({ width, height: 700 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  test('the bar has no share button without script', async () => {
    const page = await browser.open(bakery(), { viewport: phone, script: false });
    expect(await page.locator('.action-bar').getByText('Share').isVisible()).toBe(false);
    await page.locator('.action-bar').getByRole('link', { name: 'Call' }).waitFor();
  });
});
