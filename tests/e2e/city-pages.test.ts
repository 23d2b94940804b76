import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { allStyles } from '#tests/support/all-styles.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite({ fill: (db, city) => loadSampleContent(db, city, new Date()) });
const browser = openBrowser();

const open = (path: string) => browser.open(site.url + path, { viewport: { width: 390, height: 844 } });

/** Axe finds nothing, light and dark, and nothing scrolls sideways on a narrow phone. */
async function expectToFitAll(page: Page): Promise<void> {
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}

test('history tells of founding, incorporation, landmarks, people and schools', async () => {
  const page = await open('/history');
  const text = await page.locator('main').innerText();
  for (const fact of ['1926', '1939', 'Turner House', '2,180', 'Alamo Heights']) expect(text).toContain(fact);
  await expectToFitAll(page);
});

test('helpful links has six groups, the emergency panel and city hall', async () => {
  const page = await open('/helpful-links');
  const headings = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  for (const group of [
    'City Government',
    'Emergency Services',
    'Utilities & Services',
    'Transportation',
    'Education',
    'Healthcare',
  ]) {
    expect(headings).toContain(group);
  }
  expect(await page.getByRole('link', { name: '911' }).getAttribute('href')).toBe('tel:911');
  await page.getByText('Mon-Fri 8:00 AM - 5:00 PM').first().waitFor();
  const emergency = page.getByRole('region', { name: 'Emergency Numbers' });
  for (const [number, call] of [
    ['1-800-222-1222', 'tel:18002221222'],
    ['988', 'tel:988'],
    ['211', 'tel:211'],
  ] as const) {
    expect(await emergency.getByRole('link', { name: number, exact: true }).getAttribute('href')).toBe(call);
  }
  const night = page.getByRole('region', { name: 'At night and on weekends' });
  await night.getByText('When it is closed, call 911').waitFor();
  expect(await night.getByRole('link').count()).toBeGreaterThan(0);
  for (const link of await night.getByRole('link').all()) expect(await link.getAttribute('href')).toMatch(/^tel:\d+$/);
  await expectToFitAll(page);
});

test('real estate announces what is coming soon', async () => {
  const page = await open('/real-estate');
  expect(await page.getByRole('link', { name: 'Get Listed' }).getAttribute('href')).toBe('/get-listed');
  await expectToFitAll(page);
  for (const action of ['For Sale', 'For Lease', 'Real Estate Agents']) {
    for (const panel of ['Residential', 'Commercial']) {
      await page.getByRole('region', { name: panel }).getByRole('button', { name: action }).click();
      const text = `${panel} ${action} functionality will be available soon. Stay tuned!`;
      const toast = page.locator('.toast').filter({ hasText: text });
      await toast.getByText('Coming Soon!', { exact: true }).waitFor();
    }
  }
});

test('real estate leads to the agents of the directory, and shows what it announces where it can be seen', async () => {
  const page = await browser.open(`${site.url}/real-estate`, { viewport: { width: 1440, height: 900 } });
  const agents = page.getByRole('region', { name: 'Looking for an agent today?' });
  expect(await agents.innerText()).toMatch(/\d agents are in the directory\./);
  expect(await agents.getByRole('listitem').count()).toBe(3);
  await page.getByRole('region', { name: 'Commercial' }).getByRole('button', { name: 'For Lease' }).click();
  const toast = page.locator('.toast').filter({ hasText: 'Coming Soon!' });
  await toast.waitFor();
  const box = await toast.boundingBox();
  expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThanOrEqual(900);
  expect((box?.x ?? 1440) + (box?.width ?? 0)).toBeLessThanOrEqual(1440);
  await agents.getByRole('link', { name: 'See real estate services' }).click();
  await page.waitForURL('**/category/real-estate-services');
});

