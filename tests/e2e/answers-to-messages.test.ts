/** Staff answer a message in the staff area, lose nothing of what they type, and keep what they answer again and again. */
import { expect, test } from 'vitest';
import { contactMessages, conversationPosts } from '#server/db/schema/index.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

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
  expect(await site.db.select().from(conversationPosts)).toMatchObject([{ text: 'At the library.' }]);
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
  await expect.poll(drafts).toEqual([]);
  await page.getByRole('button', { name: 'Answered' }).click();
  await page.getByText('At the library.').waitFor();
  await page.getByRole('button', { name: 'Answer again' }).waitFor();
});

test('an answer is saved with its gaps, and filled in for the next sender at the cursor', async () => {
  await site.db.delete(contactMessages);
  for (const name of ['Bo', 'Cy'])
    await site.db.insert(contactMessages).values({ name, email: `${name}@example.org`, message: 'When are you open?' });
  const page = await openAs({ site, browser }, 'staff', '/staff/messages');
  const answerTo = async (name: string) => {
    await page
      .getByRole('article')
      .filter({ hasText: name })
      .getByRole('button', { name: 'Answer', exact: true })
      .click();
    return page.getByLabel(`Your answer to ${name}`);
  };
  await (await answerTo('Cy')).fill('Dear {name}, come to {town} any day.');
  await page.getByLabel('Save this answer for next time').check();
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText('Answer saved').first().waitFor();
  const sent = async () => (await site.db.select().from(conversationPosts)).map(({ text }) => text);
  const town = site.city.facts.name;
  expect(await sent()).toEqual([`Dear Cy, come to ${town} any day.`]);

  const area = await answerTo('Bo');
  await area.fill('PS');
  await area.press('Home');
  await page.getByLabel('Saved answers').selectOption('Dear {name}, come to {town} any day.');
  await expect.poll(() => area.inputValue()).toBe(`Dear Bo, come to ${town} any day.PS`);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Forget this one' }).click();
  await page.getByLabel('Saved answers').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText('Every message is answered.').waitFor();
  expect(await sent()).toContain(`Dear Bo, come to ${town} any day.PS`);
});
