import { describe, expect, test } from 'vitest';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

const headerLinks = ['Home', 'Directory', 'Events', 'News', 'History', 'Helpful Links', 'Real Estate'];

describe('the header', () => {
  test('has the seven links, log in and sign up', async () => {
    const page = await browser.open(site.url);
    const header = page.getByRole('banner');
    expect(await header.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts()).toEqual(
      headerLinks,
    );
    expect(await header.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/login');
    expect(await header.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/get-listed');
  });

  test('on a phone has a menu with the same links that closes after one was followed', async () => {
    const page = await browser.open(site.url, { viewport: { width: 390, height: 844 } });
    const button = page.getByRole('button', { name: 'Menu' });
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false');
    await button.click();
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true');
    const menu = page.getByRole('navigation', { name: 'Main' });
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(headerLinks);
    const listing = page.getByRole('banner').getByRole('link', { name: 'List Your Business' });
    expect(await listing.getAttribute('href')).toBe('/get-listed');
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    await menu.getByRole('link', { name: 'History' }).click();
    await page.waitForURL('**/history');
    await menu.waitFor({ state: 'hidden' });
  });

  test('on a phone held sideways the whole menu can be reached, wherever the page is', async () => {
    const page = await browser.open(`${site.url}/history`, { viewport: { width: 667, height: 375 } });
    await page.evaluate(() => window.scrollTo(0, 1000));
    await page.getByText('Menu', { exact: true }).click();
    const last = page.getByRole('banner').getByRole('link', { name: 'Sign Up' });
    await last.scrollIntoViewIfNeeded();
    const box = await last.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(375);
  });

  test('opens the menu without script', async () => {
    const page = await browser.open(site.url, { script: false, viewport: { width: 390, height: 844 } });
    await page.getByText('Menu', { exact: true }).click();
    expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBe(7);
  });
});

test('the footer has the six categories, contact, the site’s own pages and the disclaimer', async () => {
  const page = await browser.open(site.url);
  const footer = page.getByRole('contentinfo');
  for (const slug of [
    'food-dining',
    'health-beauty',
    'legal-services',
    'medical-services',
    'pet-services',
    'shopping',
  ]) {
    expect(await footer.locator(`a[href="/category/${slug}"]`).count()).toBe(1);
  }
  expect(await footer.getByRole('link', { name: 'Contact' }).getAttribute('href')).toBe('/contact');
  for (const [name, path] of [
    ['About', '/about'],
    ['Past newsletters', '/newsletter/archive'],
    ['Privacy Policy', '/privacy'],
    ['Terms of Use', '/terms'],
    ['List Your Business', '/get-listed'],
  ] as const) {
    expect(await footer.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
  }
  const { contact, disclaimer } = site.city.facts;
  const text = await footer.innerText();
  for (const fact of [contact.phone, contact.email, contact.postalBox.street, disclaimer]) expect(text).toContain(fact);
});

test.each([390, 1024, 1440])('a long name of a town keeps the header in one row, %s px wide', async (width) => {
  const stella = await aUser(site.db, { role: 'staff' });
  const session = await aSession(site.db, stella.id);
  const page = await browser.open(`${site.url}/directory`, { session, viewport: { width, height: 700 } });
  const header = page.getByRole('banner');
  if (width > 1000) await header.getByRole('button', { name: 'Logout' }).waitFor();
  const name = header.getByText(site.city.facts.name).first();
  await name.evaluate((shown) => {
    if (shown.firstChild) shown.firstChild.textContent = 'Highland Park Village';
  });
  const middles = await header.evaluate((bar) =>
    [...bar.querySelectorAll(':scope > div > *')]
      .map((part) => part.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ top, height }) => Math.round(top + height / 2)),
  );
  expect(middles.length).toBeGreaterThan(1);
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
});

test('the ring around a focused link stands out from the dark of header and footer', async () => {
  const page = await browser.open(site.url, { colorScheme: 'light' });
  await page.keyboard.press('Tab');
  for (const part of ['banner', 'contentinfo'] as const) {
    const [ring, ground] = await page
      .getByRole(part)
      .getByRole('link')
      .nth(1)
      .evaluate((link: HTMLElement) => {
        link.focus();
        const part = link.closest('[data-part]') ?? document.body;
        return [getComputedStyle(link).outlineColor, getComputedStyle(part).backgroundColor];
      });
    // WCAG 2.2, 1.4.11.
    expect(contrast(ring ?? '', ground ?? ''), part).toBeGreaterThanOrEqual(3);
  }
});

/** The contrast of two opaque colors as computed styles give them, 'rgb(47, 74, 54)'. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? [])
      .map((value) => Number(value) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('a navigation starts at the top and hands the focus to the new page', async () => {
  const page = await browser.open(`${site.url}/helpful-links`);
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('heading', { name: 'Contact Us' }).waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await hasFocus(page.locator('#main'));
});

test('a link to the page it stands on leads to the top of it', async () => {
  const page = await browser.open(`${site.url}/contact`);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('an unknown path is a 404 that leads home and is not indexed', async () => {
  const response = await fetch(`${site.url}/no-such-page`);
  expect(response.status).toBe(404);
  const page = await browser.open(`${site.url}/no-such-page`, { viewport: { width: 320, height: 640 } });
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  const words = await page.getByText("The page you're looking for doesn't exist or has been moved.").boundingBox();
  // The narrowest phone: clear of the edges, and a header of one line.
  expect(words?.x).toBeGreaterThanOrEqual(16);
  expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(80);
  expect(await page.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
  const ways = page.getByRole('navigation', { name: 'Main pages' }).getByRole('link');
  expect(await ways.count()).toBe(6);
  await page.getByRole('searchbox').fill('bakery');
  await page.getByRole('searchbox').press('Enter');
  await page.waitForURL('**/directory?search=bakery');
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
});

