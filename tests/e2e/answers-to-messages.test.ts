/** Staff answer a message in the staff area, lose nothing of what they type, and keep what they answer again and again. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contactMessages, conversationPosts, conversations } from '#server/db/schema/index.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of 409/ });

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
  await page.getByText('Answer sent, and saved for next time').first().waitFor();
  const sent = async () => (await site.db.select().from(conversationPosts)).map(({ text }) => text);
  const town = site.city.facts.name;
  expect(await sent()).toEqual([`Dear Cy, come to ${town} any day.`]);

  const area = await answerTo('Bo');
  await area.fill('PS');
  await area.press('Home');
  await page.getByLabel('Saved answers').selectOption('Dear {name}, come to {town} any day.');
  await expect.poll(() => area.inputValue()).toBe(`Dear Bo, come to ${town} any day. PS`);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Forget this one' }).click();
  await page.getByLabel('Saved answers').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText('Every message is answered.').waitFor();
  expect(await sent()).toContain(`Dear Bo, come to ${town} any day. PS`);
});

test('a colleague who has answered meanwhile is named before a second answer goes out, and the text stays', async () => {
  await site.db.delete(contactMessages);
  const written = { name: 'Vera', email: 'vera@example.org', message: 'When are you open?' };
  const { id } = only(await site.db.insert(contactMessages).values(written).returning(), 'message');
  const page = await openAs({ site, browser }, 'staff', '/staff');
  await page.getByRole('button', { name: /Vera/ }).click();
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  const field = page.getByLabel('Your answer to Vera');
  await field.fill('I will find out.');
  const maria = await aUser(site.db, { role: 'staff', username: 'maria' });
  await site.db.insert(conversations).values({ id, kind: 'message', lastWord: 'us' }).onConflictDoNothing();
  const said = { conversationId: id, kind: 'answer', text: 'From 9 to noon.', authorId: maria.id } as const;
  await site.db.insert(conversationPosts).values({ ...said, createdAt: new Date() });
  await page.getByRole('button', { name: 'Send answer' }).click();
  const box = page.getByRole('region', { name: 'Not sent yet' });
  await box.getByText('maria answered just now: “From 9 to noon.” Send yours, too?').waitFor();
  await hasFocus(box);
  expect(await field.inputValue()).toBe('I will find out.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send mine, too' }).click();
  await page.getByText('Answer sent').first().waitFor();
  const sent = await site.db.select().from(conversationPosts).where(eq(conversationPosts.conversationId, id));
  expect(sent.map(({ text }) => text).toSorted()).toEqual(['From 9 to noon.', 'I will find out.']);
});
