/** An administrator makes the file of a person's data, and deletes the account, when the person asks for it in writing. */
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { newsletterSubscribers, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { toast } from '#tests/support/log-in-page.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of (401|403|409|422)/ });

test('gets the file, and the account is deleted once it is said how one knows the person', async () => {
  const email = 'ada@lost.example';
  const ada = await aUser(site.db, { email, username: 'ada', emailVerifiedAt: new Date(), passwordHash: 'x' });
  await aBusiness(site.db, { ownerId: ada.id, name: 'Fig & Ladder', email });
  await site.db.insert(newsletterSubscribers).values({ email, status: 'subscribed' });
  const password = 'under the live oaks';
  const stella = await aUser(site.db, { role: 'staff', passwordHash: await hashPassword(password) });
  const page = await openAs({ site, browser }, stella, `/staff/people/${ada.id}`, {
    viewport: { width: 390, height: 844 },
  });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const prove = async () => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
  };

  await button('Make the file of their data...').click();
  expect(await button('Make the file').isDisabled()).toBe(true);
  await page.getByLabel('How do you know').fill('She came to town hall with her license.');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await button('Make the file').click();
  // Without the password nothing is done.
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await button('Make the file of their data...').click();
  await button('Make the file').click();
  const [file] = await Promise.all([page.waitForEvent('download'), prove()]);
  expect(file.suggestedFilename()).toBe('data-of-person.json');
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ account: { email }, businesses: [{ name: 'Fig & Ladder' }] });
  await toast(page, 'The file is made, and ada is told');

  await button('Delete the account...').click();
  await page.getByText('Take their email off their listings').waitFor();
  await page.getByLabel('Stop the newsletter, too.').uncheck();
  expect(await button('Yes, delete the account').isDisabled()).toBe(true);
  await page.getByLabel('How do you know').fill('A signed letter, and a call to her shop.');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await button('Yes, delete the account').click();
  await prove();
  await toast(page, 'The account of ada is deleted.');
  await page.waitForURL('**/staff/people');
  expect(await site.db.$count(users, eq(users.id, ada.id))).toBe(0);
  expect(await site.db.$count(newsletterSubscribers, eq(newsletterSubscribers.email, email))).toBe(1);
});
