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
