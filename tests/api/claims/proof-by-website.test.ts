/** A mailbox at the listing's website proves a claim only if staff or an import wrote that website. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { approveAfterConfirmation } from '#features/claims/server/approve-by-mailbox.ts';
import type { Doubt, StaffClaim } from '#features/claims/staff-contract.ts';
import { auditLog, businesses, claims, users } from '#server/db/schema/index.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { found, only } from '#tests/support/found.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { runImport, storeImportCategories } from '#tests/support/run-import.ts';
import { answerOf } from '#tests/support/staff-office.ts';

const site = paymentSite();
const { database } = site;
let stella: Person;
let bakery: Business;
beforeEach(async () => {
  stella = await site.desk.person({ username: 'stella', role: 'staff' });
  bakery = await aBusiness(database.db, { name: 'Bakery', description: 'Bread and cakes.', ...siteOf('bakery') });
});

const siteOf = (name: string) => ({ website: `https://${name}.test`, address: '12 Oak Street' });
const confirmed = (email: string) => site.desk.person({ email, emailVerifiedAt: new Date() });
const stored = async ({ id }: Pick<Business, 'id'> = bakery) =>
  only(await database.db.select().from(businesses).where(eq(businesses.id, id)), 'business');

/** Returns the state of a new claim after its card was given, and the doubts that staff see. */
async function claimBy(person: Person, business = bakery): Promise<{ id: string; status: string; doubts: Doubt[] }> {
  await site.desk.paidClaim(person, business.id);
  await site.desk.settle();
  const { id, status } = await site.desk.claimOf(person);
  const seen = await answerOf<StaffClaim>(await stella.browser.get(`/api/staff/claims/${id}`));
  return { id, status, doubts: seen.evidence.doubts };
}

const approve = async (id: string) => {
  await answerOf(await stella.browser.post(`/api/staff/claims/${id}/approve`, { body: { amountCents: 2500 } }));
  await site.desk.settle();
};

/** Staff refund the person's claim, which ends the claim. */
async function refund({ user }: Person): Promise<void> {
  const [claim] = await database.db.select().from(claims).where(eq(claims.userId, user.id));
  const path = `/api/staff/billing/subscriptions/${claim?.subscriptionId}/refund`;
  await answerOf(await stella.browser.post(path, { body: { id: randomUUID(), reason: 'This was not the owner.' } }));
  await site.desk.settle();
  expect((await stored()).ownerId).toBeNull();
}

async function save(by: Person, changes: object, business = bakery): Promise<void> {
  const row = await stored(business);
  const { name, description, address, website, categoryId: category } = row;
  const body = { name, description, address, website, category, ...changes };
  await answerOf(await by.browser.write('PUT', `/api/businesses/${business.id}`, { body }));
}

describe('an owner who changed the website', () => {
  it('does not come back by it once staff have given the money back, and neither does a colleague', async () => {
    const mallory = await confirmed('one@mallory.test');
    await approve((await claimBy(mallory)).id);
    await save(mallory, siteOf('mallory'));
    await refund(mallory);

    expect(await claimBy(mallory)).toMatchObject({
      status: 'in_review',
      doubts: ['website_by_owner', 'person_refunded'],
    });
    expect(await claimBy(await confirmed('two@mail.mallory.test'))).toMatchObject({
      status: 'in_review',
      doubts: ['website_by_owner', 'domain_refunded'],
    });
    // A colleague who confirms the mailbox later is refused as well.
    const late = await site.desk.person({ email: 'three@mallory.test' });
    await claimBy(late);
    expect((await site.desk.claimOf(late)).isMailboxEnough).toBe(false);
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, late.user.id));
    await approveAfterConfirmation(late.user.id, site.desk.services);
    expect([(await site.desk.claimOf(late)).status, (await stored()).ownerId]).toEqual(['in_review', null]);
  });

  it('keeps the domain from proving anything after the account is gone', async () => {
    const mallory = await confirmed('one@mallory.test');
    await approve((await claimBy(mallory)).id);
    await refund(mallory);
    await database.db.delete(users).where(eq(users.id, mallory.user.id));
    await save(stella, siteOf('mallory'));
    expect(await claimBy(await confirmed('one@mallory.test'))).toMatchObject({ doubts: ['domain_refunded'] });
  });

  it.each(['undo', 'edit'] as const)('leaves the proof to whom it belongs once staff %s it', async (way) => {
    const ada = await confirmed('ada@elsewhere.test');
    await approve((await claimBy(ada)).id);
    await save(ada, { ...siteOf('mallory'), description: 'Bread and cakes, every day.' });
    await refund(ada);
    if (way === 'edit') await save(stella, siteOf('bakery'));
    else {
      const [change] = await answerOf<{ id: string }[]>(await stella.browser.get('/api/staff/changes'));
      const undo = (field: string) =>
        stella.browser.post(`/api/staff/changes/${change?.id}/undo`, { body: { fields: [field] } });
      await answerOf(await undo('website'));
    }
    expect([new URL(found((await stored()).website, 'website')).host, (await stored()).websiteBy]).toEqual([
      'bakery.test',
      'staff',
    ]);
    expect(await claimBy(await confirmed('bob@bakery.test'))).toMatchObject({ status: 'approved', doubts: [] });
  });

  it('is whoever saved another one, not whoever saved the same', async () => {
    const ada = await confirmed('ada@elsewhere.test');
    await approve((await claimBy(ada)).id);
    // The form sends it with a slash at the end.
    await save(ada, { description: 'Bread and cakes, every day.', website: 'https://bakery.test/' });
    expect(await stored()).toMatchObject({ website: 'https://bakery.test', websiteBy: 'import' });
    // Staff who save a form that an owner filled in have not looked at its website.
    await save(ada, siteOf('mallory'));
    await save(stella, { description: 'Bread.  And cakes, every day.' });
    expect((await stored()).websiteBy).toBe('owner');
  });

  it('may be a moment before the card is given', async () => {
    const ada = await confirmed('ada@elsewhere.test');
    await database.db.update(businesses).set({ ownerId: ada.user.id }).where(eq(businesses.id, bakery.id));
    const bob = await confirmed('bob@bakery.test');
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('update businesses set owner_id = null where id = $1', [bakery.id]);
      await client.query('commit');
      await site.desk.paidClaim(bob, bakery.id);
      // The edit locks the row before Stripe's event arrives, so the edit wins.
      await client.query('begin');
      await client.query(`update businesses set website_by = 'owner' where id = $1`, [bakery.id]);
      const told = site.desk.settle();
      await new Promise((resolve) => setTimeout(resolve, 300));
      await client.query('commit');
      await told;
    } finally {
      client.release();
    }
    expect((await site.desk.claimOf(bob)).status).toBe('in_review');
  });
});

