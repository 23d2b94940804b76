/** An owner adds a business and follows it until staff approve it. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addressKey } from '#features/businesses/match-keys.ts';
import { businesses, sessions } from '#server/db/schema/index.ts';
import { holdBack } from '#tests/support/hold-back.ts';
import { field, ownerPassword, startOwnerSite, toast } from '#tests/support/owner-site.ts';

const own = startOwnerSite();

const errorOf = async (page: Page, label: string) => {
  const ids = (await field(page, label).getAttribute('aria-describedby')) ?? '';
  return page.locator(`[id="${ids.split(' ')[0]}"]`).textContent();
};

async function fill(page: Page) {
  await field(page, 'Business Name *').fill('Plum & Ladder');
  await field(page, 'Description *').fill('Plums, and ladders to pick them from.');
  await field(page, 'Category *').selectOption({ label: 'Food & Dining' });
  await field(page, 'Address *').fill('14 Oak Street, Olmos Park, TX');
}

describe('adding a business', () => {
  test('leads to the dashboard, where it waits for review', async () => {
    const page = await own.open('/dashboard');
    await page.getByRole('heading', { name: 'My Businesses' }).waitFor();
    await page
      .getByText("You don't have any businesses yet. Claim an existing one or add a new business to get started.")
      .waitFor();
    await page.getByRole('link', { name: 'Add New Business' }).first().click();
    await page.getByText("What's Included").waitFor();
    expect(await field(page, 'Address *').getAttribute('placeholder')).toBe(own.site.city.facts.addressPlaceholder);
    await expect.poll(() => field(page, 'Category *').locator('option:not([disabled])').count()).toBe(15);
    await fill(page);
    await page.getByRole('button', { name: 'Submit for Review' }).click();
    await page.waitForURL('**/dashboard');
    await toast(page)
      .getByText("Your business has been submitted for review. You'll be notified once it's approved.")
      .waitFor();
    await page.getByText('1 business, waiting for review.').waitFor();
    await page.getByText('Pending Review').waitFor();
    await page
      .getByText(
        "Your business is being reviewed by our team. You'll be notified once it's approved and can upgrade to premium.",
      )
      .waitFor();
    expect(await page.getByRole('link', { name: 'View Plum & Ladder' }).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Upgrade to Premium' }).count()).toBe(0);
  });

  test('says under each field what is missing', async () => {
    const page = await own.open('/add-business');
    await field(page, 'Email').fill('nobody');
    await field(page, 'Website').fill('javascript:alert(1)');
    await field(page, 'Description *').fill('Too short');
    await page.getByRole('button', { name: 'Submit for Review' }).click();
    await page.getByText('Business name is required').waitFor();
    const expected = [
      ['Business Name *', 'Business name is required'],
      ['Description *', 'Description must be at least 10 characters'],
      ['Category *', 'Category is required'],
      ['Address *', 'Address is required'],
      ['Email', 'Invalid email'],
      ['Website', 'Invalid URL'],
    ] as const;
    for (const [label, message] of expected) expect(await errorOf(page, label), label).toBe(message);
    // Errors that only name the fault have what to do below them, for screen readers as well.
    for (const [label, remedy] of [
      ['Email', 'Write one such as name@example.com, or leave it empty.'],
      ['Website', 'Write a web address such as https://example.com, or leave it empty.'],
    ] as const) {
      const ids = (await field(page, label).getAttribute('aria-describedby'))?.split(' ') ?? [];
      expect(await page.locator(`[id="${ids[1]}"]`).textContent()).toBe(remedy);
    }
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  });

  test('shows that it is on its way, and keeps everything when it fails', async () => {
    const page = await own.open('/add-business');
    const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
    await page.route('**/api/businesses', async (route) => {
      await seen;
      await route.fulfill({ status: 409, body: 'no' });
    });
    await fill(page);
    await page.getByRole('button', { name: 'Submit for Review' }).click();
    expect(await page.getByRole('button', { name: 'Submitting...' }).isDisabled()).toBe(true);
    letGo();
    await toast(page).getByText('Failed to create business').waitFor();
    expect(await field(page, 'Business Name *').inputValue()).toBe('Plum & Ladder');
    const again = await page.context().newPage();
    await page.close();
    await again.goto(`${own.site.url}/add-business`);
    await again.getByText('Welcome back: what you typed is still here.').waitFor();
    await again.getByText('It is not saved yet.').waitFor();
    expect(await field(again, 'Category *').inputValue()).toBe('food-dining');
    await again.getByRole('button', { name: 'Discard it' }).click();
    expect(await field(again, 'Business Name *').inputValue()).toBe('');
    await again.reload();
    await expect.poll(() => field(again, 'Business Name *').inputValue()).toBe('');
    expect(await again.getByText('Welcome back').count()).toBe(0);
  });

  test('survives a session that ended meanwhile: log in, and all is there', async () => {
    const page = await own.open('/add-business');
    await fill(page);
    await page.getByText('Enter coordinates instead').click();
    const { latitude, longitude } = own.site.city.facts.center;
    await field(page, 'Latitude').fill(String(latitude));
    await field(page, 'Longitude').fill(String(longitude));
    await page.getByText(/^The pin is at /).waitFor();
    await own.site.db.delete(sessions);
    await page.getByRole('button', { name: 'Submit for Review' }).click();
    await page.waitForURL('**/login');
    await page.getByLabel('Email').fill(own.owner.email);
    await page.locator('input[name=password]').fill(ownerPassword);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await page.waitForURL('**/add-business');
    await page.getByText('Welcome back: what you typed is still here.').waitFor();
    await page.getByRole('button', { name: 'Submit for Review' }).click();
    await page.waitForURL('**/dashboard');
    expect(await own.site.db.select().from(businesses)).toMatchObject([
      { name: 'Plum & Ladder', ownerId: own.owner.id, latitude, longitude },
    ]);
  });

  test('asks whether it is one that is listed already', async () => {
    await own.mine({ ownerId: null, name: 'Plum & Ladder', nameKey: 'plum and ladder' });
    const page = await own.open('/add-business');
    await field(page, 'Business Name *').fill('Plum & Ladder');
    await page.getByText('Is this your business?').waitFor();
    await page.getByRole('link', { name: 'Claim it: Plum & Ladder' }).click();
    await page
      .getByRole('article', { name: 'Plum & Ladder' })
      .getByRole('button', { name: 'Claim - $25/mo' })
      .waitFor();
  });

  test('asks it below the field that was typed, and moves nothing above it', async () => {
    const keys = { nameKey: 'fig tree', addressKey: addressKey('12 Oak Street') };
    await own.mine({ ownerId: null, name: 'Fig Tree', address: '12 Oak Street', ...keys });
    await own.mine({ ownerId: null, name: 'Plum & Ladder', nameKey: 'plum and ladder' });
    const page = await own.open('/add-business', { viewport: { width: 390, height: 844 } });
    const below = (label: string) => page.locator('div:has(> [role=status] a)', { has: field(page, label) }).last();
    await field(page, 'Business Name *').fill('Plum & Ladder');
    await below('Business Name *').getByRole('link', { name: 'Claim it: Plum & Ladder' }).waitFor();
    await field(page, 'Address *').fill('12 Oak Street');
    await below('Address *').getByRole('link', { name: 'Claim it: Fig Tree' }).waitFor();
    expect(await below('Address *').getByRole('link').allInnerTexts()).toEqual(['Fig Tree', 'Claim it']);
    expect(await below('Business Name *').getByRole('link').allInnerTexts()).toEqual(['Plum & Ladder', 'Claim it']);
  });

  test('the whole form is filled in and sent by keyboard alone', async () => {
    const page = await own.open('/add-business');
    await field(page, 'Business Name *').focus();
    const type = async (text: string) => {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    };
    for (const text of ['Plum & Ladder', 'Plums, and ladders to pick them from.', 'Shop', '14 Oak Street', '', ''])
      await type(text);
    await page.keyboard.type('plums.example.com');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
    expect(await own.site.db.select().from(businesses)).toMatchObject([{ website: 'https://plums.example.com/' }]);
  });
});

