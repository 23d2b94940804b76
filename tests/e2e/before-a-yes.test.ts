/** The questions before a claim or a listing is approved say what colleagues have noted, and what the listing lacks. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { auditLog, claims, conversationPosts, conversations, listingOrders } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { openAs } from '#tests/support/open-as.ts';
import { accessibilityFaults, openBrowser, startTestSite } from '#tests/support/site.ts';

const site = startTestSite();
const browser = openBrowser();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Nora leaves a note, and sees to it. */
async function noteBy(nora: string, id: string, kind: 'claim' | 'listing', text: string): Promise<void> {
  const talk = { id, kind, assigneeId: nora };
  await site.db.insert(conversations).values(talk).onConflictDoUpdate({ target: conversations.id, set: talk });
  await site.db.insert(conversationPosts).values({ conversationId: id, kind: 'note', text, authorId: nora });
}

test('a note about a claim, and who sees to it', async () => {
  const ada = await aUser(site.db, { username: 'ada' });
  const nora = await aUser(site.db, { username: 'nora', role: 'staff', rights: ['moderator'] });
  const { id: businessId } = await aBusiness(site.db, { name: 'Elm Books' });
  const tomorrow = new Date(Date.now() + 86_400_000);
  const claim = { businessId, userId: ada.id, plan: 'standard', amountCents: 0, status: 'in_review' } as const;
  const [row] = await site.db
    .insert(claims)
    .values({ ...claim, expiresAt: tomorrow, dueAt: tomorrow, submittedAt: new Date() })
    .returning();
  const page = await openAs({ site, browser }, 'staff', '/staff');
  await page.getByRole('button', { name: /Elm Books/ }).click();
  await button(page, 'Approve').waitFor();
  // The line is open by then.
  await noteBy(nora.id, row?.id ?? '', 'claim', 'DO NOT APPROVE: the real owner called.');
  await button(page, 'Approve').click();
  const dialog = page.getByRole('dialog', { name: 'Approve and give Elm Books away?' });
  await dialog.getByText('DO NOT APPROVE: the real owner called.').waitFor();
  await dialog.getByText(/^nora noted/).waitFor();
  await dialog.getByText('nora sees to this.').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test('a listing begun for an order that was refunded says so, and is not listed empty unasked, by the key neither', async () => {
  const ben = await aUser(site.db, { username: 'ben', role: 'staff' });
  const paidAt = new Date(Date.now() - 60_000);
  const given = { name: 'Paula Pottery', status: 'pending', approvedAt: null, address: '', description: '' } as const;
  const { id: businessId } = await aBusiness(site.db, given);
  const [order] = await site.db
    .insert(listingOrders)
    .values({
      ...{ plan: 'standard', amountCents: 4900, status: 'withdrawn', businessName: 'Paula Pottery', businessId },
      ...{ email: 'paula@example.com', paidAt, refundedAt: new Date() },
    })
    .returning();
  const refund = { action: 'order.refunded', subjectType: 'order', subjectId: order?.id ?? '', actorId: ben.id };
  await site.db.insert(auditLog).values(refund);
  const page = await openAs({ site, browser }, 'staff', '/staff');
  const line = page.getByRole('button', { name: /Paula Pottery/ });
  await line.click();
  await line.getByText('Order refunded').waitFor();
  await page.getByText(/\$49, paid by paula@example\.com, .* refunded .* by ben/).waitFor();
  await line.press('a');
  const dialog = page.getByRole('dialog', { name: 'Approve it unfinished?' });
  await dialog.getByText(/has no address and no description yet/).waitFor();
  await button(page, 'Cancel').click();
  await line.waitFor();
});

test('a listing with a colleague’s note is not approved by one click', async () => {
  const nora = await aUser(site.db, { username: 'norah', role: 'staff', rights: ['moderator'] });
  const rita = await aUser(site.db, { username: 'rita', emailVerifiedAt: new Date() });
  const given = { name: 'Rita Rugs', status: 'pending', approvedAt: null, ownerId: rita.id } as const;
  const { id } = await aBusiness(site.db, { ...given, submittedById: rita.id });
  const page = await openAs({ site, browser }, 'staff', '/staff');
  await page.getByRole('button', { name: /Rita Rugs/ }).click();
  await button(page, 'Ask back').click();
  await page.getByLabel('Your question to rita').fill('Is the shop in town?');
  await button(page, 'Ask').click();
  await page.getByRole('heading', { name: 'Waits for the sender' }).waitFor();
  await noteBy(nora.id, id, 'listing', 'I have seen no shop there.');
  await button(page, 'Approve').click();
  const dialog = page.getByRole('dialog', { name: 'Approve without the answer?' });
  await dialog.getByText('I have seen no shop there.').waitFor();
  await dialog.getByText(/^norah noted/).waitFor();
});
