/** Staff answer a message in the staff area, and lose nothing of what they type. */
import { expect, test } from 'vitest';
import { contactAnswers, contactMessages } from '#server/db/schema/index.ts';
import { openAs } from '#tests/support/open-as.ts';
import { openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test('an answer is kept while it is written, sent, and shown below its message', async () => {
  const message = 'Subject: Parade\nPhone: Not provided\n\nWhere does it start?';
  await site.db.insert(contactMessages).values({ name: 'Ada', email: 'ada@example.org', message });
  const page = await openAs({ site, browser }, 'staff', '/staff/messages');
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText('Please write an answer').waitFor();
  await page.getByLabel('Your answer to Ada').fill('At the library.');
  await page.reload();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect.poll(() => page.getByLabel('Your answer to Ada').inputValue()).toBe('At the library.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText('Every message is answered.').waitFor();
  expect(await site.db.select().from(contactAnswers)).toMatchObject([{ text: 'At the library.' }]);
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
  await expect.poll(drafts).toEqual([]);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('At the library.').waitFor();
  await page.getByRole('button', { name: 'Answer again' }).waitFor();
});
