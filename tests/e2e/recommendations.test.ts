/** A resident recommends a business without script, the owner answers it, staff hide it. */
import { expect, test } from 'vitest';
import { writeRecommendationToken } from '#features/recommendations/server/recommendation-token.ts';
import { recommendations } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser({ harmless: /status of (404|422)/ });
const phone = { width: 390, height: 844 };

/** The mail holds it encrypted; tests/api/recommendations.test.ts reads it there. */
const link = async () => {
  const { id } = only(await site.db.select().from(recommendations), 'recommendation');
  return `${site.url}/recommendations/confirm?token=${await writeRecommendationToken(site.db, id)}`;
};

test('a long list is folded, and open to readers without script', async () => {
  const { id } = await aBusiness(site.db, { slug: 'loved', name: 'Loved' });
  const some = Array.from({ length: 6 }, (_, n) => ({ name: `Neighbor ${n}`, email: `n${n}@example.org` }));
  const given = { businessId: id, status: 'shown', text: 'Good.' } as const;
  await site.db.insert(recommendations).values(some.map((one) => ({ ...given, ...one, confirmedAt: new Date() })));
  const page = await browser.open(`${site.url}/business/loved`, { viewport: phone, script: false });
  const first = page.getByText('Neighbor 0,');
  await page.getByText('Neighbor 5,').waitFor();
  expect(await first.isVisible()).toBe(false);
  await page.getByText('2 more').click();
  await first.waitFor();
  await site.db.delete(recommendations);
});

test('a recommendation is confirmed and shown without script, answered by the owner and hidden by staff', async () => {
  const owner = await aUser(site.db, { username: 'rosa', emailVerifiedAt: new Date() });
  await aBusiness(site.db, { slug: 'oak-bakery', name: 'Oak Bakery', ownerId: owner.id, email: null });
  const page = await browser.open(`${site.url}/business/oak-bakery`, { viewport: phone, script: false });
  await page.getByRole('link', { name: 'Recommend Oak Bakery' }).click();
  await page.getByLabel('Your name').fill('Maria');
  await page.getByLabel('What do you like?').fill('Best rye bread.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Please enter a valid email address').first().waitFor();
  expect(await page.getByLabel('What do you like?').inputValue()).toBe('Best rye bread.');
  await page.getByLabel('Your email').fill('maria@example.org');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('we sent you an email with a link').waitFor();
  await page.goto(await link());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Your recommendation is confirmed and on the page.').waitFor();
  const html = async () => (await fetch(`${site.url}/business/oak-bakery`)).text();
  await expect.poll(html).toContain('Best rye bread.');
  const data = [...(await html()).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(String);
  expect(data.join()).toContain('Oak Bakery');
  expect(data.join()).not.toMatch(/Maria|rye bread|rating/i);

  const desk = await openAs({ site, browser }, owner, '/dashboard', { viewport: phone });
  await desk.getByRole('link', { name: 'Recommendations' }).click();
  const item = desk.getByRole('article', { name: 'Maria recommends Oak Bakery' });
  await item.getByRole('textbox', { name: 'Your answer to Maria' }).fill('Thank you, Maria!');
  expect(await accessibilityFaultsInBothThemes(desk)).toEqual([]);
  await item.getByRole('button', { name: 'Publish answer' }).click();
  await item.getByText('You answered:').waitFor();
  await item.getByRole('button', { name: 'Remove your answer to Maria' }).click();
  await item.getByRole('button', { name: 'Yes, remove your answer to Maria' }).click();
  await hasFocus(item.getByRole('textbox', { name: 'Your answer to Maria' }));
  await item.getByRole('textbox', { name: 'Your answer to Maria' }).fill('Thank yu, Maria!');
  await item.getByRole('button', { name: 'Publish answer' }).click();
  await item.getByRole('button', { name: 'Change your answer to Maria' }).click();
  await hasFocus(item.getByRole('textbox', { name: 'Your answer to Maria' }));
  await item.getByRole('textbox', { name: 'Your answer to Maria' }).fill('Thank you, Maria!');
  expect(await accessibilityFaultsInBothThemes(desk)).toEqual([]);
  await item.getByRole('button', { name: 'Publish the new answer' }).click();
  await item.getByText('You answered: Thank you, Maria!').waitFor();
  await hasFocus(item.getByRole('button', { name: 'Change your answer to Maria' }));
  await expect.poll(html).toContain('Thank you, Maria!');

  const shown = await browser.open(`${site.url}/business/oak-bakery`, { viewport: phone });
  await shown.getByText('Thank you, Maria!').waitFor();
  expect(await accessibilityFaultsInBothThemes(shown)).toEqual([]);
  await shown.getByRole('link', { name: 'Report the recommendation of Maria' }).click();
  await shown.getByLabel('What is wrong with it?').fill('She is his sister.');
  await shown.getByRole('button', { name: 'Send' }).click();
  await shown.getByText('The people who run this site will look into it.').waitFor();

  const staff = await openAs({ site, browser }, 'staff', '/staff', { viewport: phone });
  await staff.getByRole('button', { name: /Report.*Oak Bakery.*A recommendation/ }).click();
  await staff.getByText('She is his sister.').waitFor();
  await staff.getByRole('button', { name: 'Hide it: the recommendation of Maria' }).click();
  await expect.poll(html).not.toContain('Best rye bread.');

  await page.goto(await link());
  await page.getByRole('button', { name: 'Take it back' }).click();
  await page.getByText('Your recommendation is deleted.').waitFor();
  expect(await site.db.$count(recommendations)).toBe(0);
});
