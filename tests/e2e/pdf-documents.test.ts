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

test('leaves a question open while the answer to it is typed and not sent', async () => {
  const bea = await aUser(site.db, { username: 'bea', emailVerifiedAt: new Date() });
  const { id: businessId } = await aBusiness(site.db, { name: 'Elm Bakery' });
  const now = new Date();
  const tomorrow = new Date(now.getTime() + 86_400_000);
  const claim = { businessId, userId: bea.id, plan: 'standard', amountCents: 2500, status: 'in_review' } as const;
  const asked = { question: 'Which name stands on the lease?', askedAt: now } as const;
  await site.db.insert(claims).values({ ...claim, ...asked, expiresAt: tomorrow, submittedAt: now });
  const owner = await openAs({ site, browser }, bea, '/dashboard', phone);
  await owner.getByLabel('Your answer').fill('Bea Elm, since 2020.');
  const buffer = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n');
  await owner.getByLabel('Add a document').setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer });
  const unsent = owner.getByText('Your answer above is not sent yet: please press Send answer.');
  await unsent.waitFor();
  expect(await owner.getByText('We have a question:').count()).toBe(1);
  expect(await accessibilityFaults(owner)).toEqual([]);
  await owner.getByRole('button', { name: 'Send answer' }).click();
  await owner.getByText('We have a question:').waitFor({ state: 'detached' });
  expect(await unsent.count()).toBe(0);
  const said = await owner.getByRole('list', { name: 'What was said' }).getByRole('listitem').allInnerTexts();
  expect(said.at(-1)).toContain('Bea Elm, since 2020.');
});
