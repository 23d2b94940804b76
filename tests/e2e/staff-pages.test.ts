/** Every page of the staff area, filled, on a phone: it fits the width, axe finds nothing in both themes, and the Tab key reaches every control. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { writeSuggestionToken } from '#features/events/server/suggestion-token.ts';
import { writeLinkToken } from '#features/newsletter/server/link-token.ts';
import { staffPages } from '#features/staff-frame/staff-pages.ts';
import { eventSuggestions } from '#server/db/schema/index.ts';
import { fillStaffDesk } from '#tests/support/fill-staff-desk.ts';
import { keyboardFaults } from '#tests/support/keyboard-faults.ts';
import { followTo, goTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

let ids: Awaited<ReturnType<typeof fillStaffDesk>>;
const site = startTestSite({
  fill: async (db) => {
    ids = await fillStaffDesk(db);
  },
});
const browser = openBrowser();
const viewport = { width: 390, height: 844 };

interface Visit {
  at: string;
  /** Waits for content that only this page shows, or opens it. */
  look: (page: Page) => Promise<unknown>;
}

const sees = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

/** Keyed by the route's path: a new page has to be added here too. */
const visits = (): Record<string, Visit[]> => ({
  '': [
    {
      at: '',
      look: async (page) => {
        await button(page, /Porch concert/).click();
        await page.getByText('Three neighbors, two guitars.').waitFor();
        await button(page, /Unclaimed Corner/).click();
        await page.getByText('I have run it for ten years.').waitFor();
        for (const kind of [/^Paid order.*Paid Pies/, /Report/, /Message/]) await button(page, kind).waitFor();
        await button(page, /Waiting Shop/).click();
        await page.getByRole('button', { name: 'Reject', exact: true }).click();
      },
    },
  ],
  week: [{ at: 'week', look: sees('Waiting Shop') }],
  find: [{ at: 'find?text=The%20Extra', look: sees('The Extraordinarily Long-Named') }],
  changes: [{ at: 'changes', look: sees('(210) 555-0141') }],
  messages: [{ at: 'messages', look: sees('It is gone.') }],
  'messages/:id': [{ at: `messages/${ids.message}`, look: sees('Hello, Ada!') }],
  searches: [{ at: 'searches', look: sees('Searched in vain') }],
  orders: [{ at: 'orders', look: sees('Paid Pies') }],
  businesses: [{ at: 'businesses', look: sees('The Extraordinarily Long-Named') }],
  'businesses/new': [{ at: 'businesses/new', look: sees('Visitors see it at once.') }],
  'businesses/:id': [{ at: `businesses/${ids.business}`, look: (page) => button(page, 'Merge').click() }],
  articles: [{ at: 'articles', look: sees('Lights on Alameda Circle') }],
  'articles/:id': [
    { at: 'articles/new', look: (page) => page.getByRole('textbox', { name: 'Text' }).waitFor() },
    {
      at: `articles/${ids.article}`,
      look: async (page) => {
        await page.getByRole('heading', { name: 'Lights on Alameda Circle', level: 1 }).waitFor();
        await button(page, 'Show versions').click();
        await button(page, 'Compare').click();
        await button(page, 'Bring this version back').waitFor();
      },
    },
  ],
  events: [{ at: 'events', look: sees('Evening choir') }],
  'events/import': [
    { at: 'events/import', look: (page) => page.locator('input[type=file]').waitFor({ state: 'attached' }) },
  ],
  'events/:id': [
    { at: 'events/new', look: (page) => page.getByLabel('How often').selectOption('month') },
    {
      at: `events/${ids.event}`,
      look: async (page) => {
        await button(page, 'Cancel event').click();
        await button(page, /^Change /).click();
        await page.getByLabel('Title this time').waitFor();
      },
    },
  ],
  people: [{ at: 'people', look: sees(/^long-x/) }],
  'people/:id': [{ at: `people/${ids.owner}`, look: sees('Not signed in anywhere.') }],
  imports: [{ at: 'imports', look: sees('shops-of-the-chamber') }],
  'imports/:id': [{ at: `imports/${ids.import}`, look: sees('Line 3:') }],
  settings: [{ at: 'settings', look: (page) => page.getByRole('form', { name: 'Contact', exact: true }).waitFor() }],
  categories: [
    {
      at: 'categories',
      look: async (page) => {
        await page.getByRole('group', { name: 'Shopping' }).getByLabel('Name').fill('');
        await button(page, 'Save').click();
        await page.getByText('Please fill this in').waitFor();
      },
    },
  ],
  properties: [
    {
      at: 'properties',
      look: async (page) => {
        await button(page, 'Add a property').click();
        await button(page, 'Save').click();
        await page.getByText('Please fill this in').first().waitFor();
      },
    },
  ],
  'mail-texts': [{ at: 'mail-texts', look: sees('Somebody asks for a new password.') }],
  'mail-texts/:id': [
    {
      at: 'mail-texts/claim-approved',
      look: async (page) => {
        await page.getByLabel('Subject').fill('{{busines}} is yours');
        await button(page, 'Show the preview').click();
        await page.getByText('There is no {{busines}}.').first().waitFor();
      },
    },
  ],
  'failed-mails': [{ at: 'failed-mails', look: sees('The mail server says that there is no such mailbox.') }],
  ads: [{ at: 'ads', look: sees('Fresh bread at six') }],
  'ads/:id': [
    { at: 'ads/new', look: (page) => page.getByLabel('Headline', { exact: true }).waitFor() },
    {
      at: `ads/${ids.ad}`,
      look: async (page) => {
        await page.getByText('The numbers as a table').click();
        await page.getByRole('columnheader', { name: 'Clicks' }).waitFor();
      },
    },
  ],
  notices: [{ at: 'notices', look: sees('Olmos Drive is closed.') }],
  'notices/:id': [
    { at: 'notices/new', look: (page) => page.getByLabel('Text', { exact: true }).fill('Storm at noon.') },
    { at: `notices/${ids.notice}`, look: (page) => page.getByLabel('Text', { exact: true }).waitFor() },
  ],
  newsletter: [{ at: 'newsletter', look: sees('A draft with one of each') }],
  'newsletter/subscribers': [
    {
      at: 'newsletter/subscribers',
      look: async (page) => {
        await button(page, 'Import').click();
        await button(page, 'Check the file').click();
        await page.getByText('Please choose a file').waitFor();
        await page.getByText('reader-1@mail.example.com').waitFor();
      },
    },
  ],
  'newsletter/settings': [{ at: 'newsletter/settings', look: sees('Mails a minute') }],
  'newsletter/:id': [
    {
      at: `newsletter/${ids.draft}`,
      look: async (page) => {
        await page.getByRole('textbox', { name: 'Text' }).waitFor();
        await button(page, 'Send now').click();
        await page.getByRole('button', { name: 'Schedule', exact: true }).click();
        await page.getByText('Schedule it').waitFor();
      },
    },
    { at: `newsletter/${ids.scheduled}`, look: sees('Take off the schedule') },
    { at: `newsletter/${ids.sent}`, look: sees('550 no such user') },
  ],
  'billing/:id': [{ at: `billing/${ids.owner}`, look: (page) => button(page, 'Complimentary plan').waitFor() }],
  billing: [{ at: 'billing', look: sees('The invoice names a customer whom nobody knows.') }],
  prices: [{ at: 'prices', look: (page) => button(page, /Save/).waitFor() }],
  audit: [{ at: 'audit', look: sees('Edited a listing') }],
  security: [{ at: 'security', look: sees('and 12345 more like it within a minute') }],
});

