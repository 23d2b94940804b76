/**
 * Two colleagues change other fields of one thing: the second is told field by field what the first has changed, and saves beside it. Nothing
 * of the first is taken back in silence.
 */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ads, notices, searchSynonyms } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { goTo, openAs } from '#tests/support/open-as.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of 409/ });
const shows = (field: Locator) => expect.poll(() => field.inputValue().catch(() => null));

interface Case {
  path: string;
  open?: (page: Page) => Promise<void>;
  /** The fields of the first and of the second, each with what is typed. */
  first: { field: (page: Page) => Locator; typed: string };
  second: { field: (page: Page) => Locator; typed: string };
  /** A line of the box. */
  told: RegExp;
}

const field = (label: string) => (page: Page) => page.getByLabel(label, { exact: true });
const inGroup = (group: string, label: string) => (page: Page) =>
  page.getByRole('group').filter({ hasText: group }).getByLabel(label, { exact: true });
/** A property's fields are folded away, and opening them again would close them. */
const inProperty = (at: number, label: string) => (page: Page) =>
  page.getByRole('form', { name: 'Properties' }).locator(`[name="${at}.${label}"]`);

const cases: Record<string, () => Promise<Case>> = {
  categories: async () => ({
    path: '/staff/categories',
    first: { field: inGroup('/category/shopping', 'Name'), typed: 'Shops' },
    second: { field: inGroup('/category/food-dining', 'Name'), typed: 'Eat & Drink' },
    told: /^Name: Shopping → Shops$/m,
  }),
  properties: async () => ({
    path: '/staff/properties',
    open: async (page) => {
      for (const row of await page.locator('form details:has([name$=".name"])').all())
        await row.evaluate((details) => details.setAttribute('open', ''));
    },
    first: { field: inProperty(0, 'name'), typed: 'Renamed by Sam' },
    second: { field: inProperty(1, 'name'), typed: 'Renamed by Stella' },
    told: /^Name: .+ → Renamed by Sam$/m,
  }),
  prices: async () => ({
    path: '/staff/prices',
    first: { field: field('Premium, a month'), typed: '31' },
    second: { field: field('Premium, a year'), typed: '300' },
    told: /^Premium, a month: \$29 → \$31$/m,
  }),
  'a mail text': async () => ({
    path: '/staff/mail-texts/email-confirmation',
    first: { field: field('Subject'), typed: 'Welcome, {{username}}' },
    second: { field: field('Text'), typed: 'Good day {{username}},\n\n{{link: That is me}}' },
    told: /^Subject: .+ → Welcome, \{\{username\}\}$/m,
  }),
  'a notice': async () => {
    const startsAt = new Date(Date.now() - 60_000);
    const written = { severity: 'info', text: 'Olmos Drive is closed.', startsAt } as const;
    const { id } = only(await site.db.insert(notices).values(written).returning(), 'notice');
    return {
      path: `/staff/notices/${id}`,
      first: { field: field('Link (optional)'), typed: '/news' },
      second: { field: field('Text'), typed: 'Olmos Drive is closed until noon.' },
      told: /^Link: \/news \(none before\)$/m,
    };
  },
  'an ad': async () => {
    const written = { slot: 'banner', title: 'Bread', text: 'Every day.', label: 'See more', url: '/contact' } as const;
    const { id } = only(await site.db.insert(ads).values(written).returning(), 'ad');
    return {
      path: `/staff/ads/${id}`,
      first: { field: (page) => page.getByRole('textbox', { name: 'Button' }), typed: 'Order' },
      second: { field: (page) => page.getByRole('textbox', { name: 'Headline' }), typed: 'Bread from six on' },
      told: /^Button: See more → Order$/m,
    };
  },
  'a listing': async () => {
    const written = { address: '1 Elm Street', description: 'A shop that is here for editing.' };
    const { id } = await aBusiness(site.db, { ...written, name: 'Elm Shop', phone: '210-555-0100' });
    return {
      path: `/staff/businesses/${id}`,
      open: (page) => page.getByRole('button', { name: 'Edit', exact: true }).click(),
      first: { field: field('Phone'), typed: '210-555-0177' },
      second: { field: field('Name'), typed: 'The Elm Shop' },
      told: /^Phone: 210-555-0100 → 210-555-0177$/m,
    };
  },
  'a synonym': async () => {
    await site.db.insert(searchSynonyms).values({ term: 'zimmeldon', phrase: 'zimmeldon', means: 'ladder' });
    const own = (label: string) => (page: Page) =>
      page.getByRole('region', { name: 'Synonyms' }).getByRole('listitem').getByLabel(label);
    return {
      path: '/staff/searches',
      open: (page) => page.getByRole('button', { name: /^Edit (zimmeldon|quorvex)/ }).click(),
      first: { field: own('It means'), typed: 'stairs' },
      second: { field: own('People type'), typed: 'quorvex' },
      told: /^It means: ladder → stairs$/m,
    };
  },
};

test.each(Object.entries(cases))('%s', async (_, prepare) => {
  const { path, open = async () => {}, first, second, told } = await prepare();
  const [stella, sam] = [await aUser(site.db, { role: 'staff' }), await aUser(site.db, { role: 'staff' })];
  const [hers, his] = [await openAs({ site, browser }, stella, path), await openAs({ site, browser }, sam, path)];
  /** Tells the status of the answer. */
  const save = async (page: Page) => {
    const answered = page.waitForResponse((response) => response.request().method() !== 'GET');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    return (await answered).status();
  };
  await open(hers);
  await second.field(hers).fill(second.typed);
  await open(his);
  await first.field(his).fill(first.typed);
  expect(await save(his)).toBe(200);

  expect(await save(hers)).toBe(409);
  const box = hers.getByRole('region', { name: 'Not saved yet' });
  await box.getByText(new RegExp(`^${sam.username} changed`)).waitFor();
  expect(await box.innerText()).toMatch(told);
  await shows(first.field(hers)).toBe(first.typed);
  await shows(second.field(hers)).toBe(second.typed);
  expect(await save(hers)).toBe(200);
  await box.waitFor({ state: 'detached' });

  await goTo(hers, path);
  await open(hers);
  await shows(first.field(hers)).toBe(first.typed);
  await shows(second.field(hers)).toBe(second.typed);
});

test('after the refusal a field of the colleague can be put back to what it was', async () => {
  const [stella, sam] = [await aUser(site.db, { role: 'staff' }), await aUser(site.db, { role: 'staff' })];
  const path = '/staff/settings';
  const [hers, his] = [await openAs({ site, browser }, stella, path), await openAs({ site, browser }, sam, path)];
  const part = (page: Page) => page.getByRole('form', { name: 'Contact', exact: true });
  const own = (page: Page, label: string) => part(page).getByLabel(label, { exact: true });
  const save = (page: Page) => part(page).getByRole('button', { name: 'Save', exact: true }).click();
  const phone = await own(hers, 'Phone').inputValue();
  await own(hers, 'How soon you answer').fill('On Mondays');
  await own(his, 'Phone').fill('210-555-0777');
  await save(his);
  await his.getByText('Saved. It shows on every page').first().waitFor();
  await save(hers);
  await part(hers).getByRole('region', { name: 'Not saved yet' }).waitFor();
  await own(hers, 'Phone').fill(phone);
  await shows(own(hers, 'Phone')).toBe(phone);
  await save(hers);
  await hers.getByText('Saved. It shows on every page').first().waitFor();
  await goTo(his, path);
  await shows(own(his, 'Phone')).toBe(phone);
  await shows(own(his, 'How soon you answer')).toBe('On Mondays');
});
