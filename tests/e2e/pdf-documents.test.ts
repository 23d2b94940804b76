/** A claimant sends a PDF from the dashboard; staff save it from the queue. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { claims } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();
const phone = { viewport: { width: 390, height: 844 } };
const name = 'A long name of a license of the city of Olmos Park 2026.pdf';

test('goes with the claim by its name, and reaches staff as a file', async () => {
  const ada = await aUser(site.db, { username: 'ada', emailVerifiedAt: new Date() });
  const { id: businessId } = await aBusiness(site.db, { name: 'Oak Bakery' });
  const tomorrow = new Date(Date.now() + 86_400_000);
  const claim = { businessId, userId: ada.id, plan: 'standard', amountCents: 2500, status: 'in_review' } as const;
  await site.db.insert(claims).values({ ...claim, expiresAt: tomorrow, dueAt: tomorrow, submittedAt: new Date() });
  const owner = await openAs({ site, browser }, ada, '/dashboard', phone);
  const field = owner.getByLabel('Add a document');
  const mimeType = 'application/pdf';
  await field.setInputFiles({ name: 'huge.pdf', mimeType, buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await owner.getByText('This PDF is larger than 5 MB. Please choose a smaller one.').first().waitFor();
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n');
  await field.setInputFiles({ name, mimeType, buffer: pdf });
  await owner.getByText(name).waitFor();
  expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await accessibilityFaults(owner)).toEqual([]);

  const staff = await openAs({ site, browser }, 'staff', '/staff', phone);
  await staff.getByRole('button', { name: /Oak Bakery/ }).click();
  const link = staff.getByRole('link', { name: `Save ${name} (PDF, 1 kB)` });
  await link.waitFor();
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await accessibilityFaults(staff)).toEqual([]);
  const [file] = await Promise.all([staff.waitForEvent('download'), link.click()]);
  expect(file.suggestedFilename()).toBe(name);
  expect((await readFile(await file.path())).equals(pdf)).toBe(true);
});
