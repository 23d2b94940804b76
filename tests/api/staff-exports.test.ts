/** Lists that staff download: listings that can be imported again, events, and money for the books. */
import { parse } from 'csv-parse/sync';
import { desc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { mapColumns } from '#features/imports/map-columns.ts';
import { auditLog, businesses, listingOrders, moneyActs } from '#server/db/schema/index.ts';
import { flushSecurityLog } from '#server/security-log.ts';
import type { StaffRight } from '#shared/staff-rights.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { runImport } from '#tests/support/run-import.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
const now = new Date('2026-07-04T15:00:00Z');
let site: ReturnType<typeof testSite>;
let staff: TestBrowser;
let staffId: string;

beforeEach(async () => {
  site = testSite(testServices(database, { now: () => now }));
  staffId = (await aUser(database.db, { role: 'staff', username: 'stella' })).id;
  staff = await asUser(staffId);
});

const asUser = async (id: string) =>
  new TestBrowser(site).withSession(
    await aSession(database.db, id, { createdAt: now, expiresAt: new Date(now.getTime() + 86_400_000) }),
  );
const withRights = async (...rights: StaffRight[]) => asUser((await aUser(database.db, { role: 'staff', rights })).id);

async function textOf(list: string): Promise<string> {
  const response = await staff.get(`/staff/exports/${list}`);
  expect(response.status).toBe(200);
  const [name] = list.split('.');
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}-2026-07-04.csv"`);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  return Buffer.from(await response.arrayBuffer()).toString();
}
const rowsOf = async (list: string) =>
  parse(await textOf(list), { bom: true, columns: true }) as Record<string, string>[];
