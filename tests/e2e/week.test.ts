/** Staff do their weekly hour from one page: everything that waits is decided, in under 25 clicks beyond typing. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  auditLog,
  claims,
  contactMessages,
  corrections,
  eventSuggestions,
  newsletterIssues,
  reports,
  searchMisses,
  searchSynonyms,
} from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { readers } from '#tests/factories/an-issue.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();
const days = (count: number) => new Date(Date.now() + count * 86_400_000);

/** Something of every kind that waits. */
async function aWeek(): Promise<void> {
  const { db } = site;
  const owner = await aUser(db);
  const live = await aBusiness(db, { name: 'Lantern Books', ownerId: owner.id, approvedAt: days(-30), phone: '1' });
  const businessId = live.id;
  for (const name of ['Fig & Ladder', 'Blue Door', 'Corner Cobbler', 'Pecan Press']) {
    await aBusiness(db, { name, status: 'pending', approvedAt: null, ownerId: owner.id, submittedById: owner.id });
  }
  await db.insert(reports).values({ businessId, reason: 'closed', text: 'It is gone.' });
  await db.insert(contactMessages).values({ name: 'Ada', email: 'ada@example.com', message: 'Subject: Hi\n\nHello!' });
  const seen = { businessId, source: 'It says so on their door.' };
  await db.insert(corrections).values({ ...seen, field: 'phone', right: '(210) 555-0177' });
  await db.insert(auditLog).values({
    actorId: owner.id,
    action: 'business.edited',
    subjectType: 'business',
    subjectId: businessId,
    data: { description: ['Books.', live.description] },
  });
  const free = await aBusiness(db, { name: 'Unclaimed Corner' });
  await db.insert(claims).values({
    businessId: free.id,
    userId: (await aUser(db)).id,
    plan: 'standard',
    amountCents: 2500,
    status: 'in_review',
    expiresAt: days(1),
    submittedAt: new Date(),
    dueAt: days(1),
    evidenceNote: 'I walk past it each day.',
  });
  await db.insert(eventSuggestions).values({
    status: 'waiting',
    senderName: 'Rosa',
    senderEmail: 'rosa@example.com',
    title: 'Porch concert',
    description: 'Three neighbors, two guitars.',
    location: '210 Alameda Circle',
    category: 'cultural',
    startsAt: days(20),
    confirmedAt: new Date(),
  });
  const day = new Date().toISOString().slice(0, 10);
  await db.insert(searchMisses).values({ term: 'zimmeldon', day, count: 7 });
  await readers(db, 1);
}

test('a week’s work takes under 25 clicks', async () => {
  await aWeek();
  const stella = await aUser(site.db, { role: 'staff', emailVerifiedAt: new Date() });
  const page = await openAs({ site, browser }, stella, '/staff/week');
  let clicks = 0;
  const click = (what: Locator) => {
    clicks += 1;
    return what.click();
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
  const line = (name: RegExp) => button(name).first();
  await line(/Fig & Ladder/).waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);

  await click(page.getByLabel('All 4 new listings here'));
  await click(button('Approve 4'));
  await line(/Fig & Ladder/).waitFor({ state: 'detached' });

  await click(line(/^Claim.*Unclaimed Corner/));
  await click(button('Reject'));
  await page.getByLabel('Why not?').fill('Please send a bill with the name and the address of the business.');
  await click(button('Send rejection'));
  await line(/^Claim/).waitFor({ state: 'detached' });

  // A decision opens the line after it, or the one before.
  if ((await line(/Porch concert/).getAttribute('aria-expanded')) === 'false') await click(line(/Porch concert/));
  await click(button('Approve'));
  await line(/Porch concert/).waitFor({ state: 'detached' });

  const decide = async (kind: RegExp, deed: string | RegExp) => {
    if ((await line(kind).getAttribute('aria-expanded')) === 'false') await click(line(kind));
    await click(button(deed));
    await line(kind).waitFor({ state: 'detached' });
  };
  await decide(/^Report/, 'Close without an answer');
  await decide(/^Change.*Lantern/, 'Looks right');
  await decide(/^Suggested change/, 'Take it over');
  await decide(/^Message/, 'Close without an answer');
  await page.getByText('Nobody waits. Well done.').waitFor();

  await click(button(/^Add synonym/));
  await page.getByLabel('“zimmeldon” means').fill('ladder');
  await click(button('Add'));
  await page.getByText('Every search of the last 7 days found something that fits.').waitFor();

  await click(button(/^Draft “This week in/));
  await page.waitForURL(/\/staff\/newsletter\/[0-9a-f-]{36}/);
  await click(button('Send now'));
  await click(button(/^Send to/));
  await expect.poll(async () => (await site.db.select().from(newsletterIssues))[0]?.status).toBe('scheduled');
  expect((await site.db.select().from(searchSynonyms)).map(({ term }) => term)).toEqual(['zimmeldon']);
  expect(clicks).toBeLessThan(25);

  await page.goto(`${site.url}/staff/week`);
  await page.getByText('Nobody waits. Well done.').waitFor();
  await page
    .getByRole('link', { name: /this week/i })
    .last()
    .waitFor();

  await page.getByRole('checkbox', { name: 'Claims' }).check();
  await page.getByText('We mail you').first().waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Claims' }).isChecked()).toBe(true);
});
