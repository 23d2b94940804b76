import { describe, expect, test } from 'vitest';
import { businesses, categories } from '#server/db/schema/index.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';
import { fillListings } from './listings-content.ts';

const site = startTestSite({ fill: fillListings });
// Calls are made to fail here.
const browser = openBrowser({
  harmless: /Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_FAILED)/,
});
const phone = { width: 390, height: 844 };
const cards = 'main article.business-card';

describe('the directory', () => {
  test('has search box, categories, button, heading, count and cards', async () => {
    const page = await browser.open(`${site.url}/directory`);
    await page.getByPlaceholder('Search businesses...').waitFor();
    const options = await page.getByLabel('Category').locator('option').allInnerTexts();
    expect(options[0]).toBe('All Categories');
    expect(options.slice(1)).toEqual(site.city.categories.map(({ name }) => name));
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'All Businesses' }).waitFor();
    await page.getByText('40 results', { exact: true }).waitFor();
    expect(await page.locator(cards).count()).toBe(18);
    expect(await page.title()).toContain('Business Directory');
  });

  test('searches for a term, in a category, and says what it found', async () => {
    const page = await browser.open(`${site.url}/directory`);
    await page.getByPlaceholder('Search businesses...').fill('bakery');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('heading', { name: 'Search Results for "bakery"' }).waitFor();
    await page.getByText('1 result', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?search=bakery');

    await page.getByLabel('Category').selectOption('Automotive');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('heading', { name: 'No businesses found' }).waitFor();
    expect(new URL(page.url()).search).toBe('?search=bakery&category=automotive');
    await page.getByText('Try adjusting your search criteria or browse all categories.').waitFor();
    await page.getByText('0 results').waitFor();
  });

  test('a category alone keeps the heading', async () => {
    const page = await browser.open(`${site.url}/directory?category=automotive`);
    await page.getByRole('heading', { name: 'All Businesses' }).waitFor();
    expect(await page.getByRole('status').first().innerText()).toBe('30 results in Automotive');
    expect(await page.getByLabel('Category').inputValue()).toBe('automotive');
  });

  test('names what was searched instead of a misspelt word, and what was typed', async () => {
    const page = await browser.open(`${site.url}/directory?search=bakary`);
    expect(await page.getByText('Showing results for').innerText()).toBe(
      'Showing results for bakery. Search instead for “bakary”',
    );
    expect(await page.locator(cards).count()).toBe(1);
    await page.getByRole('link', { name: 'Search instead for “bakary”' }).click();
    await page.waitForURL('**/directory?search=bakary&spelling=typed');
    await page.getByRole('heading', { name: 'No businesses found' }).waitFor();
    expect(await page.getByText('Showing results for').count()).toBe(0);
    // Another search is mended again.
    await page.getByPlaceholder('Search businesses...').fill('bakerry');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Showing results for').waitFor();
  });

  test.each(['\0', ' \t\u0085', '\u200b\u2060\u00ad'])(
    'takes a search of %j, of which nothing can be seen, as none',
    async (typed) => {
      const read = async (address: string) => {
        const html = await (await fetch(`${site.url}${address}`)).text();
        const part = (pattern: RegExp) => pattern.exec(html)?.[1];
        return {
          title: part(/<title>([^<]*)</),
          heading: part(/<h2 id="results"[^>]*>(.*?)<\/h2>/),
          canonical: part(/<link rel="canonical" href="([^"]*)"/),
          robots: part(/<meta name="robots" content="([^"]*)"/),
          count: part(/class="numbers">([^<]*results)</),
        };
      };
      const all = await read('/directory');
      expect(all).toMatchObject({ heading: 'All Businesses', count: '40 results' });
      expect(await read(`/directory?search=${encodeURIComponent(typed)}`)).toEqual(all);
    },
  );

  test('tells search engines of its list, and nothing of what was searched for', async () => {
    const read = async (address: string) => (await fetch(`${site.url}${address}`)).text();
    expect(await read('/directory')).toContain('"@type":"ItemList"');
    // A category's page describes the category; this page says that it lists all businesses.
    expect(await read('/directory?category=automotive')).not.toContain('"@type":"ItemList"');
    const results = await read('/directory?search=bakery');
    expect(results).toContain('<meta name="robots" content="noindex"');
    expect(results).not.toContain('"@type":"ItemList"');
  });

  test('carries what its cards show, and nothing else of a business', async () => {
    const html = await (await fetch(`${site.url}/directory`)).text();
    const state = /<script id="page-state"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(state.match(/"slug":"[^"]+","name":"[^"]+","description":/g)).toHaveLength(18);
    expect(state).not.toMatch(/ownerId|premiumExpiresAt/);
  });

  test('shows 9 placeholders while it loads', async () => {
    const page = await browser.open(`${site.url}/history`);
    let go: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(/\/api\/businesses\?/, async (route) => {
      await waiting;
      await route.continue();
    });
    await page.getByRole('link', { name: 'Directory' }).first().click();
    await page.locator('[data-placeholder]').first().waitFor();
    expect(await page.locator('[data-placeholder]').count()).toBe(9);
    go();
    await page.locator(cards).first().waitFor();
    expect(await page.locator('[data-placeholder]').count()).toBe(0);
  });

  test('says when the call fails, and tries again', async () => {
    const page = await browser.open(`${site.url}/history`);
    await page.route(/\/api\/businesses\?/, (route) => route.abort());
    await page.getByRole('link', { name: 'Directory' }).first().click();
    await page.getByText('Failed to fetch businesses').waitFor();
    await page.unroute(/\/api\/businesses\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator(cards).first().waitFor();
  });

  test('shows more on demand; reading goes on at the first that came', async () => {
    const page = await browser.open(`${site.url}/directory?category=automotive`);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.locator(cards).nth(29).waitFor();
    expect(await page.locator(cards).count()).toBe(30);
    await hasFocus(page.locator(`${cards} a`).nth(18));
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    const names = await page.locator(`${cards} h3`).allInnerTexts();
    expect(new Set(names).size).toBe(30);
  });
});