describe('toasts', () => {
  test('come one at a time and stay for 5 seconds', async () => {
    const page = await browser.open(`${site.url}/real-estate`);
    await page.evaluate(() => {
      // When the number of toasts changed, or another came in the place of one.
      const changes: number[] = [];
      let shown: Element | null = null;
      Object.assign(window, { changes });
      new MutationObserver(() => {
        const toast = document.querySelector('.toast');
        if (toast !== shown) changes.push(performance.now());
        shown = toast;
      }).observe(document.body, { subtree: true, childList: true });
    });
    await page.getByRole('button', { name: 'For Sale' }).first().click();
    const toast = page.getByText('Residential For Sale functionality will be available soon. Stay tuned!').first();
    await toast.waitFor();
    await page.getByRole('button', { name: 'For Lease' }).last().click();
    await page.getByText('Commercial For Lease functionality').first().waitFor();
    await toast.waitFor({ state: 'detached' });
    expect(await page.locator('.toast').count()).toBe(1);
    await page.locator('.toast').waitFor({ state: 'detached', timeout: 15_000 });
    // Measured by the page's own clock: a busy machine hears late of a change.
    const [shown = 0, gone = 0] = await page.evaluate(() =>
      (window as unknown as { changes: number[] }).changes.slice(-2),
    );
    expect(gone - shown).toBeGreaterThan(3500);
    expect(gone - shown).toBeLessThan(8000);
  });

  test('F8 moves the focus to the region', async () => {
    const page = await browser.open(`${site.url}/real-estate`);
    await page.getByRole('button', { name: 'For Sale' }).first().click();
    await page.locator('.toast').waitFor();
    await page.keyboard.press('F8');
    await page.locator('[role="region"]:focus-within').waitFor({ state: 'attached' });
  });

  test('a swipe of more than 50 px to the right dismisses it, a shorter one does not', async () => {
    const page = await browser.open(`${site.url}/real-estate`);
    await page.getByRole('button', { name: 'For Sale' }).first().click();
    const toast = page.locator('.toast');
    await toast.waitFor();
    const swipe = async (distance: number) => {
      const box = await toast.boundingBox();
      if (box === null) throw new Error('the toast is gone');
      await page.mouse.move(box.x + 40, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 40 + distance / 2, box.y + 20, { steps: 4 });
      await page.mouse.move(box.x + 40 + distance, box.y + 20, { steps: 4 });
      await page.mouse.up();
    };
    await swipe(30);
    await page.waitForTimeout(400);
    expect(await toast.count()).toBe(1);
    await swipe(90);
    await toast.waitFor({ state: 'detached', timeout: 2000 });
  });
});

test('a page that is dark on the screen is printed dark on white, without bars', async () => {
  const page = await browser.open(`${site.url}/contact`, { colorScheme: 'light' });
  await page.getByRole('button', { name: 'Use dark colors' }).first().click();
  await page.emulateMedia({ media: 'print' });
  const name = page.getByRole('banner').getByText(site.city.facts.name);
  for (const text of [page.getByRole('heading', { level: 1 }), name]) {
    const ink = await text.first().evaluate((element) => getComputedStyle(element).color);
    expect(contrast(ink, 'rgb(255, 255, 255)')).toBeGreaterThanOrEqual(7);
  }
  expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
});

test('dark and light can be switched, and the choice stays', async () => {
  const page = await browser.open(site.url, { colorScheme: 'light' });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('button', { name: 'Use dark colors' }).first().click();
  // A press before the scripts are there counts once they are.
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  await page.reload();
  expect(await ground()).toBe(dark);
});
