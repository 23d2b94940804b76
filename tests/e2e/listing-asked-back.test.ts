/** Staff ask the sender of a new listing back from the queue; the sender answers on the dashboard; an open question is named before a yes. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { matchKeys } from '#features/businesses/server/written-fields.ts';
import { businesses } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { openAs } from '#tests/support/open-as.ts';
import {
  accessibilityFaults,
  accessibilityFaultsInBothThemes,
  openBrowser,
  startTestSite,
} from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();
beforeEach(async () => {
  await site.db.update(businesses).set({ status: 'rejected' }).where(eq(businesses.status, 'pending'));
});

const statusOf = async (id: string) =>
  (await site.db.select().from(businesses).where(eq(businesses.id, id)))[0]?.status;

async function waiting(name: string, ownerId: string, given: Partial<typeof businesses.$inferInsert> = {}) {
  const looks = { name, address: '12 Main St' };
  const keys = matchKeys({ name, address: given.address ?? looks.address });
  const row = {
    ...looks,
    ...keys,
    ownerId,
    submittedById: ownerId,
    status: 'pending',
    approvedAt: null,
    ...given,
  } as const;
  return (await aBusiness(site.db, row)).id;
}

test('a listing waits for its sender, and goes on with the answer', async () => {
  const ada = await aUser(site.db, { username: 'ada', emailVerifiedAt: new Date() });
  const id = await waiting('Main Street Deli', ada.id);
  const staff = await openAs({ site, browser }, 'staff', '/staff');
  const line = () => staff.getByRole('button', { name: /Main Street Deli/ });
  await line().click();
  await staff.getByRole('button', { name: 'Ask back' }).click();
  await staff.getByRole('button', { name: 'Ask', exact: true }).click();
  await staff.getByText('Please write a question').waitFor();
  await staff.getByLabel('Your question to ada').fill('Is the shop in town?');
  await staff.getByRole('button', { name: 'Ask', exact: true }).click();
  await staff.getByRole('heading', { name: 'Waits for the sender' }).waitFor();
  await expect.poll(() => line().innerText()).toMatch(/Waiting for the sender/);
  expect(await accessibilityFaultsInBothThemes(staff)).toEqual([]);

  // A yes before the answer is asked about once, also by the key.
  await staff.keyboard.press('Escape');
  await line().focus();
  await staff.keyboard.press('a');
  const dialog = staff.getByRole('dialog', { name: 'Approve without the answer?' });
  await dialog.getByText('You asked and have no answer yet.').waitFor();
  await dialog.getByText('Is the shop in town?').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await statusOf(id)).toBe('pending');

  const owner = await openAs({ site, browser }, ada, '/dashboard');
  await owner.getByText('Is the shop in town?').waitFor();
  // Nobody promises an answer within a day while the sender's is missing.
  await owner.getByText('It waits for your answer to our question above.').waitFor();
  expect(await owner.getByText('We answer within 24 hours.', { exact: true }).count()).toBe(0);
  expect(await accessibilityFaults(owner)).toEqual([]);
  await owner.getByRole('button', { name: 'Send answer' }).click();
  await owner.getByText('Please write an answer').waitFor();
  await owner.getByLabel('Your answer').fill('Yes, since March.');
  await owner.getByRole('button', { name: 'Send answer' }).click();
  await owner.getByText('We have a question:').waitFor({ state: 'detached' });
  await owner.getByText('We answer within 24 hours.', { exact: true }).waitFor();
  expect(await owner.getByRole('list', { name: 'What was said' }).getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^We wrote on [\s\S]+Is the shop in town\?$/),
    expect.stringMatching(/^You answered on [\s\S]+Yes, since March\.$/),
  ]);

  await staff.goto(`${site.url}/staff/businesses/${id}`);
  await staff.getByRole('heading', { name: 'Your question is answered' }).waitFor();
  await staff.getByText('Yes, since March.').waitFor();
  expect(await staff.getByRole('region', { name: 'Reply' }).count()).toBe(0);
  await staff.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.poll(() => statusOf(id)).toBe('approved');
});

test('the same name alone is marked on the closed line, and asks before it goes live: by the key, and among several', async () => {
  const bo = await aUser(site.db, { username: 'bo', emailVerifiedAt: new Date() });
  const name = 'Circle Tire & Brake';
  await aBusiness(site.db, { name, address: '3910 McCullough', ...matchKeys({ name, address: '3910 McCullough' }) });
  const id = await waiting(name, bo.id, { address: '4101 McCullough' });
  const asked = await waiting('Acorn Art', bo.id, { address: '1 Elm St' });
  const staff = await openAs({ site, browser }, 'staff', '/staff');
  const line = staff.getByRole('button', { name: /^New listing.*Circle Tire/s });
  expect(await line.innerText()).toMatch(/Possible duplicate: same name/);
  await line.click();
  await staff.getByText('Same name', { exact: true }).waitFor();
  await line.focus();
  await staff.keyboard.press('a');
  const dialog = staff.getByRole('dialog', { name: 'List it twice?' });
  await dialog.getByText('Same name. Visitors find it: if you go on, they find both.').waitFor();
  await dialog.getByText('3910 McCullough').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await staff.getByRole('button', { name: /Acorn Art/ }).click();
  await staff.getByRole('button', { name: 'Ask back' }).click();
  await staff.getByLabel('Your question to bo').fill('Who runs it?');
  await staff.getByRole('button', { name: 'Ask', exact: true }).click();
  await staff.getByRole('heading', { name: 'Waits for the sender' }).waitFor();
  await staff.getByLabel('All 2 new listings here').check();
  await staff.getByRole('button', { name: 'Approve 2' }).click();
  await staff
    .getByText(
      `This one has the name, address or phone number of another listing, which is here or waits, too: ${name}.`,
    )
    .waitFor();
  await staff.getByText('Asked back, and no answer yet: Acorn Art.').waitFor();
  expect([await statusOf(id), await statusOf(asked)]).toEqual(['pending', 'pending']);
  await staff.getByRole('button', { name: 'Approve 2 all the same' }).click();
  await expect.poll(async () => [await statusOf(id), await statusOf(asked)]).toEqual(['approved', 'approved']);
});

test('a listing that changed while it was open is refused once, and then shows what it says now', async () => {
  const cleo = await aUser(site.db, { username: 'cleo', emailVerifiedAt: new Date() });
  const id = await waiting('Changing Deli', cleo.id, {
    address: '77 Elm Street',
    phone: '210-555-0101',
    description: 'Sandwiches at noon.',
  });
  const staff = await openAs({ site, browser }, 'staff', '/staff');
  await staff.getByRole('button', { name: /Changing Deli/ }).click();
  await staff.getByText('210-555-0101').waitFor();
  await site.db.update(businesses).set({ phone: '210-555-0202', version: 2 }).where(eq(businesses.id, id));
  const approve = staff.getByRole('button', { name: 'Approve', exact: true });
  await approve.click();
  await staff.getByText('Please look at it again.').first().waitFor();
  await staff.getByText('210-555-0202').waitFor();
  await approve.click();
  await staff.getByText('Changing Deli is approved').first().waitFor();
});