test('pricing has the plan, three steps, the questions and its buttons', async () => {
  const page = await open('/get-listed');
  const text = await page.locator('main').innerText();
  for (const words of [
    'Premium Business Listing',
    '$29',
    '$290/year',
    'save $58',
    'How It Works',
    'Create Account',
    'Claim or Add Business',
    'Choose Plan & Go Live',
    'cancelled any time and stay active to the end of the billing period',
    'take effect next billing cycle',
    'major credit cards',
    'Everything in Standard',
    'Analytics dashboard',
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toMatch(/coming soon/i);
  const prices = page.getByRole('region', { name: 'What it costs' });
  for (const [name, price] of [
    ['Basic', 'Free'],
    ['Claim', '$25 a month'],
    ['Premium', '$29 a month or $290 a year'],
    ['Claim Premium', '$50 a month'],
    ['Done for you', '$49 or $99 once'],
  ] as const) {
    const line = prices.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
    expect(await line.locator('dd').first().innerText()).toBe(price);
  }
  expect(await prices.getByRole('link', { name: 'Order Premium' }).getAttribute('href')).toBe('/checkout?plan=premium');
  const starts = page.getByRole('link', { name: 'Get Started' });
  expect(await starts.count()).toBe(2);
  await page.getByText('First you add or claim a listing. You get Premium from your dashboard').waitFor();
  expect(await starts.first().getAttribute('href')).toBe('/signup');
  expect(await page.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact');
  await expectToFitAll(page);
});

test('contact has phone, mail, box, response time, agency and hours', async () => {
  const page = await open('/contact');
  const text = await page.locator('main').innerText();
  const { contact, agency } = site.city.facts;
  for (const words of [
    contact.phone,
    contact.email,
    contact.postalBox.street,
    '24 hours',
    agency.name,
    agency.contactLine,
    '9:00 AM to 6:00 PM',
    'Closed',
    ...agency.services.map((service) => service.title),
  ]) {
    expect(text).toContain(words);
  }
  await expectToFitAll(page);
});

test.each(['/events', '/news', '/credits'])('%s is fit for all', async (path) => {
  await expectToFitAll(await open(path));
});

const publicPages = [
  '/events',
  '/news',
  '/history',
  '/helpful-links',
  '/real-estate',
  '/get-listed',
  '/contact',
  '/credits',
];

// The credits page is missing, because search engines may not index it.
test.each(publicPages.filter((path) => path !== '/credits'))(
  '%s says in its structured data where it stands',
  async (path) => {
    const html = await (await fetch(site.url + path)).text();
    const nodes = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json ?? '') as { '@type': string; itemListElement?: { item: string }[] },
    );
    const trail = nodes.find((node) => node['@type'] === 'BreadcrumbList')?.itemListElement ?? [];
    expect(trail.map(({ item }) => new URL(item).pathname)).toEqual(['/', path]);
  },
);

test.each(publicPages)(
  '%s is complete without script, with one heading and a description of at most 160 characters',
  async (path) => {
    const page = await browser.open(site.url + path, { script: false });
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(200);
    const description = await page.locator('meta[name="description"]').getAttribute('content');
    expect(description?.length).toBeGreaterThan(20);
    expect(description?.length).toBeLessThanOrEqual(160);
    expect(await page.title()).toMatch(/ \| Olmos Park, TX$/);
  },
);

test('no page has the browser load its calendars and number forms while it takes over', async () => {
  const page = await open('/history');
  await page.addInitScript(() => {
    const calls: string[] = [];
    Object.assign(window, { intlCalls: calls });
    const watch = (owner: object, name: string) => {
      const usual = Reflect.get(owner, name);
      const watched = function (this: unknown, ...given: unknown[]) {
        calls.push(`${name}: ${new Error(name).stack}`);
        return new.target ? Reflect.construct(usual, given, new.target) : Reflect.apply(usual, this, given);
      };
      watched.prototype = usual.prototype;
      Reflect.set(owner, name, watched);
    };
    for (const name of ['DateTimeFormat', 'NumberFormat', 'Collator', 'PluralRules', 'RelativeTimeFormat'])
      watch(Intl, name);
    for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) watch(Date.prototype, name);
    watch(Number.prototype, 'toLocaleString');
    watch(String.prototype, 'localeCompare');
  });
  for (const path of [
    '/',
    '/directory',
    '/directory?search=cafe',
    '/category/food-dining',
    '/events',
    '/news',
    '/history',
  ]) {
    await page.goto(site.url + path);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => Reflect.get(window, 'intlCalls')), path).toEqual([]);
  }
  const follow = async (link: string) => {
    await page.goto(new URL((await page.locator(link).first().getAttribute('href')) ?? '', page.url()).href);
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => Reflect.get(window, 'intlCalls')), page.url()).toEqual([]);
  };
  await page.goto(`${site.url}/directory`);
  await follow('main a[href^="/business/"]');
  await page.goto(`${site.url}/news`);
  await follow('main a[href^="/news/"]');
  expect(await page.evaluate(() => (12_345).toLocaleString('en-US') && Reflect.get(window, 'intlCalls').length)).toBe(
    1,
  );
});

