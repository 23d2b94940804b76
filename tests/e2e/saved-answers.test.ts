/** An owner keeps answers, sends one to the next visitor in two clicks, and changes and removes them. On a phone and on a wide screen. */
import { expect, test } from 'vitest';
import { businessMessages, conversationPosts } from '#server/db/schema/index.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { field, startOwnerSite, toast } from '#tests/support/owner-site.ts';
import { accessibilityFaultsInBothThemes } from '#tests/support/site.ts';

const own = startOwnerSite({ harmless: /status of 422/ });

test.each([
  ['a phone', 390],
  ['a wide screen', 1440],
])('on %s', async (_, width) => {
  const { id } = await own.mine();
  await own.site.db.delete(conversationPosts);
  for (const name of ['Ada', 'Bo']) {
    const text = 'Are you open on Sundays?';
    await own.site.db.insert(businessMessages).values({ businessId: id, name, email: `${name}@example.org`, text });
  }
  const sent = async () => (await own.site.db.select().from(conversationPosts)).map(({ text }) => text);
  const page = await own.open('/dashboard/messages', { viewport: { width, height: 900 } });
  const letter = (name: string) => page.getByRole('article', { name: `${name} to Fig & Ladder` });
  await letter('Ada').getByText('Are you open on Sundays?').first().waitFor();
  await letter('Ada').getByText('Ada', { exact: true }).click();
  expect(await page.getByLabel('Saved answers for Ada').count()).toBe(0);
  await field(page, 'Your answer to Ada').fill('Hello {name}, {business} is open on Sundays.');
  await letter('Ada').getByLabel('Save this answer for next time').check();
  await letter('Ada').getByRole('button', { name: 'Send answer' }).click();
  await toast(page).getByText('Answer sent').waitFor();
  expect(await sent()).toEqual(['Hello Ada, Fig & Ladder is open on Sundays.']);

  const part = page.getByRole('region', { name: 'Saved answers', exact: true });
  await part.getByText('Fig & Ladder', { exact: true }).click();
  const change = part.getByRole('button', { name: 'Change: Hello {name}', exact: false });
  await change.click();
  await hasFocus(field(page, 'Saved answer of Fig & Ladder'));
  expect(await field(page, 'Saved answer of Fig & Ladder').inputValue()).toContain('{business} is open');
  await field(page, 'Saved answer of Fig & Ladder').fill(' ');
  await part.getByRole('button', { name: 'Save', exact: true }).click();
  await part.getByText('Please write an answer').waitFor();
  await field(page, 'Saved answer of Fig & Ladder').fill('Hello {name}, on Sundays from 9 to 1.');
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await part.getByRole('button', { name: 'Save', exact: true }).click();
  await part.getByText('Hello {name}, on Sundays from 9 to 1.', { exact: true }).waitFor();
  await hasFocus(part.getByRole('region', { name: 'Saved answers of Fig & Ladder' }));

  await letter('Bo').getByText('Bo', { exact: true }).click();
  await field(page, 'Your answer to Bo').fill('PS');
  await field(page, 'Your answer to Bo').press('Home');
  await page.getByLabel('Saved answers for Bo').selectOption('Hello {name}, on Sundays from 9 to 1.');
  expect(await field(page, 'Your answer to Bo').inputValue()).toBe('Hello Bo, on Sundays from 9 to 1. PS');
  await hasFocus(field(page, 'Your answer to Bo'));
  await letter('Bo').getByLabel('Save this answer for next time').check();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  await letter('Bo').getByRole('button', { name: 'Send answer' }).click();
  await expect.poll(async () => (await sent()).at(-1)).toBe('Hello Bo, on Sundays from 9 to 1. PS');
  // The next visitor must not read the name of this one.
  await part.getByText('Hello {name}, on Sundays from 9 to 1. PS', { exact: true }).waitFor();

  for (const end of ['1. PS', '1.']) {
    await part.getByRole('button', { name: `Remove: Hello {name}, on Sundays from 9 to ${end}`, exact: true }).click();
    await part.getByRole('button', { name: 'Yes, remove', exact: false }).click();
    await toast(page).getByText('The saved answer is removed').first().waitFor();
  }
  await part.getByText('Hello {name}', { exact: false }).first().waitFor({ state: 'detached' });
});