it('a claim that staff have rejected is not approved by mailbox at the next try', async () => {
  const bob = await site.desk.person({ email: 'bob@bakery.test' });
  const { id } = await claimBy(bob);
  await answerOf(
    await stella.browser.post(`/api/staff/claims/${id}/reject`, { body: { reason: 'Not the owner, says the baker.' } }),
  );
  await site.desk.settle();
  await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, bob.user.id));
  expect(await claimBy(bob)).toMatchObject({ status: 'in_review', doubts: ['person_rejected'] });
  expect(await claimBy(await confirmed('boss@bakery.test'))).toMatchObject({ doubts: ['domain_rejected'] });
  // The same person may still claim another listing.
  const other = await aBusiness(database.db, { name: 'Mill', ...siteOf('mill') });
  expect(await claimBy(await confirmed('mia@mill.test'), other)).toMatchObject({ status: 'approved', doubts: [] });
});

it('a listing that staff took from its owner is theirs to give', async () => {
  await database.db.insert(auditLog).values({
    actorId: stella.user.id,
    action: 'business.owner-removed',
    subjectType: 'business',
    subjectId: bakery.id,
    data: { ownerId: ['0198d3a0-0000-7000-8000-000000000000', null] },
  });
  expect(await claimBy(await confirmed('bob@bakery.test'))).toMatchObject({ doubts: ['taken_away'] });
});

describe('the website of', () => {
  it('a listing that its owner sent in is the owner’s, also after staff approved it', async () => {
    const owner = await confirmed('olga@elsewhere.test');
    const form = { name: 'Mill', description: 'Flour and bran.', address: '1 Mill Road', website: 'https://mill.test' };
    const category = (await aCategory(database.db)).slug;
    const mill = await answerOf<Business>(await owner.browser.post('/api/businesses', { body: { ...form, category } }));
    const edits = { ...form, category, description: 'Flour, bran and bread.' };
    const body = { version: mill.version, edits };
    await answerOf(await stella.browser.post(`/api/staff/businesses/${mill.id}/approve`, { body }));
    await database.db.update(businesses).set({ ownerId: null }).where(eq(businesses.id, mill.id));
    expect(await claimBy(await confirmed('bob@mill.test'), mill)).toMatchObject({ doubts: ['website_by_owner'] });
  });

  it('an import is believed, where it says something new', async () => {
    await storeImportCategories(database.db);
    const csv = (website: string) => `name,address,phone,website\nMill,1 Mill Road,210-555-0101,${website}\n`;
    await runImport(database.pool, csv('https://mill.test'));
    const [mill] = await database.db.select().from(businesses).where(eq(businesses.name, 'Mill'));
    if (mill === undefined) throw new Error('nothing was imported');
    expect(mill.websiteBy).toBe('import');
    await database.db.update(businesses).set({ websiteBy: 'owner' }).where(eq(businesses.id, mill.id));
    await runImport(database.pool, csv('https://mill.test').replace('0101', '0102'));
    expect((await stored(mill))?.websiteBy).toBe('owner');
    await runImport(database.pool, csv('https://new-mill.test'));
    expect(await stored(mill)).toMatchObject({ website: 'https://new-mill.test', websiteBy: 'import' });
  });

  it('a merged listing is whose it was', async () => {
    const merge = async (websiteBy: Business['websiteBy']) => {
      const kept = await aBusiness(database.db, { name: 'Kept', websiteBy: null });
      const goes = await aBusiness(database.db, { name: 'Goes', websiteBy, website: 'https://goes.test' });
      const body = { into: kept.id };
      await answerOf(await stella.browser.post(`/api/staff/businesses/${goes.id}/merge`, { body }));
      const after = await stored(kept);
      await database.db.delete(businesses).where(eq(businesses.id, kept.id));
      return [after?.website, after?.websiteBy];
    };
    expect(await merge('owner')).toEqual(['https://goes.test', 'owner']);
    expect(await merge('staff')).toEqual(['https://goes.test', 'staff']);
  });
});

