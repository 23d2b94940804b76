/** Staff ask a claimant back from the queue; the claimant answers on the dashboard; staff see the answer. */
import { expect, test } from 'vitest';
import { waitEnd } from '#features/claims/claim-rules.ts';
import { claims } from '#server/db/schema/index.ts';
import { formatDate } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { holdBack } from '#tests/support/hold-back.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

test('a claim waits for its claimant, and goes on with the answer', async () => {
  const ada = await aUser(site.db, { username: 'ada', emailVerifiedAt: new Date() });
  const { id: businessId } = await aBusiness(site.db, { name: 'Oak Bakery' });
  const tomorrow = new Date(Date.now() + 86_400_000);
  const times = { expiresAt: tomorrow, dueAt: tomorrow, submittedAt: new Date() };
  const claim = { businessId, userId: ada.id, plan: 'standard', amountCents: 2500, status: 'in_review' } as const;
  await site.db.insert(claims).values({ ...claim, ...times });

  const staff = await openAs({ site, browser }, 'staff', '/staff');
  const open = () => staff.getByRole('button', { name: /Oak Bakery/ }).click();
  await open();
  await staff.getByRole('button', { name: 'Ask back' }).click();
  await staff.getByRole('button', { name: 'Ask', exact: true }).click();
  await staff.getByText('Please write a question').waitFor();
  await staff.getByLabel('Your question to ada').fill('Which name stands on the lease?');
  await staff.getByRole('button', { name: 'Ask', exact: true }).click();
  await staff.getByRole('heading', { name: 'Waits for the claimant' }).waitFor();

  const owner = await openAs({ site, browser }, ada, '/dashboard');
  await owner.getByText('Which name stands on the lease?').waitFor();
  // The same day as in the mail.
  const end = formatDate(waitEnd(times.submittedAt, times.submittedAt), 'America/Chicago');
  await owner.getByText(`Please answer below: your claim waits until ${end}.`).waitFor();
  expect(await accessibilityFaults(owner)).toEqual([]);
  await owner.getByLabel('Your answer').fill('Ada Oakley, since 2020.');
  await owner.getByLabel('Phone number at the business').fill('210-555-0188');
  const letGo = await holdBack(owner, /\/evidence$/);
  await owner.getByRole('button', { name: 'Send answer' }).click();
  await owner.getByLabel('Your answer').fill('The landlord knows me, too.');
  await letGo();
  await owner.getByText('We have a question:').waitFor({ state: 'detached' });
  const said = owner.getByRole('list', { name: 'What was said' }).getByRole('listitem');
  expect(await said.allInnerTexts()).toEqual([
    expect.stringMatching(/^We wrote on [\s\S]+Which name stands on the lease\?$/),
    expect.stringMatching(
      /^You answered on [\s\S]+Ada Oakley, since 2020\.\s+Phone number at the business: 210-555-0188$/,
    ),
  ]);
  // Typed after the press, so it waits to be sent; the rest is saved.
  const more = owner.getByLabel('Something to add?');
  expect(await more.inputValue()).toBe('The landlord knows me, too.');
  await owner.reload();
  await expect.poll(() => more.inputValue()).toBe('The landlord knows me, too.');
  await owner.getByLabel('Phone number at the business').fill('210-555-0199');
  await owner.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => more.inputValue()).toBe('');
  // Nothing counts as unsaved any more: the reload asks nothing and brings nothing back.
  await expect.poll(() => owner.evaluate(() => Object.keys(localStorage).join())).not.toContain('evidence:');
  await owner.reload();
  await said.first().waitFor();
  expect(await more.inputValue()).toBe('');

  await staff.goto(`${site.url}/staff`);
  await open();
  await staff.getByRole('heading', { name: 'Your question is answered' }).waitFor();
  await staff.getByText('Ada Oakley, since 2020.').waitFor();
});

test('a yes before the answer names the open question and the mailbox that is not confirmed', async () => {
  const bo = await aUser(site.db, { username: 'bo', email: 'bo@example.com', emailVerifiedAt: null });
  const { id: businessId } = await aBusiness(site.db, { name: 'Elm Books' });
  const tomorrow = new Date(Date.now() + 86_400_000);
  const times = { expiresAt: tomorrow, dueAt: tomorrow, submittedAt: new Date() };
  const claim = { businessId, userId: bo.id, plan: 'standard', amountCents: 0, status: 'in_review' } as const;
  await site.db.insert(claims).values({ ...claim, ...times });
  const staff = await openAs({ site, browser }, 'staff', '/staff');
  await staff.getByRole('button', { name: /Elm Books/ }).click();
  const dialog = staff.getByRole('dialog', { name: 'Approve and give Elm Books away?' });
  const open = async () => {
    await staff.getByRole('button', { name: 'Approve', exact: true }).click();
    await dialog.getByText('bo has not confirmed bo@example.com yet', { exact: false }).waitFor();
  };
  await open();
  expect(await dialog.getByText('You asked and have no answer yet.').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await staff.getByRole('button', { name: 'Ask back' }).click();
  await staff.getByLabel('Your question to bo').fill('Which name stands on the lease?');
  await staff.getByRole('button', { name: 'Ask', exact: true }).click();
  await staff.getByRole('heading', { name: 'Waits for the claimant' }).waitFor();
  await open();
  await dialog.getByText('You asked and have no answer yet.').waitFor();
  await dialog.getByText('Which name stands on the lease?').waitFor();
  expect(await accessibilityFaults(staff)).toEqual([]);
});
