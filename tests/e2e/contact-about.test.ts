/** The contact form that a link about a listing opens. */
import { expect, test } from 'vitest';
import { contactMessages } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test.each([true, false])('says what it is about and who writes, with script: %j', async (script) => {
  const { id, slug } = await aBusiness(site.db, { name: 'Fig & Ladder' });
  const user = await aUser(site.db);
  const address = `/contact?about=${slug}&reason=ownership`;
  const page = await openAs({ site, browser }, user, address, { script });
  const field = (label: string) => page.getByLabel(label, { exact: true });
  await page.getByRole('main').getByRole('link', { name: 'Fig & Ladder' }).waitFor();
  expect(await field('Subject').inputValue()).toBe('The owner of Fig & Ladder');
  expect([await field('Name').inputValue(), await field('Email').inputValue()]).toEqual([user.username, user.email]);
  if (script) expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await field('Message').fill('It has been mine since 1998.');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await page.getByText('Message sent successfully').first().waitFor();
  expect((await site.db.select().from(contactMessages)).at(-1)).toMatchObject({ businessId: id, email: user.email });
  await page.goto(`${site.url}${address}`);
  await page.getByRole('link', { name: 'Not about this listing' }).click();
  await page.waitForURL(`${site.url}/contact`);
  expect(await field('Subject').inputValue()).toBe('');
});
