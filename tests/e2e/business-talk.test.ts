/** A visitor opens the link in the mail of an answer, without an account, and writes back: with script and without. */
import { expect, test } from 'vitest';
import { writeTalkToken } from '#features/business-messages/server/talk-link.ts';
import { businessMessages, conversationPosts, conversations } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of (404|409|422)/ });
const phone = { width: 390, height: 844 };

/** A message that was answered. */
async function aTalk(slug: string) {
  const owner = await aUser(site.db, { username: `rosa-${slug}` });
  const bakery = await aBusiness(site.db, { slug, name: `Bakery ${slug}`, ownerId: owner.id });
  const ada = { businessId: bakery.id, name: 'Ada Byron', email: 'ada@example.org', text: 'Is Friday possible?' };
  const row = { ...ada, answeredAt: new Date(), readAt: new Date() };
  const { id } = only(await site.db.insert(businessMessages).values(row).returning(), 'message');
  await site.db.insert(conversations).values({ id, kind: 'business', lastWord: 'us', lastAt: new Date() });
  await site.db.insert(conversationPosts).values({ conversationId: id, kind: 'answer', text: 'Friday is too late.' });
  return { owner, url: `${site.url}/messages/talk?token=${await writeTalkToken(site.db, id)}` };
}

test('the page shows the talk and takes words, which are new for the owner; a click ends the answers', async () => {
  const { owner, url } = await aTalk('oak');
  const page = await browser.open(url, { viewport: phone });
  await page.getByRole('heading', { level: 1, name: 'Your messages with Bakery oak' }).waitFor();
  await page.getByText('Friday is too late.').waitFor();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  const field = page.getByLabel('Write to Bakery oak');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Please write something').waitFor();
  await hasFocus(field);
  await field.fill('Thursday?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thursday?', { exact: true }).waitFor();
  await hasFocus(page.getByText('Your words are on their way.'));
  expect(await field.inputValue()).toBe('');
  const dashboard = await openAs({ site, browser }, { id: owner.id }, '/dashboard/messages', { viewport: phone });
  const message = dashboard.getByRole('article', { name: 'Ada Byron to Bakery oak' });
  await message.getByText('New', { exact: true }).waitFor();
  await message.getByText('Answer', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'No more answers' }).click();
  await hasFocus(page.getByText('Bakery oak cannot answer you any more: you said so.'));
  await dashboard.reload();
  await message.locator('summary').click();
  await message.getByText('This visitor wants no more answers.').waitFor();
});

test('it works without script, and a broken link says so', async () => {
  const { url } = await aTalk('plain');
  expect((await fetch(url)).headers.get('cache-control')).toContain('no-store');
  const page = await browser.open(url, { viewport: phone, script: false });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Please write something').first().waitFor();
  await page.getByLabel('Write to Bakery plain').fill('Thursday?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your words are on their way.').waitFor();
  await page.getByText('Thursday?', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'No more answers' }).click();
  await page.getByRole('button', { name: 'Let it answer again' }).waitFor();
  await page.goto(`${site.url}/messages/talk?token=x`);
  await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
});
