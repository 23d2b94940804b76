/** Downloads about what staff did: refunds of orders among the money by hand, and the audit log. */
import { parse } from 'csv-parse/sync';
import { desc } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { AuditRow } from '#features/audit/contract.ts';
import { auditLog, listingOrders, subscriptions } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
const now = new Date('2026-07-04T15:00:00Z');
let staff: TestBrowser;
let staffId: string;

beforeEach(async () => {
  staffId = (await aUser(database.db, { role: 'staff', username: 'stella' })).id;
  const session = { createdAt: now, expiresAt: new Date(now.getTime() + 86_400_000) };
  const site = testSite(testServices(database, { now: () => now }));
  staff = new TestBrowser(site).withSession(await aSession(database.db, staffId, session));
});

async function rowsOf(list: string): Promise<Record<string, string>[]> {
  const text = await (await staff.get(`/staff/exports/${list}`)).text();
  return parse(text, { bom: true, columns: true }) as Record<string, string>[];
}
const lastEntry = async () => (await database.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

it('money by hand: each part of an order that was given back, with its day and its reason', async () => {
  const ada = await aUser(database.db, { username: 'ada' });
  const paid = { plan: 'standard', amountCents: 4900, paidAt: now, email: 'ada@mail.example.com' } as const;
  const [order, former] = await database.db
    .insert(listingOrders)
    .values([
      {
        ...{ ...paid, status: 'withdrawn', userId: ada.id, businessName: 'Fig House', refundedAt: now },
        refunds: [
          { id: 're_1', at: '2026-07-01T18:00:00Z', cents: 2000 },
          { id: 're_2', at: '2026-07-03T18:00:00Z', cents: 2900 },
        ],
      },
      { ...paid, status: 'withdrawn', refundedAt: new Date('2026-01-20T18:00:00Z') },
    ])
    .returning();
  await database.db.insert(auditLog).values({
    ...{ action: 'order.refunded', subjectType: 'order', subjectId: order?.id ?? '', actorId: staffId },
    ...{ at: new Date('2026-07-01T18:00:02Z'), data: { cents: 2000, reason: 'Agreed on the phone', act: 'a' } },
  });
  expect(await rowsOf('money-acts.csv')).toMatchObject([
    { kind: 'order refund', date: '2026-07-03 13:00', amount: '29.00', order: order?.id, by: '', reason: '' },
    {
      ...{ kind: 'order refund', date: '2026-07-01 13:00', amount: '20.00', number: 're_1', person: 'ada' },
      ...{ business: 'Fig House', mailbox: 'ada@mail.example.com', by: 'stella', reason: 'Agreed on the phone' },
    },
    { kind: 'order refund', date: '2026-01-20 12:00', amount: '49.00', order: former?.id },
  ]);
  expect(await lastEntry()).toMatchObject({ action: 'billing.exported', data: { rows: 3 } });
});

it('the audit log: what the page shows, in words, with whose money it was', async () => {
  const { db } = database;
  const ada = await aUser(db, { username: 'ada' });
  const key = await aBusiness(db, { name: 'The Key & Parcel' });
  await db.insert(subscriptions).values({
    ...{ id: 'sub_1', userId: ada.id, businessId: key.id, kind: 'claim_premium', status: 'active' },
  });
  const [order] = await db
    .insert(listingOrders)
    .values({ plan: 'standard', amountCents: 4900, status: 'paid', businessName: '=Fig', email: 'gus@example.com' })
    .returning();
  const done = { actorId: staffId, data: { cents: 3000, reason: 'Agreed on the phone' } };
  await db.insert(auditLog).values([
    { ...done, action: 'billing.refunded', subjectType: 'subscription', subjectId: 'sub_1' },
    { ...done, action: 'order.refunded', subjectType: 'order', subjectId: order?.id ?? '' },
    { ...done, action: 'billing.refunded', subjectType: 'subscription', subjectId: 'sub_gone' },
  ]);
  const log = (await (await staff.get('/api/staff/audit?action=billing.')).json()) as AuditRow[];
  expect(log.map(({ payer }) => payer).filter((payer) => payer !== null)).toEqual([
    { person: { id: ada.id, username: 'ada' }, business: { id: key.id, name: 'The Key & Parcel' } },
  ]);
  const rows = await rowsOf('audit.csv?person=stella');
  expect(rows).toHaveLength(4);
  const said = { by: 'stella', details: 'Amount: $30; Reason: Agreed on the phone' };
  expect(rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...said, what: 'Gave money back', about: 'The Key & Parcel', person: 'ada' }),
      expect.objectContaining({ ...said, what: 'Gave the money of an order back', about: "'=Fig", person: '' }),
      expect.objectContaining({ what: 'Downloaded the audit log', details: 'Person: stella' }),
    ]),
  );
  expect(await rowsOf('audit.csv?action=order.')).toHaveLength(1);
});