const styleOf = (page: Page, selector: string, property: string, pseudo?: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element, [name, of]) => getComputedStyle(element, of).getPropertyValue(name ?? ''), [property, pseudo]);

test('on paper links name their address, no sheet is left empty for a long article, and no light letters are lost', async () => {
  const page = await open('/helpful-links');
  await page.emulateMedia({ media: 'print' });
  expect(await styleOf(page, 'main li a[href^="https:"]', 'content', '::after')).toMatch(/https:/);
  await page.goto(`${site.url}/news/olmos-dam-turns-one-hundred`);
  await allStyles(page);
  expect(await styleOf(page, 'main article', 'break-inside')).toBe('auto');
  expect(await styleOf(page, 'main article figure', 'break-inside')).toBe('avoid');
  await page.goto(`${site.url}/events`);
  await allStyles(page);
  expect(await page.getByRole('link', { name: 'All upcoming', exact: true }).isVisible()).toBe(false);
  expect(await styleOf(page, 'main article .bg-tile', 'color')).toBe(await styleOf(page, 'body', 'color'));
  await page.goto(site.url);
  await allStyles(page);
  expect(await styleOf(page, 'main .shadow-card', 'box-shadow')).toBe('none');
});

test('on paper is what there is to read, and nothing to press or to fill in', async () => {
  const page = await open('/business/biscuit-and-bo-dog-walkers');
  const seen = (selector: string) => page.locator(selector).filter({ visible: true }).count();
  await page.getByRole('button', { name: 'Share Business' }).waitFor();
  await page.emulateMedia({ media: 'print' });
  const controls = 'button, input, textarea, select';
  expect(await seen(controls)).toBe(0);
  expect(await seen('main li .photo img')).toBe(1);
  // Paper stays as it is: it says the hours and dates, not what is true today.
  expect(await page.locator('main').innerText()).not.toMatch(/Open now|Closed ·|\bago\b|today|View on Map/i);
  expect(await styleOf(page, 'main time [data-printed]', 'content', '::after')).toMatch(/^"[A-Z][a-z]+ \d+, 20\d\d"$/);
  expect(await styleOf(page, 'main [aria-current=date]', 'font-weight')).toBe('400');
  // This town has no streets: its map is an outline.
  expect(await seen('.static-map')).toBe(0);
  expect(await seen('main h2')).toBeGreaterThan(1);
  // The letters are dark even if the printer prints backgrounds.
  expect(await styleOf(page, 'header', 'background-color')).toBe('rgba(0, 0, 0, 0)');
  expect(await styleOf(page, 'footer', 'background-color')).toBe('rgba(0, 0, 0, 0)');
  for (const path of ['/', '/directory', '/contact', '/events']) {
    await page.goto(site.url + path);
    await allStyles(page);
    expect({ path, controls: await seen(controls) }).toEqual({ path, controls: 0 });
    expect({ path, read: await seen('main h1, main h2') }).not.toEqual({ path, read: 0 });
  }
  expect(await seen('main a[download]')).toBe(0);
});

test('with a contrast theme today, what is chosen, and buttons are told apart', async () => {
  const page = await open('/');
  await page.emulateMedia({ forcedColors: 'active' });
  // A transparent background shows the theme's background too.
  const ground = async (selector: string) =>
    (await styleOf(page, selector, 'background-color')).match(/\d+/g)?.slice(0, 3).join();
  expect(await ground('td > [aria-current=date]')).not.toBe(await ground('td > :not([aria-current])'));
  expect(await ground('button[aria-current=true] > span')).not.toBe(await ground('button[aria-current=false] > span'));
  expect(await styleOf(page, 'main button.bg-action', 'border-top-width')).toBe('1px');
  await page.goto(`${site.url}/events`);
  await allStyles(page);
  const chips = 'nav[aria-label="Which events"] a';
  expect(await ground(`${chips}[aria-current]`)).not.toBe(await ground(`${chips}:not([aria-current])`));
});
