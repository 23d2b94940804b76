/** An event that somebody suggested: from the dashboard it is changed, sent again, withdrawn and put away. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventSuggestions, events } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

/** Rosa's concert, which staff did not take, and her walk, which waits. */
async function rosa() {
  const user = await aUser(site.db, { emailVerifiedAt: new Date() });
  const sent = {
    ...{ senderName: 'Rosa', senderEmail: user.email, location: '12 Oak Street', category: 'cultural' as const },
    ...{ startsAt: new Date('2099-06-12T23:30:00Z'), createdAt: new Date(), confirmedAt: new Date() },
  };
  const [concert, walk] = await site.db
    .insert(eventSuggestions)
    .values([
      {
        ...sent,
        ...{ title: 'Porch concert', description: 'Bring a chair.', status: 'rejected', decidedAt: new Date() },
        reason: 'Please tell us what it costs.',
      },
      { ...sent, title: 'Evening walk', description: 'Along the creek.', status: 'waiting' },
    ])
    .returning();
  return { session: await aSession(site.db, user.id), concert, walk };
}

test.each([390, 1440])('at %i px what was typed is sent again, changed and withdrawn', async (width) => {
  const { session } = await rosa();
  const page = await browser.open(`${site.url}/dashboard`, { session, viewport: { width, height: 900 } });
  const events = page.getByRole('region', { name: 'Events You Suggested' });
  await events.getByText('Please tell us what it costs.').waitFor();
  await events.getByRole('link', { name: 'Suggest an event' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await events.getByRole('link', { name: 'Send again: Porch concert' }).click();
  await page.getByText('We could not take it as it was.').waitFor();
  expect(await page.getByLabel('Title').inputValue()).toBe('Porch concert');
  expect(await page.getByLabel('Day', { exact: true }).inputValue()).toBe('2099-06-12');
  expect(await page.getByLabel('Your email').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByLabel('Price (optional)').fill('$8');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Your event is with the people who run this site').waitFor();

  await page.goto(`${site.url}/dashboard`);
  await events.getByRole('link', { name: 'Change: Porch concert' }).waitFor();
  await events.getByRole('button', { name: 'Withdraw: Evening walk' }).click();
  await events.getByRole('button', { name: 'Yes, withdraw it: Evening walk' }).click();
  await expect.poll(() => events.getByRole('listitem').count()).toBe(1);
  // The pressed button is gone, and the keyboard goes on near its place.
  await expect.poll(() => events.evaluate((part) => part.contains(document.activeElement))).toBe(true);
  await events.getByRole('link', { name: 'Change: Porch concert' }).click();
  await page.getByText('It waits for us.').waitFor();
  expect(await page.getByLabel('Price (optional)').inputValue()).toBe('$8');
  await page.getByRole('button', { name: 'Withdraw: Porch concert' }).click();
  await page.getByRole('button', { name: 'Yes, withdraw it: Porch concert' }).click();
  await page.getByText('Your event is taken back.').waitFor();
  await page.goto(`${site.url}/dashboard`);
  await page.getByRole('link', { name: 'Suggest an event' }).waitFor();
  expect(await events.count()).toBe(0);
});

test('a decided one is put away, and without script the form comes filled in', async () => {
  const { session } = await rosa();
  const page = await browser.open(`${site.url}/dashboard`, { session });
  const events = page.getByRole('region', { name: 'Events You Suggested' });
  const address = await events.getByRole('link', { name: 'Change: Evening walk' }).getAttribute('href');
  await events.getByRole('button', { name: 'Put away: Porch concert' }).click();
  await events.getByRole('button', { name: 'Yes, put it away: Porch concert' }).click();
  await expect.poll(() => events.getByRole('listitem').count()).toBe(1);
  const html = await (await fetch(site.url + address)).text();
  for (const typed of ['Along the creek.', '12 Oak Street', '2099-06-12']) expect(html).toContain(typed);
});

test.each([390, 820])('at %i px an event in the calendar is changed through the queue, and canceled', async (width) => {
  const { session, walk } = await rosa();
  const at = new Date();
  const words = { title: `Evening walk ${width}`, location: '12 Oak Street', description: '<p>Along the creek.</p>' };
  const [event] = await site.db
    .insert(events)
    .values({
      ...words,
      slug: `evening-walk-${width}`,
      category: 'cultural',
      startsAt: new Date('2099-06-12T23:30:00Z'),
    })
    .returning();
  await site.db
    .update(eventSuggestions)
    .set({ title: words.title, status: 'approved', decidedAt: at, eventId: event?.id ?? null })
    .where(eq(eventSuggestions.id, walk?.id ?? ''));
  const page = await browser.open(`${site.url}/dashboard`, { session, viewport: { width, height: 900 } });
  const list = page.getByRole('region', { name: 'Events You Suggested' });
  await list.getByRole('link', { name: `Change or cancel: ${words.title}` }).click();
  await page.getByRole('heading', { name: 'Is it canceled?' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await page.getByLabel('Place').fill('14 Oak Street');
  await page.getByRole('button', { name: 'Send the change' }).click();
  await page.getByText('Your event is with the people who run this site').waitFor();
  await page.getByRole('link', { name: 'See what you sent' }).click();
  await page.getByText('Your change is with us').waitFor();
  expect(await page.getByLabel('Place').inputValue()).toBe('14 Oak Street');
  await page.getByRole('button', { name: `Cancel it: ${words.title}` }).click();
  await page.getByText('Your change that waits is dropped with it.').waitFor();
  await page.getByRole('button', { name: `Yes, cancel it: ${words.title}` }).click();
  await page.getByText('Your event is canceled. Visitors see that. Your change that waited is dropped').waitFor();
  const again = page.getByRole('button', { name: `It is on after all: ${words.title}` });
  await again.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await again.click();
  await page.getByText('Your event is on again. Visitors see that.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: `Cancel it: ${words.title}` }).click();
  await page.getByRole('button', { name: `Yes, cancel it: ${words.title}` }).click();
  await page.getByText('Your event is canceled. Visitors see that.').waitFor();
  await page.goto(`${site.url}/dashboard`);
  await list.getByText('Canceled').waitFor();
  await list.getByRole('link', { name: `See it: ${words.title}` }).click();
  await page.getByText('You have canceled it, and visitors see that.').waitFor();
  expect(await again.count()).toBe(1);
  await page.goto(`${site.url}/events/evening-walk-${width}`);
  await page.getByText('Canceled').first().waitFor();
});
