/** The office's weekly work: a listing is added, spam is cleared away, and what a colleague was first with is not lost. */
import { eq, inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  auditLog,
  businesses,
  claims,
  contactMessages,
  corrections,
  subscriptions,
  users,
} from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found, only } from '#tests/support/found.ts';
import { hasFocus } from '#tests/support/has-focus.ts';
import { toast } from '#tests/support/log-in-page.ts';
import { followTo, openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();
const phone = { viewport: { width: 390, height: 844 } };

const statuses = async (ids: string[]) => {
  const rows = await site.db.select().from(businesses).where(inArray(businesses.id, ids));
  return ids.map((id) => rows.find((row) => row.id === id)?.status ?? 'gone');
};
const width = (page: { evaluate: (read: () => number) => Promise<number> }) =>
  page.evaluate(() => document.documentElement.scrollWidth);

test('a new business is live at once, asks about its double, and is hidden by Undo', async () => {
  const category = await aCategory(site.db, { name: 'Bakeries' });
  const page = await openAs({ site, browser }, 'staff', '/staff/businesses', phone);
  await page.getByRole('link', { name: 'New business' }).click();
  await page.getByRole('heading', { name: 'New business' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add it' }).click();
  await page.getByText('Business name is required').waitFor();
  const fill = async () => {
    await page.getByLabel('Category').selectOption(category.slug);
    await page.getByLabel('Address', { exact: true }).fill('12 Oak Street');
    await page.getByLabel('Description').fill('Bread and cakes, baked every morning.');
  };
  await page.getByLabel('Name', { exact: true }).fill('Oakbend Bakery');
  await fill();
  await page.getByRole('button', { name: 'Add it' }).click();
  await toast(page, 'Oakbend Bakery is in the directory');
  await page.getByText('It has no owner.').waitFor();
  expect(await width(page)).toBe(390);
  const row = only(await site.db.select().from(businesses).where(eq(businesses.name, 'Oakbend Bakery')), 'the bakery');
  expect(row).toMatchObject({ status: 'approved', ownerId: null });

  await followTo(page, '/staff/businesses/new');
  await page.getByLabel('Name', { exact: true }).fill('Oakbend Bakery');
  await fill();
  await page.getByRole('button', { name: 'Add it' }).click();
  await page.getByRole('heading', { name: 'List it twice?' }).waitFor();
  await page.getByRole('button', { name: 'Add all the same' }).click();
  // The notice about the first one may stand until the second one is there.
  await page.getByText('It has no owner.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await toast(page, 'Undone');
  const rows = await site.db.select().from(businesses).where(eq(businesses.name, 'Oakbend Bakery'));
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['approved', 'hidden']);
  expect(rows.find(({ id }) => id === row.id)?.status).toBe('approved');
});

test('spam is rejected without a mail, found by owner, and deleted by one answer that names the number', async () => {
  const nelson = await aUser(site.db, { username: 'nelson' });
  const ids: string[] = [];
  for (const name of ['Pills One', 'Pills Two', 'Pills Three']) {
    const given = { name, status: 'pending', approvedAt: null, ownerId: nelson.id, submittedById: nelson.id } as const;
    ids.push((await aBusiness(site.db, given)).id);
  }
  const page = await openAs({ site, browser }, 'staff', '/staff', { viewport: { width: 820, height: 900 } });
  await page.getByLabel('All 3 new listings here').check();
  await page.getByRole('button', { name: 'Reject 3' }).click();
  await page.getByLabel('Why not?').fill('no');
  await page.getByRole('button', { name: 'Send rejection' }).click();
  await page.getByText('Please say why, in 3 letters or more').waitFor();
  await page.getByText('The owner gets this by mail and sees it on the dashboard.').waitFor();
  await page.getByLabel('Tell nobody: this is spam.').check();
  await page.getByText('No mail goes out. On the owner’s dashboard it stands as rejected').waitFor();
  expect(await page.getByText(/gets this by mail/).count()).toBe(0);
  await page.getByRole('button', { name: 'Reject without mail' }).click();
  await toast(page, '3 listings are rejected, and nobody is told');

  await followTo(page, '/staff/businesses?status=rejected&owner=some');
  await page.getByLabel('All 3 here').check();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await width(page)).toBe(820);
  await page.getByRole('button', { name: 'Delete 3 for good' }).click();
  await page.getByRole('heading', { name: 'Delete 3 businesses for good?' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 3 for good' }).click();
  await toast(page, '3 businesses are deleted');
  expect(await statuses(ids)).toEqual(['gone', 'gone', 'gone']);
});

test('several are hidden and shown again, and what cannot be is named', async () => {
  const ids = [
    (await aBusiness(site.db, { name: 'Elm Art' })).id,
    (await aBusiness(site.db, { name: 'Elm Books' })).id,
  ];
  const page = await openAs({ site, browser }, 'staff', '/staff/businesses?search=Elm', phone);
  await page.getByLabel('Choose Elm Art').check();
  await page.getByLabel('Choose Elm Books').check();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await width(page)).toBe(390);
  await page.getByRole('button', { name: 'Hide 2' }).click();
  await page.getByLabel('Why? (optional)').fill('Both have closed.');
  // The list is slow to come again: a tick made in the meantime belongs to the next act, and stays.
  await page.route('**/api/staff/businesses?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  const again = page.waitForResponse(/\/api\/staff\/businesses\?/);
  await page.getByRole('button', { name: 'Hide 2' }).click();
  await toast(page, '2 businesses are hidden');
  expect(await statuses(ids)).toEqual(['hidden', 'hidden']);
  expect(await page.getByLabel('Choose Elm Art').isChecked()).toBe(false);
  await page.getByLabel('Choose Elm Art').check();
  await again;
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByText('Hidden', { exact: true }).nth(1).waitFor();
  expect(await page.getByLabel('Choose Elm Art').isChecked()).toBe(true);
  await page.getByRole('button', { name: 'Delete 1 for good' }).waitFor();
  await page.getByRole('button', { name: 'Hide 1' }).click();
  await page.getByRole('button', { name: 'Hide 1' }).click();
  await page.getByText(/^Elm Art is left: You hid Elm Art/).waitFor();
});

test('messages are closed together as spam, and a ban takes what waits along', async () => {
  await site.db.delete(contactMessages);
  const message = 'Subject: Buy\n\nBuy this';
  await site.db
    .insert(contactMessages)
    .values(['Bot A', 'Bot B', 'Ada'].map((name) => ({ name, email: 'bot@example.org', message })));
  const page = await openAs({ site, browser }, 'staff', '/staff/messages', phone);
  await page.getByLabel('Choose the message of Bot A').check();
  await page.getByLabel('Choose the message of Bot B').check();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await width(page)).toBe(390);
  await page.getByRole('button', { name: 'Spam: close 2, tell nobody' }).click();
  await toast(page, '2 messages are closed as spam');
  await page.getByLabel('Choose the message of Bot A').waitFor({ state: 'detached' });

  const spammer = await aUser(site.db, { username: 'sam' });
  const waiting = { status: 'pending', approvedAt: null, ownerId: spammer.id, submittedById: spammer.id } as const;
  const ids = [(await aBusiness(site.db, waiting)).id, (await aBusiness(site.db, waiting)).id];
  const lily = await aBusiness(site.db, { name: 'Lily Bar' });
  const unpaid = { plan: 'standard', amountCents: 2500, status: 'pending', expiresAt: new Date('2099-01-01') } as const;
  await site.db.insert(claims).values({ userId: spammer.id, businessId: lily.id, ...unpaid });
  await followTo(page, `/staff/people/${spammer.id}`);
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByText('None of their listings is online.', { exact: false }).waitFor();
  await page.getByText('Still at the payment page: the claim on Lily Bar.', { exact: false }).waitFor();
  await page.getByLabel('Why?').fill('Spam');
  await page.getByLabel('Reject what waits from them, too: 2 new listings. Nobody is told.').check();
  await page.getByRole('button', { name: 'Yes, ban' }).click();
  await toast(page, 'sam is banned, and 2 rejected');
  expect(await statuses(ids)).toEqual(['rejected', 'rejected']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await toast(page, 'Undone');
  expect(await statuses(ids)).toEqual(['pending', 'pending']);
  expect(found((await site.db.select().from(users).where(eq(users.id, spammer.id)))[0], 'sam').bannedAt).toBeNull();
  await site.db.delete(businesses).where(inArray(businesses.id, ids));
});

test('a reason for a line that a colleague has decided on stays on screen, and a key without effect says so', async () => {
  await site.db.delete(contactMessages);
  const { id } = await aBusiness(site.db, { name: 'Fig Bar', status: 'pending', approvedAt: null });
  await aBusiness(site.db, { name: 'Pear Bar', status: 'pending', approvedAt: null });
  const live = await aBusiness(site.db, { name: 'Plum Bar' });
  const change = { businessId: live.id, field: 'phone', right: '210-555-0177', source: 'The door' } as const;
  await site.db.insert(corrections).values(change);
  const page = await openAs({ site, browser }, 'staff', '/staff', { viewport: { width: 1440, height: 900 } });
  await page.getByRole('button', { name: /Fig Bar/ }).click();
  await page.getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByLabel('Why not?').fill('This is a house.');
  await site.db.update(businesses).set({ status: 'approved', version: 2 }).where(eq(businesses.id, id));
  const amy = await aUser(site.db, { role: 'staff', username: 'amy' });
  const deed = { action: 'business.approved', subjectType: 'business', subjectId: id, actorId: amy.id };
  await site.db.insert(auditLog).values(deed);
  await page.getByRole('button', { name: 'Send rejection' }).click();
  const kept = page.getByRole('region', { name: 'Not sent' });
  await kept.getByText('This is a house.').waitFor();
  await kept.getByText('amy approved Fig Bar just now.').waitFor();
  // The next act does not take the name away.
  await page.getByRole('button', { name: /Pear Bar/ }).click();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Pear Bar is approved').first().waitFor();
  await kept.getByText('amy approved Fig Bar just now.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await kept.getByRole('button', { name: 'Put it away' }).click();
  await kept.waitFor({ state: 'detached' });

  const line = page.getByRole('button', { name: /Plum Bar/ }).first();
  if ((await line.getAttribute('aria-expanded')) === 'true') await line.click();
  await page.keyboard.press('a');
  await toast(page, 'No line is open');
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await toast(page, 'Key a does nothing here');
});

test('the form of an edit takes the focus and gives it back, and a paid claim is named before a new owner', async () => {
  const owner = await aUser(site.db);
  const words = { description: 'Sandwiches from seven to three.', address: '12 Oak Street' };
  const { id } = await aBusiness(site.db, { name: 'Oak Deli', ownerId: owner.id, ...words });
  const page = await openAs({ site, browser }, 'staff', `/staff/businesses/${id}`, phone);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await hasFocus(page.getByLabel('Name', { exact: true }));
  await page.getByLabel('Phone').fill('(210) 555-0177');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(page, 'Saved');
  await hasFocus(page.getByRole('button', { name: 'Edit', exact: true }));
  await page.getByRole('button', { name: 'Change owner' }).waitFor();

  const paidThrough = new Date('2099-12-26T18:00:00Z');
  const plan = { kind: 'claim_standard', status: 'active', userId: owner.id, businessId: id, paidThrough } as const;
  await site.db.insert(subscriptions).values({ id: 'sub_deli', ...plan });
  await site.db.insert(claims).values({
    ...{ userId: owner.id, businessId: id, plan: 'standard', amountCents: 2500, status: 'approved' },
    ...{ subscriptionId: 'sub_deli', expiresAt: paidThrough, dueAt: paidThrough },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Change owner' }).click();
  await page.getByText('A paid claim runs for it, until December 26, 2099.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});
