/** A listing that staff begin from a paid order says in the queue that it is paid for, before anybody rejects or approves it. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLog, businesses, listingOrders } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaultsInBothThemes, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

const statusOf = async (id: string) =>
  (await site.db.select().from(businesses).where(eq(businesses.id, id)))[0]?.status;

const waits = { status: 'pending', approvedAt: null, ownerId: null, submittedById: null } as const;

async function begun(name: string) {
  const listing = await aBusiness(site.db, { name, ...waits, address: '', description: '' });
  const paid = { plan: 'standard', amountCents: 4900, email: 'paula@example.com', businessName: name } as const;
  const paidAt = new Date(listing.createdAt.getTime() - 60_000);
  await site.db.insert(listingOrders).values({ ...paid, status: 'paid', paidAt, businessId: listing.id });
  return listing.id;
}

test('the line names the payment, and neither key decides without saying so', async () => {
  const id = await begun('Paula Pots');
  const page = await openAs({ site, browser }, 'staff', '/staff', { viewport: { width: 390, height: 844 } });
  const ofListing = page.getByRole('button', { name: /New listing.*Paid order.*Paula Pots/ });
  expect(await ofListing.innerText()).toContain('$49, paid by paula@example.com');
  await ofListing.click();
  await page.getByText('Begun by staff from a paid order: $49, paid by paula@example.com').waitFor();

  await page.keyboard.press('r');
  const warning = page.getByRole('alert').filter({ hasText: 'This listing is paid for.' });
  await warning.getByText('A rejection gives nothing back and tells nobody.').waitFor();
  await page.getByText('For the history: there is nobody to tell.').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Approve it unfinished?' });
  await dialog.getByText('Paula Pots has no address and no description yet').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await statusOf(id)).toBe('pending');

  await page.getByRole('link', { name: 'Open the order' }).click();
  await page.getByRole('button', { name: 'Mark done...' }).waitFor();

  // Ticked with others, it is named before all of them are rejected.
  const other = (await aBusiness(site.db, { name: 'Junk', ...waits })).id;
  await page.goto(`${site.url}/staff`);
  await page.getByLabel('All 2 new listings here').check();
  await page.getByRole('button', { name: 'Reject 2' }).click();
  await page.getByText('Paid for: Paula Pots.').waitFor();
  await page.getByRole('button', { name: 'Leave it out' }).click();
  await page.getByLabel('Tell nobody: this is spam.').check();
  await page.getByRole('button', { name: 'Reject without mail' }).click();
  await expect.poll(() => statusOf(other)).toBe('rejected');
  expect(await statusOf(id)).toBe('pending');
});

test('Mark done names by keyboard what is missing, and is taken back from its toast', async () => {
  const id = await begun('Fig Hours');
  const sent = { name: 'Fig Hours', address: '1 Main Street', hours: 'Mo-Fr 9-5' };
  await site.db
    .update(listingOrders)
    .set({ details: sent, detailsSentAt: new Date() })
    .where(eq(listingOrders.businessId, id));
  const page = await openAs({ site, browser }, 'staff', '/staff/orders', { viewport: { width: 390, height: 844 } });
  const order = page.getByRole('article').filter({ hasText: 'Fig Hours' });
  const next = order.getByRole('link', { name: 'Complete the listing' });
  expect(await next.getAttribute('href')).toBe(`/staff/businesses/${id}`);
  await site.db.update(businesses).set({ status: 'approved', approvedAt: new Date() }).where(eq(businesses.id, id));
  await page.reload();
  await order.getByRole('button', { name: 'Mark done...' }).click();
  await page.keyboard.type('By hand.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const missing =
    'The listing lacks what they sent: the address and the opening hours. It has no pin on the map and no picture.';
  const told = order.getByRole('alert').filter({ hasText: missing });
  await told.waitFor();
  expect(await told.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await order.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await order.getByRole('button', { name: 'Mark done...' }).waitFor();
});

test('a line whose sender has deleted the account says so', async () => {
  const { id } = await aBusiness(site.db, { name: "Olga's Tea Room", ...waits });
  await site.db.insert(auditLog).values({ action: 'business.submitted', subjectType: 'business', subjectId: id });
  const page = await openAs({ site, browser }, 'staff', '/staff');
  const line = page.getByRole('button', { name: /Olga's Tea Room/ });
  expect(await line.innerText()).toContain('by somebody whose account is deleted');
  await line.click();
  await page.getByText('Somebody whose account is deleted. Nobody waits for an answer.').waitFor();
});

test('staff read which facts of the buyer fit no field of a listing, before they begin it and after', async () => {
  const category = await aCategory(site.db);
  const sent = {
    name: 'Vic Vinyl',
    address: '9 Olmos Drive',
    phone: '210-555-0107',
    website: 'vicvinyl',
    about: 'Records.',
  };
  const details = { ...sent, kind: '', hours: '', more: '' };
  const paid = { plan: 'standard', amountCents: 4900, email: 'vic@example.com', businessName: 'Vic Vinyl' } as const;
  const [order] = await site.db
    .insert(listingOrders)
    .values({ ...paid, status: 'paid', paidAt: new Date(), details, detailsSentAt: new Date() })
    .returning();
  const path = `/staff?open=${order?.id}`;
  const page = await openAs({ site, browser }, 'staff', path, { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Begin the listing...' }).click();
  await page.getByText('It cannot take over Website “vicvinyl”: that fits no field of a listing.').waitFor();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Category of the listing').selectOption(category.slug);
  await page.getByRole('button', { name: 'Begin the listing' }).click();
  const made = () => site.db.select().from(businesses).where(eq(businesses.name, 'Vic Vinyl'));
  await expect.poll(async () => (await made()).length).toBe(1);
  await page.goto(`${site.url}${path}`);
  await page.getByText('Website “vicvinyl”: please ask, or add what is meant').waitFor();
  const [listing] = await made();
  expect(listing).toMatchObject({ website: null, phone: '210-555-0107', address: '9 Olmos Drive' });
});

test('what the buyer sends late is taken over by one button, beside what staff have written', async () => {
  const id = await begun('Pecan Alley Barber');
  const sent = {
    name: 'Pecan Alley Barber',
    address: '7 Pecan Alley',
    phone: '(210) 555-0199',
    about: 'Cuts and shaves.',
  };
  await site.db
    .update(businesses)
    .set({ address: '', phone: '(210) 555-0142', updatedAt: new Date('2026-01-01') })
    .where(eq(businesses.id, id));
  await site.db
    .update(listingOrders)
    .set({ details: sent, detailsSentAt: new Date() })
    .where(eq(listingOrders.businessId, id));
  const page = await openAs({ site, browser }, 'staff', '/staff', { viewport: { width: 390, height: 844 } });
  const line = page.getByRole('button', { name: /^New listing.*Pecan Alley Barber/s });
  expect(await line.innerText()).toContain('The details have come');
  await page.goto(`${site.url}/staff/businesses/${id}`);
  await page.getByText('The listing says: (210) 555-0142').waitFor();
  await page.getByLabel('Put theirs in its place: Phone').check();
  expect(await accessibilityFaultsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take over what they sent' }).click();
  await expect
    .poll(async () => (await site.db.select().from(businesses).where(eq(businesses.id, id)))[0])
    .toMatchObject({ address: sent.address, phone: sent.phone });
  await page.getByRole('button', { name: 'Take over what they sent' }).waitFor({ state: 'detached' });
});

test('Mark done of a listing that waits leads to the listing, also from the open form', async () => {
  const id = await begun('Plum Press');
  const page = await openAs({ site, browser }, 'staff', '/staff/orders');
  const order = page.getByRole('article').filter({ hasText: 'Plum Press' });
  await order.getByRole('button', { name: 'Mark done...' }).click();
  const path = `/staff/businesses/${id}`;
  expect(await order.getByRole('link', { name: 'Complete the listing' }).getAttribute('href')).toBe(path);
  await order.getByRole('button', { name: 'Mark done', exact: true }).click();
  await order.getByText('Plum Press is not public: approve it, or show it again, first').waitFor();
  const link = order.getByRole('link', { name: 'Open it to complete and approve it' });
  expect(await link.getAttribute('href')).toBe(path);
});