/** One line for each fault, with its page. */
async function faultsOf(page: Page, path: string): Promise<string[]> {
  // In the usual text size and in twice that size (WCAG 1.4.4).
  const [wide = 0, large = 0] = await page.evaluate(() =>
    ['', '200%'].map((size) => {
      document.documentElement.style.fontSize = size;
      return document.documentElement.scrollWidth;
    }),
  );
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  return [
    ...(wide > viewport.width ? [`is ${wide} px wide`] : []),
    ...(large > viewport.width ? [`is ${large} px wide in large letters`] : []),
    ...(await keyboardFaults(page)),
    ...(await accessibilityFaultsInBothThemes(page)),
  ].map((fault) => `${path}: ${fault}`);
}

test('every page of the area fits a phone, works by keyboard and has no accessibility fault', {
  timeout: 400_000,
}, async () => {
  const known = visits();
  expect(Object.keys(known).sort()).toEqual(Object.keys(staffPages).sort());
  const page = await openAs({ site, browser }, 'staff', '/staff', { viewport, reducedMotion: 'reduce' });
  const faults: string[] = [];
  for (const { at, look } of Object.values(known).flat()) {
    const path = at === '' ? '/staff' : `/staff/${at}`;
    await followTo(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look(page);
    await expect.poll(() => page.locator('main .spinner, main [data-placeholder]').count()).toBe(0);
    faults.push(...(await faultsOf(page, path)));
  }
  expect(faults).toEqual([]);
});

test('on a phone a finger opens what a list shows anywhere on its card', async () => {
  const page = await openAs({ site, browser }, 'staff', '/staff/businesses', { viewport });
  for (const [path, words] of [
    ['businesses', 'No address'],
    ['people', /@example/],
    ['ads', 'No end'],
  ] as const) {
    await followTo(page, `/staff/${path}`);
    await page.getByText(words).first().click({ force: true });
    await page.waitForURL(new RegExp(`/staff/${path}/[0-9a-f-]{36}$`));
  }
});

test('by keyboard from the top: the skip link, the staff area’s links, and what they lead to', async () => {
  const page = await openAs({ site, browser }, 'staff', '/staff/ads', { viewport });
  await page.getByRole('link', { name: 'Place an ad' }).waitFor();
  await page.keyboard.press('Tab');
  const focused = page.locator(':focus');
  expect(await focused.innerText()).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await page.locator('main:focus').waitFor();
  expect(await keyboardFaults(page, 'nav[aria-label=Staff]')).toEqual([]);
  await page.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Imports' }).press('Enter');
  await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor();
  // A screen reader learns of the new page, because the main part has the focus.
  await page.locator('main:focus').waitFor();
  // A contrast theme removes backgrounds and shows transparent borders.
  await page.emulateMedia({ forcedColors: 'active' });
  const [current, other] = await Promise.all(
    ['Imports', 'Settings'].map((name) =>
      page
        .getByRole('navigation', { name: 'Staff' })
        .getByRole('link', { name })
        .evaluate((link) => {
          const { backgroundColor: ground, borderBottomColor: line } = getComputedStyle(link);
          return { ground, line };
        }),
    ),
  );
  expect(current?.ground).not.toBe(other?.ground);
  expect(other?.line).toBe(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
});

test('what residents and readers are mailed links to fits a phone and has no accessibility fault', async () => {
  const [suggestion] = await site.db
    .insert(eventSuggestions)
    .values({
      senderName: 'Rosa',
      senderEmail: 'rosa@example.com',
      title: 'Porch concert',
      description: '',
      location: '',
      category: 'cultural',
      startsAt: new Date(),
    })
    .returning();
  const reader = await writeLinkToken(site.db, ids.reader);
  const pending = await writeLinkToken(site.db, ids.pendingReader);
  const page = await browser.open(`${site.url}/newsletter/archive`, { viewport });
  const faults: string[] = [];
  for (const [path, text] of [
    ['/newsletter/archive', 'The week of the parade'],
    ['/newsletter/archive/the-week-of-the-parade', 'Good evening!'],
    [`/newsletter/preferences?token=${reader}`, 'Community events'],
    [`/newsletter/confirm?token=${pending}`, 'Yes, subscribe me'],
    ['/newsletter/confirm?token=made-up', 'This link does not work'],
    [`/events/confirm?token=${await writeSuggestionToken(site.db, suggestion?.id ?? '')}`, 'one click'],
    ['/events/confirm?token=made-up', 'This link does not work'],
  ] as const) {
    await goTo(page, path);
    await page.locator('main').getByText(text).first().waitFor();
    faults.push(...(await faultsOf(page, path)));
  }
  expect(faults).toEqual([]);
});