describe('a mailbox proves nothing by itself', () => {
  it.each<[string, string, string, Doubt]>([
    [
      'where the website is one page of a larger site',
      'https://chain.test/stores/12',
      'a@chain.test',
      'website_has_path',
    ],
    ['where the page is named in a query', 'https://chain.test/?store=12', 'a@chain.test', 'website_has_path'],
    ['where the site is below the mailbox’s domain', 'https://joe.chain.test', 'a@chain.test', 'website_below_mailbox'],
  ])('%s', async (_, website, email, doubt) => {
    const shop = await aBusiness(database.db, { name: 'Shop', website });
    expect(await claimBy(await confirmed(email), shop)).toMatchObject({ status: 'in_review', doubts: [doubt] });
  });

  it('where another listing has the same registered domain', async () => {
    const shop = await aBusiness(database.db, { name: 'Shop', website: 'https://www.chain.test/' });
    await aBusiness(database.db, { website: 'https://notchain.test' });
    await aBusiness(database.db, { website: 'https://chain.test', status: 'pending', approvedAt: null });
    await aBusiness(database.db, { website: 'HTTPS://North.Chain.test:8443/hours' });
    expect(await claimBy(await confirmed('a@chain.test'), shop)).toMatchObject({ doubts: ['shared_domain'] });
    await database.db.delete(businesses).where(eq(businesses.website, 'HTTPS://North.Chain.test:8443/hours'));
    expect(await claimBy(await confirmed('b@chain.test'), shop)).toMatchObject({ status: 'approved' });
  });
});

it('the migration fills the column for old websites from the history', async () => {
  const { db, pool } = database;
  const owner = await site.desk.person();
  const record = (
    actorId: string | null,
    action: string,
    subjectId: string,
    website?: [string | null, string | null],
  ) =>
    db
      .insert(auditLog)
      .values({ actorId, action, subjectType: 'business', subjectId, data: website ? { website } : {} });
  const old = (given: Partial<Business> = {}) => aBusiness(db, { website: 'https://a.test', ...given });
  const [imported, sample, sent, gone, edited, corrected, undone, since] = await Promise.all([
    old({ source: 'osm' }),
    old({ source: 'sample', submittedById: owner.user.id }),
    old({ submittedById: owner.user.id }),
    old(),
    old({ source: 'osm' }),
    old({ submittedById: owner.user.id }),
    old({ source: 'osm' }),
    old({ source: 'osm' }),
  ]);
  await record(null, 'business.submitted', gone.id);
  await record(owner.user.id, 'business.edited', edited.id, [null, 'https://a.test']);
  await record(stella.user.id, 'business.edited', corrected.id, ['https://b.test', 'https://a.test']);
  await record(owner.user.id, 'business.edited', undone.id, ['https://a.test', 'https://b.test']);
  await record(stella.user.id, 'business.edit-undone', undone.id, ['https://b.test', 'https://a.test']);
  await record(owner.user.id, 'business.edited', since.id, ['https://c.test', 'https://b.test']);
  const folder = new URL('../../../src/server/db/migrations/', import.meta.url);
  const { entries } = JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8')) as {
    entries: { tag: string }[];
  };
  const tag = entries.find((entry) => entry.tag.endsWith('_who-wrote-the-website'))?.tag;
  const statements = (await readFile(new URL(`${tag}.sql`, folder), 'utf8')).split('--> statement-breakpoint');
  for (const statement of statements.filter((one) => one.includes('UPDATE "businesses"'))) await pool.query(statement);
  const by = async ({ id }: Business) => (await stored({ id }))?.websiteBy;
  expect(await by(imported)).toBe('import');
  expect(await by(sample)).toBe('staff');
  expect([await by(sent), await by(gone), await by(edited)]).toEqual(['owner', 'owner', 'owner']);
  expect([await by(corrected), await by(undone)]).toEqual(['staff', 'staff']);
  expect(await by(since)).toBe('import');
});
