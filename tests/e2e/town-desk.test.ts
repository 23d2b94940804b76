/** Staff edit the facts about the town; an owner reads the statistics of a listing. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { businessDays } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of (409|422)/ });

/** The test's own says that it is headless, and robots do not count. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const phone = { width: 390, height: 844 };
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 20_000, interval: 200 });

test('the town gets a new telephone number, on every page at once, and its old one back', async () => {
  const staff = await openAs({ site, browser }, 'staff', '/staff/settings', { viewport: phone });
  const contact = staff.getByRole('form', { name: 'Contact', exact: true });
  await contact.getByLabel('Phone').fill('call us');
  await contact.getByRole('button', { name: 'Save' }).click();
  await contact.getByText('Please enter a telephone number such as').waitFor();
  await contact.getByLabel('Phone').fill('210-555-0177');
  await contact.getByRole('button', { name: 'Save' }).click();
  await contact.getByRole('button', { name: 'Back to the original' }).waitFor();
  await until(async () => {
    const html = await (await fetch(`${site.url}/news`)).text();
    expect(html).toContain('210-555-0177');
  });
  await contact.getByRole('button', { name: 'Back to the original' }).click();
  await contact.getByText('As it came with the site').waitFor();
  const number = () => contact.getByLabel('Phone').inputValue();
  expect(await number()).toBe(site.city.facts.contact.phone);
  const undo = staff.getByRole('button', { name: 'Undo', exact: true }).first();
  await undo.click();
  await expect.poll(number).toBe('210-555-0177');
  await contact.getByRole('button', { name: 'Back to the original' }).waitFor();
  await contact.getByLabel('Phone').fill('210-555-0178');
  await contact.getByRole('button', { name: 'Save' }).click();
  await staff.getByText('Saved. It shows on every page').first().waitFor();
  await undo.click();
  await expect.poll(number).toBe('210-555-0177');
  await contact.getByText('What it said before').click();
  await contact.getByText('210-555-0177 → 210-555-0178').waitFor();
  const putBack = contact.getByRole('button', { name: 'Put back what it said before' });
  await putBack.first().click();
  await staff.getByText('Put back. It shows on every page').first().waitFor();
  await expect.poll(number).toBe('210-555-0178');
  const focused = () => staff.evaluate(() => document.activeElement?.textContent?.slice(0, 40));
  await expect.poll(focused).toBe('What it said before');
  await until(async () => expect(await (await fetch(`${site.url}/news`)).text()).toContain('210-555-0178'));
  await undo.click();
  await expect.poll(number).toBe('210-555-0177');

  const slides = staff.getByRole('form', { name: 'Slides on the home page' });
  const title = slides.getByLabel('Title').first();
  const before = await title.inputValue();
  await title.fill('A new day');
  await slides.getByRole('button', { name: 'Save' }).click();
  await staff.getByText('Saved. It shows on every page').first().waitFor();
  await slides.getByText('What it said before').click();
  await slides.getByText(`Name: “${before}” → “A new day”`).waitFor();
  await undo.click();
  await expect.poll(() => title.inputValue()).toBe(before);

  await staff.getByRole('button', { name: 'Check the site' }).click();
  await staff.getByText(/^(Nothing is wrong\.|\d+ things? (is|are) wrong\.)$/).waitFor({ timeout: 20_000 });
  await staff.getByText('Reachable').waitFor();
  expect(await accessibilityFaultsInBothThemes(staff)).toEqual([]);
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});

test('an undo leaves what a colleague has saved since, and what has been typed since', async () => {
  const part = (page: Page) => page.getByRole('form', { name: 'Postal address' });
  const street = (page: Page) => part(page).getByLabel('Street or P.O. box');
  const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  const save = async (page: Page, text: string) => {
    await street(page).fill(text);
    await part(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. It shows on every page').first().waitFor();
  };
  const shows = (page: Page) => expect.poll(() => street(page).inputValue());
  const hers = await openAs({ site, browser }, 'staff', '/staff/settings');
  const original = await street(hers).inputValue();

  await save(hers, 'PO Box 1');
  await part(hers).getByText('Changed', { exact: false }).waitFor();
  await street(hers).fill('PO Box 2, half typed');
  await undo(hers);
  await hers.getByText('It is as it was.').first().waitFor();
  await part(hers).getByText('The stored setting has changed since you began.', { exact: false }).waitFor();
  await shows(hers).toBe('PO Box 2, half typed');
  await part(hers).getByRole('button', { name: 'Discard it' }).click();
  await shows(hers).toBe(original);

  await save(hers, 'PO Box 3');
  const his = await openAs({ site, browser }, 'staff', '/staff/settings');
  await save(his, 'PO Box 4');
  await undo(hers);
  await hers
    .getByText(/has changed this since\. Please look at it again\./)
    .first()
    .waitFor();
  await shows(hers).toBe('PO Box 4');
});

test('an owner reads what visitors did', async () => {
  const owner = await aUser(site.db, { emailVerifiedAt: new Date() });
  const shop = await aBusiness(site.db, { name: 'Old Press', phone: '210-555-0143', ownerId: owner.id });
  const visitor = await browser.open(`${site.url}/business/${shop.slug}`, { userAgent });
  // A telephone would ring now; there is none here.
  await visitor.evaluate(() => document.addEventListener('click', (event) => event.preventDefault()));
  const rows = () => site.db.select().from(businessDays).where(eq(businessDays.businessId, shop.id));
  await until(async () => expect(await rows()).toMatchObject([{ views: 1, phone: 0 }]));
  await visitor.getByRole('link', { name: '(210) 555-0143' }).click();
  await until(async () => expect(await rows()).toMatchObject([{ views: 1, phone: 1 }]));

  const page = await openAs({ site, browser }, owner, '/dashboard', { viewport: phone });
  await page.getByRole('link', { name: 'Statistics of Old Press' }).click();
  await page.getByRole('img', { name: 'Views by day, last 30 days: 1 in all' }).waitFor();
  await page.getByText('The numbers as a table').click();
  await page.getByRole('columnheader', { name: 'Website' }).waitFor();
  await page.getByText('With Premium you see what people searched').waitFor();
  await page.getByRole('button', { name: 'Send them to me' }).click();
  await page.getByRole('button', { name: 'Stop the monthly email' }).waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});
