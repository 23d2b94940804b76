/** The audit log in the browser. */
import { expect, test } from 'vitest';
import { auditLog } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();
const phone = { width: 390, height: 844 };

test('what was done about one listing is found by the address of its page', { timeout: 60_000 }, async () => {
  const [one, other] = [await aBusiness(site.db, { name: 'Logged Shop' }), await aBusiness(site.db)];
  const line = { subjectType: 'business', action: 'business.edited' };
  await site.db.insert(auditLog).values([
    { ...line, subjectId: one.id, data: { phone: ['', '210-555-0142'], website: ['https://a.example/', null] } },
    { ...line, subjectId: other.id, data: { phone: ['210-555-0101', '210-555-0102'] } },
  ]);
  const page = await openAs({ site, browser }, 'staff', '/staff/audit', { viewport: phone });
  await page.getByText('210-555-0102').waitFor();
  await page.getByLabel('Address of its staff page').fill(`${site.url}/staff/businesses/${one.id}`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('210-555-0102').waitFor({ state: 'detached' });
  await page.getByText('Phone: 210-555-0142 (none before); Website: none now (was https://a.example/)').waitFor();
  expect(new URL(page.url()).searchParams.get('subject')).toBe(one.id);
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a deleted account and the link of a mail are told from the site, and are filters', {
  timeout: 60_000,
}, async () => {
  const subject = { subjectType: 'event', subjectId: 'e1' };
  await site.db.insert(auditLog).values([
    { ...subject, action: 'premium.bought' },
    { ...subject, action: 'event.canceled-by-sender', actorKind: 'link' },
    { ...subject, action: 'claim.ended', actorKind: 'site' },
  ]);
  const page = await openAs({ site, browser }, 'staff', '/staff/audit?subject=e1', { viewport: phone });
  const doers = ['A deleted account', 'Somebody, by the link of a mail', 'The site'];
  for (const doer of doers) await page.getByText(doer, { exact: true }).waitFor();
  await page.getByLabel('Done by').selectOption('People by the link of a mail');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByText('A deleted account', { exact: true }).waitFor({ state: 'detached' });
  await page.getByText('Canceled an event that they had suggested').waitFor();
  expect(new URL(page.url()).searchParams.get('by')).toBe('link');
  expect(await accessibilityFaults(page)).toEqual([]);
});