const lastEntry = async () => (await database.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

describe('who may', () => {
  it.each([
    ['businesses', ['administrator']],
    ['audit', ['administrator']],
    ['events', ['editor', 'administrator']],
    ['orders', ['treasurer', 'administrator']],
    ['money-acts', ['treasurer', 'administrator']],
  ] as const)('%s: only the right that the list is for', async (list, allowed) => {
    const path = `/staff/exports/${list}.csv`;
    const out = await new TestBrowser(site).get(path);
    expect([out.status, out.headers.get('location')]).toEqual([302, `/login?next=${encodeURIComponent(path)}`]);
    expect((await (await asUser((await aUser(database.db)).id)).get(path)).status).toBe(404);
    for (const right of ['editor', 'moderator', 'treasurer', 'administrator'] as const) {
      const isAllowed = (allowed as readonly StaffRight[]).includes(right);
      expect([right, (await (await withRights(right)).get(path)).status]).toEqual([right, isAllowed ? 200 : 404]);
    }
    expect((await staff.get(path, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });

  it('is written down before the first line goes out, also in the security log', async () => {
    await aBusiness(database.db);
    await (await staff.get('/staff/exports/businesses.csv?status=approved')).text();
    expect(await lastEntry()).toMatchObject({
      ...{ actorId: staffId, action: 'business.exported', subjectType: 'site' },
      data: { status: 'approved', rows: 1 },
    });
    await flushSecurityLog(database.db);
    const { rows } = await database.db.execute(
      sql`select event from security_log where event = 'business.exported' and account = ${staffId}`,
    );
    expect(rows).toHaveLength(1);
  });

  it('stops after 60 in an hour', async () => {
    for (let at = 0; at < 60; at++) await (await staff.get('/staff/exports/orders.csv')).text();
    expect((await staff.get('/staff/exports/orders.csv')).status).toBe(429);
  });

  it('finds no file for a filter that does not exist', async () => {
    expect((await staff.get('/staff/exports/businesses.csv?status=lost')).status).toBe(404);
    expect((await staff.get('/staff/exports/events.csv?state=lost')).status).toBe(404);
  });
});

describe('listings', () => {
  const hours = { mon: [['09:00', '17:00']], fri: [['18:00', '24:00']], sat: [['00:00', '02:00']] };

  async function twoListings() {
    const food = await aCategory(database.db, { slug: 'food-dining', name: 'Food & Dining' });
    await aCategory(database.db, { slug: 'other', name: 'Other' });
    const owner = await aUser(database.db, { username: 'olga' });
    const [first, second] = aCity().properties;
    const bakery = await aBusiness(database.db, {
      ...{ name: 'Café "Ñandú", Ltd.', address: '12 Oak Street, Alma, TX 78209', categoryId: food.id },
      ...{ description: '- Bread\n- Cakes', phone: '+52 55 1234 5678', email: 'hello@oak.example.com' },
      ...{ website: 'https://oak.example.com', parking: '=SUM(A1)', latitude: 29.5, longitude: -98.5 },
      ...{ hours, properties: [first?.key ?? '', second?.key ?? ''], source: 'chamber', sourceId: '=7' },
      ...{ createdAt: new Date('2026-01-02T03:04:00Z'), premiumExpiresAt: new Date('2027-01-01T00:00:00Z') },
      ownerId: owner.id,
    });
    const hidden = await aBusiness(database.db, {
      ...{ name: '@Home Repairs', address: '3 Elm Street, Alma, TX 78209', categoryId: food.id, status: 'hidden' },
      ...{ description: '=HYPERLINK("https://evil.example.com")', hours: {} },
    });
    return { bakery, hidden };
  }

  it('have the columns of an import, and what no import reads', async () => {
    await twoListings();
    const [hidden, bakery] = await rowsOf('businesses.csv');
    expect(bakery).toMatchObject({
      ...{ name: 'Café "Ñandú", Ltd.', category: 'Food & Dining', status: 'approved', owner: 'olga', premium: 'yes' },
      ...{ hours: 'Mo 09:00-17:00; Tu-Th off; Fr 18:00-24:00; Sa 00:00-02:00; Su off', latitude: '29.5' },
      ...{ longitude: '-98.5', created: '2026-01-01 21:04', source: 'chamber' },
    });
    expect(hidden).toMatchObject({ status: 'hidden', owner: '', premium: 'no', hours: 'Mo-Su off', latitude: '' });
    const names = Object.keys(bakery ?? {});
    const known = mapColumns(names).map(({ at }) => names[at]);
    expect(names.filter((name) => !known.includes(name))).toEqual(['status', 'owner', 'premium', 'created', 'updated']);
  });

  it('have nothing that a spreadsheet would run', async () => {
    await twoListings();
    for (const row of await rowsOf('businesses.csv')) {
      for (const [name, value] of Object.entries(row)) {
        if (name !== 'longitude') expect(value).not.toMatch(/^[=+\-@\t\r\n]/);
      }
    }
  });

  it('come back through an import as they were', async () => {
    const { bakery, hidden } = await twoListings();
    const stored = () => database.db.select().from(businesses).orderBy(businesses.id);
    const file = await textOf('businesses.csv');
    const importing = () => runImport(database.pool, file, { properties: aCity().properties });
    await importing();
    const kept = await stored();
    expect(kept).toMatchObject([
      {
        id: bakery.id,
        description: bakery.description,
        phone: bakery.phone,
        parking: '=SUM(A1)',
        sourceId: '=7',
        hours,
      },
      { id: hidden.id, name: '@Home Repairs', description: hidden.description, status: 'hidden', version: 1 },
    ]);
    expect(kept.map(({ version }) => version)).toEqual([1, 1]);

    await database.db.delete(businesses);
    expect((await importing()).counts).toMatchObject({ added: 2, notices: {} });
    const anew = await database.db.select().from(businesses).where(eq(businesses.sourceId, '=7'));
    const fields = ['name', 'address', 'categoryId', 'description', 'phone', 'email', 'website', 'parking'] as const;
    const more = ['latitude', 'longitude', 'hours', 'properties', 'source', 'sourceId'] as const;
    const pick = (row: typeof bakery | undefined) => [...fields, ...more].map((field) => row?.[field]);
    expect(pick(anew[0])).toEqual(pick(bakery));
  });

  it('are those that the page shows', async () => {
    await twoListings();
    expect((await rowsOf('businesses.csv?status=hidden')).map(({ name }) => name?.trim())).toEqual(['@Home Repairs']);
    expect((await rowsOf('businesses.csv?search=oak.example')).map(({ phone }) => phone?.trim())).toEqual([
      '+52 55 1234 5678',
    ]);
  });

  it('are all there, also when they are more than one batch, and none twice', async () => {
    const { id } = await aCategory(database.db);
    await database.db.execute(sql`insert into businesses (id, slug, name, category_id, status)
      select gen_random_uuid(), 'many-' || n, 'Many ' || n, ${id}, 'approved' from generate_series(1, 2345) n`);
    const names = new Set((await rowsOf('businesses.csv')).map(({ name }) => name));
    expect(names.size).toBe(2345);
  });
});

it('events: those that the page shows, a series once, in words', async () => {
  await anEvent(
    database.db,
    {
      ...{ title: '=Concert', startsAt: new Date('2026-07-11T00:00:00Z'), endsAt: new Date('2026-07-11T02:00:00Z') },
      ...{ description: '<p>Bring <b>chairs</b>.</p>', businessId: (await aBusiness(database.db, { name: 'Oak' })).id },
    },
    [{ startsAt: new Date('2026-07-11T00:00:00Z'), endsAt: new Date('2026-07-11T02:00:00Z') }],
  );
  const fair = { startsAt: new Date('2026-07-18T05:00:00Z'), endsAt: new Date('2026-07-20T05:00:00Z') };
  await anEvent(database.db, { ...fair, title: 'Fair', allDay: true }, [fair]);
  await anEvent(database.db, { title: 'Over', startsAt: new Date('2026-06-01T00:00:00Z') }, [
    { startsAt: new Date('2026-06-01T00:00:00Z') },
  ]);
  expect(await rowsOf('events.csv')).toMatchObject([
    {
      ...{ title: "'=Concert", starts: '2026-07-10 19:00', ends: '2026-07-10 21:00', description: 'Bring chairs.' },
      ...{ business: 'Oak', status: 'scheduled', 'all day': 'no' },
    },
    { title: 'Fair', starts: '2026-07-18', ends: '2026-07-19', 'all day': 'yes', business: '' },
  ]);
  expect((await rowsOf('events.csv?state=past')).map(({ title }) => title)).toEqual(['Over']);
  expect(await rowsOf('events.csv?search=nothing')).toEqual([]);
  expect(await lastEntry()).toMatchObject({ action: 'event.exported', data: { state: 'upcoming', search: 'nothing' } });
});

it('orders: every one that was paid, with what was given back', async () => {
  const paid = { amountCents: 4900, email: 'ada@mail.example.com', paidAt: new Date('2026-01-01T03:00:00Z') };
  await database.db.insert(listingOrders).values([
    { ...paid, plan: 'standard', status: 'paid', businessName: '=Oak', paymentIntentId: 'pi_1' },
    {
      ...{ ...paid, plan: 'premium', amountCents: 9900, status: 'paid' },
      refunds: [
        { id: 're_1', at: '2026-01-20T18:00:00Z', cents: 1500 },
        { id: 're_2', at: '2026-02-01T18:00:00Z', cents: 2500 },
      ],
    },
    { ...paid, plan: 'standard', status: 'pending', paidAt: null },
  ]);
  const rows = await rowsOf('orders.csv');
  expect(rows.toSorted((a, b) => (a.plan ?? '').localeCompare(b.plan ?? ''))).toMatchObject([
    { plan: 'Premium', amount: '99.00', refunded: '2026-02-01 12:00', 'refunded amount': '40.00' },
    {
      ...{ plan: 'Standard', amount: '49.00', paid: '2025-12-31 21:00', business: "'=Oak", payment: 'pi_1' },
      ...{ mailbox: 'ada@mail.example.com', refunded: '', 'refunded amount': '' },
    },
  ]);
  expect(await lastEntry()).toMatchObject({ action: 'order.exported', data: { rows: 2 } });
});

it('orders: one that a former release noted as given back, without its parts', async () => {
  const at = new Date('2026-01-20T18:00:00Z');
  const order = { plan: 'standard', amountCents: 4900, status: 'withdrawn', paidAt: at, refundedAt: at } as const;
  await database.db.insert(listingOrders).values(order);
  expect(await rowsOf('orders.csv')).toMatchObject([{ refunded: '2026-01-20 12:00', 'refunded amount': '49.00' }]);
});

it('money by hand: each act with its person, reference and reason, also 1,500 of one moment', async () => {
  const ada = await aUser(database.db, { username: 'ada', email: 'ada@mail.example.com' });
  await database.db.insert(moneyActs).values({
    ...{ id: crypto.randomUUID(), kind: 'cash', userId: ada.id, cents: 29_000, reason: 'Paid at the fair' },
    ...{ receivedOn: '2026-07-01', reference: '-1042', actorId: staffId, endsAt: new Date('2027-07-02T04:59:59Z') },
  });
  const [act] = await rowsOf('money-acts.csv');
  expect(act).toMatchObject({
    ...{ kind: 'cash', amount: '290.00', person: 'ada', mailbox: 'ada@mail.example.com', received: '2026-07-01' },
    ...{ reference: "'-1042", until: '2027-07-01 23:59', by: 'stella', reason: 'Paid at the fair' },
  });
  expect(await lastEntry()).toMatchObject({ action: 'billing.exported', data: { rows: 1 } });
  await database.db.execute(sql`insert into money_acts (id, kind, cents, reason)
    select gen_random_uuid(), 'refund', 100, 'Asked for it' from generate_series(1, 1500)`);
  expect(new Set((await rowsOf('money-acts.csv')).map(({ number }) => number)).size).toBe(1501);
});
