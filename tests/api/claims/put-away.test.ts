import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { Claim } from '#features/claims/contract.ts';
import { claims } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();

async function aClaim(status: 'rejected' | 'in_review') {
  const { db } = database;
  const { id: userId } = await aUser(db);
  const { id: businessId } = await aBusiness(db);
  const row = { businessId, userId, plan: 'standard', amountCents: 2500, status, expiresAt: new Date() } as const;
  const { id } = only(await db.insert(claims).values(row).returning(), 'claim');
  const owner = new TestBrowser(createApi(testServices(database))).withSession(await aSession(db, userId));
  const move = (away: boolean) => owner.write('PUT', `/api/claims/${id}/away`, { body: { away } });
  const isPutAway = async () => only(await answerOf<Claim[]>(await owner.get('/api/user/claims')), 'claim').isPutAway;
  return { id, owner, move, isPutAway };
}

it('is kept for the person in every browser, and taken back', async () => {
  const { owner, move, isPutAway } = await aClaim('rejected');
  expect(await isPutAway()).toBe(false);
  for (let n = 0; n < 2; n++) expect(await answerOf(await move(true))).toMatchObject({ isPutAway: true });
  expect(await isPutAway()).toBe(true);
  const again = new TestBrowser(createApi(testServices(database))).withSession(owner.cookies.get('session') ?? '');
  expect(await answerOf(await again.get('/api/user/claims'))).toMatchObject([{ isPutAway: true }]);
  expect(await answerOf(await move(false))).toMatchObject({ isPutAway: false });
});

it('ends when the state of the claim changes', async () => {
  const { id, move, isPutAway } = await aClaim('rejected');
  await answerOf(await move(true));
  await database.db.update(claims).set({ status: 'approved' }).where(eq(claims.id, id));
  expect(await isPutAway()).toBe(false);
});

it('is refused while the claim is open', async () => {
  const { move, isPutAway } = await aClaim('in_review');
  expect(await problemOf(await move(true))).toMatchObject({ status: 409 });
  expect(await isPutAway()).toBe(false);
});
