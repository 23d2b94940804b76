/** A visitor suggests a correction; staff apply it by one click; the owner gets a mail. On a phone and on a wide screen. */
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { businesses, corrections } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /Failed to load resource: the server responded with a status of 422/ });
const phone = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };

async function aBakery(slug: string) {
  const owner = await aUser(site.db, { username: `rosa-${slug}`, email: `${slug}@example.com` });
  const name = `Bakery ${slug}`;
  return aBusiness(site.db, {
    slug,
    name,
    phone: '210-555-0110',
    ownerId: owner.id,
    description: 'Bread from six on.',
  });
}

async function mailTo(address: string): Promise<string[]> {
  const { rows } = await site.db.execute<{ subject: string }>(
    `select data->>'subject' as subject from pgboss.job where name = 'send-mail' and data->>'to' = '${address}'`,
  );
  return rows.map(({ subject }) => subject);
}

describe.each([
  ['a phone', 'phone-bakery', phone],
  ['a wide screen', 'wide-bakery', wide],
])('on %s', (_, slug, viewport) => {
  test('a change is suggested, seen by staff, taken over and told to the owner', async () => {
    const bakery = await aBakery(slug);
    const page = await browser.open(`${site.url}/business/${slug}`, { viewport });
    await page.getByRole('link', { name: 'Suggest a change' }).click();
    await page.getByRole('heading', { level: 1, name: 'Suggest a change' }).waitFor();
    await page.getByLabel('What is right?').fill('210-555-0199');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Please choose what is wrong').waitFor();
    await page.getByText('Please say where you know it from').waitFor();
    const first = page.getByLabel('What is wrong?');
    await hasFocus(first);
    expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    await first.selectOption({ label: 'Phone' });
    await page.getByLabel('How do you know?').fill('It is on their door.');
    await page.getByRole('button', { name: 'Send' }).click();
    const thanks = page.getByRole('status').filter({ hasText: 'Thank you. We look at it, usually within a day' });
    // The page is shorter now, so that a phone would show only the footer.
    await expect
      .poll(() =>
        thanks.evaluate((box) => {
          const { top, bottom } = box.getBoundingClientRect();
          return box === document.activeElement && top > 0 && bottom < innerHeight;
        }),
      )
      .toBe(true);
    expect(only(await site.db.select().from(corrections), 'suggestion')).toMatchObject({ field: 'phone', email: null });

    const staff = await openAs({ site, browser }, 'staff', '/staff', { viewport });
    await staff.getByRole('button', { name: `Suggested change ${bakery.name} Phone` }).click();
    const card = staff.getByRole('article', { name: `${bakery.name}: Phone` });
    expect(await card.locator('del').innerText()).toBe('210-555-0110');
    expect(await card.locator('ins').innerText()).toBe('210-555-0199');
    expect(await accessibilityFaultsInBothThemes(staff)).toEqual([]);
    await card.getByRole('button', { name: 'Take it over' }).click();
    await staff.getByText('Nothing waits. Well done.').waitFor();

    await page.getByRole('link', { name: `Back to ${bakery.name}` }).click();
    await page.getByRole('link', { name: '(210) 555-0199' }).first().waitFor();
    await page.getByText('Confirmed today').waitFor();
    expect(await mailTo(`${slug}@example.com`)).toEqual([`We corrected ${bakery.name}`]);

    await staff.goto(`${site.url}/staff/changes`);
    await staff.getByText('Taken over by').waitFor();
    await staff.getByRole('main').getByRole('button', { name: 'Undo' }).click();
    await staff.getByText('Put back by').waitFor();
    const [row] = await site.db.select().from(businesses).where(eq(businesses.id, bakery.id));
    expect(row?.phone).toBe('210-555-0110');
    await site.db.delete(corrections);
  });
});

test('a website that is no address opens in the field that mends it, and emptied is taken away', async () => {
  const bakery = await aBakery('without-website');
  await site.db.update(businesses).set({ website: 'https://old.example.com/' }).where(eq(businesses.id, bakery.id));
  await site.db
    .insert(corrections)
    .values({ businessId: bakery.id, field: 'website', right: 'They have none any more', source: 'I asked them.' });
  const staff = await openAs({ site, browser }, 'staff', '/staff');
  await staff.getByRole('button', { name: `Suggested change ${bakery.name} Website` }).click();
  const card = staff.getByRole('article', { name: `${bakery.name}: Website` });
  await card.getByRole('button', { name: 'Take it over' }).click();
  const field = card.getByLabel('What the listing should say');
  await hasFocus(field);
  expect(await field.inputValue()).toBe('They have none any more');
  await card.getByText(/^This is not a web address\. Change it first/).waitFor();
  expect(await accessibilityFaultsInBothThemes(staff)).toEqual([]);
  await field.fill('');
  await card.getByRole('button', { name: 'Take it over' }).click();
  await staff.getByText('Nothing waits. Well done.').waitFor();
  const [row] = await site.db.select().from(businesses).where(eq(businesses.id, bakery.id));
  expect(row?.website).toBeNull();
  await site.db.delete(corrections);
});

test('the form is a plain form without script', async () => {
  await aBakery('plain-bakery');
  const page = await browser.open(`${site.url}/business/plain-bakery/suggest-change`, { script: false });
  await page.getByLabel('What is right?').fill('They moved to Elm Street.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Please choose what is wrong').first().waitFor();
  expect(await page.getByLabel('What is right?').inputValue()).toBe('They moved to Elm Street.');
  await page.getByLabel('What is wrong?').selectOption({ label: 'Something else' });
  await page.getByLabel('How do you know?').fill('I live next door.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you. We look at it').waitFor();
  expect(only(await site.db.select().from(corrections), 'suggestion')).toMatchObject({ field: 'other' });
});

test('the owner confirms by one click, and visitors see the day', async () => {
  const bakery = await aBakery('confirmed-bakery');
  const dashboard = await openAs({ site, browser }, { id: bakery.ownerId ?? '' }, '/dashboard', { viewport: phone });
  await dashboard.getByText('Is everything still right?').waitFor();
  await dashboard.getByRole('button', { name: `Still right: ${bakery.name}` }).click();
  await dashboard.getByText('Confirmed today').waitFor();
  const page = await browser.open(`${site.url}/business/confirmed-bakery`, { viewport: phone });
  await page.clock.setFixedTime(Date.now() + 12 * 86_400_000);
  await page.reload();
  await page.getByText('Confirmed 12 days ago').waitFor();
  // The stored page names the date alone, which stays true.
  const html = await (await fetch(`${site.url}/business/confirmed-bakery`)).text();
  expect(html).toMatch(/Confirmed (<!-- -->)?[A-Z][a-z]+ \d+, 20\d\d/);
  expect(html).not.toContain('Confirmed today');
});
