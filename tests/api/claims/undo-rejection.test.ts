/** Staff take the rejection of a claim back before the claimant hears of it and the hold on the card is canceled. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { businesses, claims } from '#server/db/schema/index.ts';
import { bakeryClaims } from '#tests/support/bakery-claims.ts';
import { found } from '#tests/support/found.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';

const bakery = bakeryClaims();
const { site, database, row, statusOf, audited, holdOf, subjects, aClaim, decide } = bakery;
const undo = (id: string, by = bakery.stella) => by.browser.post('/api/staff/undo', { body: { subjectId: id } });
const cancellations = async () =>
  (await database.pool.query("select start_after from pgboss.job where name = 'cancel-claim' and state = 'created'"))
    .rows as { start_after: Date }[];

async function rejected(): Promise<string> {
  const id = await aClaim(bakery.ada);
  await answerOf(await decide(id, 'reject', { reason: 'No proof.' }));
  return id;
}

describe('a rejection', () => {
  it('waits, and taken back it leaves the claim as it was: no mail, no cancellation', async () => {
    const id = await aClaim(bakery.ada);
    const { updatedAt: _, ...before } = found(await row(bakery.ada), 'claim');
    await answerOf(await decide(id, 'reject', { reason: 'No proof.' }));
    expect(await statusOf(bakery.ada)).toBe('rejected');
    expect((await cancellations()).map((job) => job.start_after > new Date())).toEqual([true]);
    await answerOf(await undo(id));
    expect(await row(bakery.ada)).toMatchObject(before);
    expect(await cancellations()).toEqual([]);
    expect(await subjects('ada@example.com')).toEqual(['We have your claim on Bakery']);
    expect(await audited()).toEqual(['claim.submitted', 'claim.rejected', 'claim.reopened']);
    expect((await undo(id)).status).toBe(409);
    expect((await decide(id, 'approve')).status).toBe(200);
    await site.desk.settle();
    expect([await holdOf(bakery.ada), await site.desk.chargedCents(bakery.ada)]).toEqual(['active', 2500]);
  });

  it('is final for colleagues, once the hold is being canceled, and once it was canceled', async () => {
    const id = await rejected();
    const colleague = await site.desk.person({ role: 'staff' });
    expect((await undo(id, colleague)).status).toBe(409);
    await database.pool.query("update pgboss.job set state = 'active' where name = 'cancel-claim'");
    expect((await undo(id)).status).toBe(409);
    expect(await statusOf(bakery.ada)).toBe('rejected');
    await database.pool.query("update pgboss.job set state = 'created' where name = 'cancel-claim'");
    await site.desk.settle();
    expect(await holdOf(bakery.ada)).toBe('canceled');
    expect((await undo(id)).status).toBe(409);
    expect(await statusOf(bakery.ada)).toBe('rejected');
  });

  it('is final once the listing has an owner', async () => {
    const id = await rejected();
    await database.db
      .update(businesses)
      .set({ ownerId: bakery.bob.user.id })
      .where(eq(businesses.id, bakery.business.id));
    expect((await problemOf(await undo(id))).message).toContain('Something has happened since');
    expect(await statusOf(bakery.ada)).toBe('rejected');
  });

  it('is final once its claimant has claimed anew', async () => {
    const id = await rejected();
    await answerOf(await site.desk.start(bakery.ada, bakery.business.id));
    expect((await problemOf(await undo(id))).message).toContain('Something has happened since');
    const states = await database.db.select({ status: claims.status }).from(claims).where(eq(claims.id, id));
    expect(states).toEqual([{ status: 'rejected' }]);
  });
});