describe('the dashboard', () => {
  test('is for people who are signed in, and leads back to itself', async () => {
    const page = await own.browser.open(`${own.site.url}/dashboard`);
    await page.waitForURL('**/login');
  });

  test('gives the text of a listing more room than its buttons on a wide screen', async () => {
    const { id } = await own.mine({ premiumExpiresAt: new Date('2099-12-26T18:00:00Z') });
    const page = await own.open('/dashboard', { viewport: { width: 1440, height: 900 } });
    const card = page.getByRole('article', { name: 'Fig & Ladder' });
    await card.getByRole('link', { name: 'Edit Fig & Ladder' }).waitFor();
    const widthOf = async (selector: string) => (await card.locator(selector).boundingBox())?.width ?? 0;
    const [text, all] = [await widthOf('h3'), (await card.boundingBox())?.width ?? 0];
    expect(text, id).toBeGreaterThan(all / 2);
  });

  test('greets, and shows each state', async () => {
    await own.mine({ name: 'Basic' });
    await own.mine({ name: 'Paid', premiumExpiresAt: new Date('2099-05-04T18:00:00Z') });
    await own.mine({ name: 'Refused', status: 'rejected', rejectionReason: 'It is in another town.' });
    const page = await own.open('/dashboard');
    await page.getByRole('heading', { name: `Welcome, ${own.owner.username}!` }).waitFor();
    await page.getByText('You have 2 businesses in the directory.').waitFor();
    const item = (name: string) => page.getByRole('article', { name });
    expect(
      await item('Basic')
        .getByText(/^(Approved|Basic)$/)
        .count(),
    ).toBe(3);
    await item('Basic').getByText('Upgrade to Premium for').waitFor();
    await item('Paid').getByText('Premium is paid until May 4, 2099').waitFor();
    await item('Refused').getByText('Reason: It is in another town.').waitFor();
    expect(await item('Basic').getByRole('link', { name: 'View Basic' }).getAttribute('href')).toMatch(/^\/business\//);
    await item('Refused').getByRole('link', { name: 'Edit Refused' }).click();
    await expect.poll(() => field(page, 'Category *').inputValue()).toBe('shopping');
  });

  test('offers premium; without payments its buttons say that they failed', async () => {
    await own.mine();
    const page = await own.open('/dashboard');
    await page.getByText('$29/month or $290/year (save $58)').waitFor();
    // The own listings come before what is for sale.
    const headings = await page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts();
    const wanted = ['My Businesses', 'Upgrade to Premium', 'Claim Business', 'Add New Business'];
    expect(headings.filter((text) => wanted.includes(text))).toEqual(wanted);
    const letGo = await holdBack(page, '**/api/upgrade');
    await page.getByRole('button', { name: 'Upgrade Monthly' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Processing...' }).count()).toBe(2);
    await letGo();
    await toast(page).getByText('Upgrade failed').waitFor();
    await toast(page).getByText('Payments are not set up on this site yet.').waitFor();
    await page.getByRole('button', { name: 'Upgrade Yearly' }).waitFor();
  });
});