describe('without script', () => {
  test('the form and the next page work', async () => {
    const page = await browser.open(`${site.url}/directory`, { script: false });
    await page.getByLabel('Category').selectOption('Automotive');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    expect(new URL(page.url()).searchParams.get('category')).toBe('automotive');
    await page.getByText('30 results').waitFor();
    expect(await page.locator(cards).count()).toBe(18);
    await page.getByRole('link', { name: 'Show more' }).click();
    expect(await page.locator(cards).count()).toBe(12);
    await page.getByText('Garage 29').waitFor();
  });

  test('all categories is no category', async () => {
    const page = await browser.open(`${site.url}/directory`, { script: false });
    await page.getByPlaceholder('Search businesses...').fill('bakery');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    expect(new URL(page.url()).searchParams.get('category')).toBe('all');
    await page.getByRole('heading', { name: 'Search Results for "bakery"' }).waitFor();
    expect(await page.locator(cards).count()).toBe(1);
  });
});

describe('a card', () => {
  test('is one link beside its telephone, with logo, name, badges, two lines and address', async () => {
    const page = await browser.open(`${site.url}/directory?search=bakery`);
    const card = page.locator(cards).filter({ hasText: 'Oak Bend Bakery' });
    // A card has two links: the name, which leads to the listing's page, and the telephone number.
    const links = card.getByRole('link');
    expect(await links.count()).toBe(2);
    expect(await links.last().getAttribute('href')).toMatch(/^tel:\+1210/);
    await card.getByText('Premium').waitFor();
    await card.getByText('12 Live Oak Street, Oak Bend, TX 78299').waitFor();
    const logo = card.locator('img').first();
    expect(await logo.evaluate((image) => image.parentElement?.getBoundingClientRect().width)).toBe(64);
    const lines = card.getByText('Sourdough');
    expect(await lines.evaluate((text) => getComputedStyle(text).webkitLineClamp)).toBe('2');
    await card.click({ position: { x: 20, y: 100 } });
    await page.waitForURL('**/business/oak-bend-bakery');
  });

  test('wears the color of its category, and fills in what is missing or does not load', async () => {
    const page = await browser.open(`${site.url}/directory`);
    for (const last of [35, 39]) {
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.locator(cards).nth(last).waitFor();
    }
    for (const [business, category, color] of [
      ['Oak Bend Bakery', 'Food & Dining', 'green'],
      ['Silver Comb', 'Health & Beauty', 'pink'],
      ['Never Loaded', 'Legal Services', 'blue'],
      ['Elm Eye', 'Medical Services', 'red'],
      ['Half Loaded', 'Pet Services', 'orange'],
      ['Ledger Line', 'Professional Services', 'indigo'],
      ['Stone Porch', 'Real Estate Services', 'teal'],
      ['Paper Kite', 'Shopping', 'purple'],
      ['Garage 00', 'Automotive', 'gray'],
      ['Bare Bones', 'Other', 'gray'],
    ] as const) {
      const badge = page.locator(cards).filter({ hasText: business }).getByText(category, { exact: true });
      expect(await badge.getAttribute('class'), category).toContain(`tint-${color}`);
    }

    const card = (name: string) => page.locator(cards).filter({ hasText: name });
    const { name, region } = site.city.facts;
    await card('Bare Bones').getByText(`${name}, ${region}`).waitFor();
    // The photo replaces a logo that does not load; the category's drawing replaces both.
    await card('Half Loaded').scrollIntoViewIfNeeded();
    await expect.poll(() => card('Half Loaded').locator('img').getAttribute('src')).toBe('/favicon.svg');
    const never = card('Never Loaded');
    await never.scrollIntoViewIfNeeded();
    await never.locator('svg use').first().waitFor({ state: 'attached' });
    expect(await never.locator('img').count()).toBe(0);
    expect(await never.locator('svg use').first().getAttribute('href')).toContain('#legal-services');
  });
});

test('nothing for axe to find, light and dark', async () => {
  const small = await browser.open(`${site.url}/directory`, { viewport: phone });
  expect(await accessibilityFaultsInBothThemes(small)).toEqual([]);
  const empty = await browser.open(`${site.url}/directory?search=nothing-at-all`);
  expect(await accessibilityFaultsInBothThemes(empty)).toEqual([]);
});

test('controls are at least 44 px high on a phone, and nothing moves while it loads', async () => {
  const page = await browser.open(`${site.url}/directory`, { viewport: phone });
  // Reads all at the same moment: the button for browsers without script disappears once the script runs.
  const heights = await page
    .locator('main :is(button, input, select)')
    .evaluateAll((controls) =>
      controls.filter((control) => control.checkVisibility()).map((control) => control.getBoundingClientRect().height),
    );
  expect(heights.length).toBeGreaterThan(3);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  const shifts = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );
  expect(shifts).toBeLessThan(0.02);
});

test('more than a thousand are not counted one by one', async () => {
  const [category] = await site.db.select().from(categories).limit(1);
  await site.db.insert(businesses).values(
    Array.from({ length: 1001 }, (_, n) => ({
      slug: `branch-${n}`,
      name: `Branch ${n}`,
      categoryId: category?.id ?? '',
      status: 'approved' as const,
      approvedAt: new Date(),
    })),
  );
  await site.forgetPages();
  const page = await browser.open(`${site.url}/directory`);
  await page.getByText('1,000+ results', { exact: true }).waitFor();
});
