/**
 * Follows every column of a listing through all places where a listing goes. A column that tests/support/listing-columns.ts does
 * not know fails by its name.
 */
import { desc, eq, getTableColumns } from 'drizzle-orm';
import { createElement } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadSampleBusinesses } from '#app/cli/sample/load-sample-businesses.ts';
import type { Change, StaffBusiness } from '#features/approvals/contract.ts';
import { BusinessFacts } from '#features/approvals/web/business-facts.tsx';
import { auditLog, businesses } from '#server/db/schema/index.ts';
import { SampleBusinesses } from '#server/sample-content-schema.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { type Column, type ListingColumn, listingColumns } from '#tests/support/listing-columns.ts';
import { pageHtml, partHtml } from '#tests/support/render-html.tsx';
import { runImport } from '#tests/support/run-import.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
const placeholders = { categories: ['', ''], owner: '', submitter: '' } as const;
const names = Object.keys(getTableColumns(businesses)) as Column[];
/** Known before there are ids; for the titles of tests. */
const known = listingColumns(placeholders) as Partial<Record<Column, ListingColumn>>;
const where = (test: (column: ListingColumn) => unknown) =>
  names.filter((name) => known[name] !== undefined && test(known[name]));

let office: StaffOffice;
let columns: Record<Column, ListingColumn>;

beforeEach(async () => {
  office = await aStaffOffice(database);
  const food = await aCategory(database.db, { slug: 'food-dining', name: 'Food & Dining' });
  const shopping = await aCategory(database.db, { slug: 'shopping', name: 'Shopping' });
  await aCategory(database.db, { slug: 'other', name: 'Other' });
  const submitter = await aUser(database.db);
  const ids = { categories: [food.id, shopping.id], owner: office.ownerUser.id, submitter: submitter.id } as const;
  columns = listingColumns(ids) as Record<Column, ListingColumn>;
});

const valuesOf = (which: 0 | 1) =>
  Object.fromEntries(names.map((name) => [name, columns[name].values[which]])) as unknown as Business;

/** A row with the first or the second value of each column. `given` replaces single columns. */
const aListing = (which: 0 | 1, given: Partial<Business> = {}) =>
  aBusiness(database.db, { ...valuesOf(which), ...given });

async function read(id: string): Promise<Business> {
  const [row] = await database.db.select().from(businesses).where(eq(businesses.id, id));
  if (!row) throw new Error('the listing is gone');
  return row;
}

const pick = (row: Partial<Business>, wanted: readonly Column[]) =>
  Object.fromEntries(wanted.map((name) => [name, row[name]]));
const without = (row: Business, ...left: readonly Column[]) =>
  pick(
    row,
    names.filter((name) => !left.includes(name)),
  );

/** A form with the fields that are always there. */
const formOf = ({ name, description, address, categoryId }: Business) => ({
  name,
  description,
  address,
  category: categoryId,
});

it('every column of a listing is decided on', () => {
  expect({ 'columns without an entry in listing-columns.ts': names.filter((name) => !known[name]) }).toEqual({
    'columns without an entry in listing-columns.ts': [],
  });
});

describe('an edit through the API', () => {
  it.each(where(({ sent }) => sent))('%s: is stored, recorded, shown to staff, and undone', async (name) => {
    const column = columns[name];
    const before = await aListing(0, { ownerId: office.ownerUser.id });
    const body = { ...formOf(before), ...column.sent };
    const answer = await answerOf<Record<string, unknown>>(
      await office.owner.write('PUT', `/api/businesses/${before.id}`, { body }),
    );
    expect(answer).toMatchObject(column.staff?.answer ?? {});
    const after = await read(before.id);
    const moved = [name, 'version', 'updatedAt', 'confirmedAt', ...(column.follow ?? [])] as const;
    expect(without(after, ...moved)).toEqual(without(before, ...moved));
    expect(after[name]).toEqual(column.values[1]);

    const { field, values } = column.recorded ?? { field: name, values: column.values };
    const [entry] = await database.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({ action: 'business.edited', data: { [field]: values } });
    const [change] = await answerOf<Change[]>(await office.staff.get('/api/staff/changes'));
    expect(change?.fields).toMatchObject([{ field, state: 'live', ...column.recorded?.words }]);

    await answerOf(await office.staff.post(`/api/staff/changes/${change?.id}/undo`, { body: {} }));
    const undone = await read(before.id);
    const still = ['version', 'updatedAt', 'confirmedAt', 'slug', 'websiteBy', 'placeBy'] as const;
    expect(without(undone, ...still)).toEqual(without(before, ...still));
  });

  it('a new listing has every field of its form', async () => {
    const written = where(({ sent }) => sent);
    const body = Object.assign({}, ...written.map((name) => columns[name].sent));
    const { id } = await answerOf<{ id: string }>(await office.owner.post('/api/businesses', { body }));
    expect(pick(await read(id), written)).toEqual(pick(valuesOf(1), written));
  });

  it('fields that the form leaves out stay as they are', async () => {
    const before = await aListing(1);
    await answerOf(await office.owner.write('PUT', `/api/businesses/${before.id}`, { body: formOf(before) }));
    expect(without(await read(before.id), 'confirmedAt')).toEqual(without(before, 'confirmedAt'));
  });

  it('no other column can be sent', async () => {
    const closed = where(({ sent }) => !sent);
    const before = await aListing(0, { ownerId: office.ownerUser.id });
    const body = { ...pick(valuesOf(1), closed), ...formOf(before), version: undefined };
    await answerOf(await office.owner.write('PUT', `/api/businesses/${before.id}`, { body }));
    const after = await read(before.id);
    expect(without(after, 'confirmedAt')).toEqual(without(before, 'confirmedAt'));
    // A save confirms, whatever the body says.
    expect(after.confirmedAt).not.toEqual(columns.confirmedAt.values[1]);
  });
});

describe('who reads it', () => {
  const read200 = async (from: StaffOffice['visitor'], path: string) =>
    answerOf<Record<string, unknown>>(await from.get(path));

  it('visitors: the public answer has what is public, and nothing else', async () => {
    await aListing(1);
    const answer = await read200(office.visitor, '/api/businesses/markslug');
    const expected = Object.assign({}, ...names.map((name) => columns[name].answer ?? {}));
    expect(answer).toMatchObject(expected);
    const { id, photos, offers, announcements, events, recommendations, holidays, ...others } = answer;
    expect(Object.keys(others).sort()).toEqual(Object.keys(expected).sort());
  });

  it('visitors: the page', async () => {
    await aListing(1);
    const html = await pageHtml(office.app, '/business/markslug');
    const texts = names.flatMap((name) => columns[name].page ?? []);
    expect(texts.filter((text) => !html.includes(text))).toEqual([]);
  });

  it('staff: the answer, and the part of the page that shows it', async () => {
    const { id } = await aListing(1);
    const answer = await read200(office.staff, `/api/staff/businesses/${id}`);
    expect(answer).toMatchObject(Object.assign({}, ...names.map((name) => columns[name].staff?.answer ?? {})));
    const html = await partHtml(
      office.app,
      createElement(BusinessFacts, { business: answer as unknown as StaffBusiness }),
    );
    const texts = names.flatMap((name) => columns[name].staff?.facts ?? []);
    expect(texts.filter((text) => !html.includes(text))).toEqual([]);
  });

  it('the owner: the personal download', async () => {
    await aListing(1);
    const { businesses: listings } = await answerOf<{ businesses: Record<string, unknown>[] }>(
      await office.owner.get('/api/account/data'),
    );
    expect(listings.map(({ offers, announcements, savedAnswers, photos, talk, ...fields }) => fields)).toEqual([
      Object.assign({}, ...names.map((name) => columns[name].download ?? {})),
    ]);
  });

  it.each(where(({ word }) => word))('searches: a word of %s', async (name) => {
    const { slug } = await aListing(1);
    const found = await answerOf<{ slug: string }[]>(
      await office.visitor.get(`/api/businesses?search=${columns[name].word}`),
    );
    expect(found.map((business) => business.slug)).toEqual([slug]);
  });

  it.each(where(({ word }) => word))('searches follow an edit of %s', async (name) => {
    const before = await aListing(0, { ownerId: office.ownerUser.id });
    const body = { ...formOf(before), ...columns[name].sent };
    await answerOf(await office.owner.write('PUT', `/api/businesses/${before.id}`, { body }));
    const found = await answerOf<{ id: string }[]>(
      await office.visitor.get(`/api/businesses?search=${columns[name].word}`),
    );
    expect(found.map(({ id }) => id)).toEqual([before.id]);
  });
});

describe('a merge', () => {
  const merge = async (goes: Business, stays: Business) =>
    answerOf(await office.staff.post(`/api/staff/businesses/${goes.id}/merge`, { body: { into: stays.id } }));
  const ruled = (...rules: ListingColumn['merge'][]) => where((column) => rules.includes(column.merge));

  it('fills what the kept listing lacks', async () => {
    const goes = await aListing(1);
    const stays = await aBusiness(database.db, { name: 'Kept', ...pick(valuesOf(0), ['categoryId']) });
    await merge(goes, stays);
    const kept = await read(stays.id);
    expect(pick(kept, ruled('fill', 'join'))).toEqual(pick(goes, ruled('fill', 'join')));
    expect(pick(kept, ruled('keep'))).toEqual(pick(stays, ruled('keep')));
    expect(pick(kept, ['websiteBy', 'nameKey', 'addressKey'])).toEqual({
      websiteBy: goes.websiteBy,
      nameKey: 'kept',
      addressKey: goes.addressKey,
    });
  });

  it('changes nothing that the kept listing has', async () => {
    const goes = await aListing(1);
    const own = { source: 'own', sourceId: '1', ownerId: office.ownerUser.id };
    const stays = await aListing(0, own);
    await merge(goes, stays);
    const kept = await read(stays.id);
    const settled = ruled('fill', 'keep');
    expect(pick(kept, settled)).toEqual(pick(stays, settled));
    expect(pick(kept, ruled('join'))).toEqual(pick(goes, ruled('join')));
    expect(kept.websiteBy).toBe(stays.websiteBy);
  });

  it('keeps every column of the listing that goes in the audit log', async () => {
    const goes = await aListing(1);
    await merge(goes, await aBusiness(database.db, pick(valuesOf(0), ['categoryId'])));
    const rows = await database.db.select().from(auditLog).where(eq(auditLog.action, 'business.merged'));
    expect(rows[0]?.data).toMatchObject({ merged: JSON.parse(JSON.stringify(goes)) });
  });
});

describe('an import', () => {
  const filled = where(({ file }) => file);
  /** Finds the listing again. */
  const keys: Column[] = ['name', 'address'];
  /** Columns that are written together with others, and counters. */
  const aside: Column[] = ['version', 'updatedAt', 'websiteBy', 'source', 'sourceId', 'nameKey', 'addressKey'];
  const importing = (fields: Record<string, string>) => {
    const cells = [Object.keys(fields), Object.values(fields)].map((line) => line.map((text) => `"${text}"`).join(','));
    return runImport(database.pool, `${cells.join('\n')}\n`, { properties: aCity().properties });
  };
  const fileOf = (wanted: readonly Column[]): Record<string, string> =>
    Object.assign({}, ...wanted.map((name) => columns[name].file));
  const empty = (name: Column) => {
    const { notNull, default: value } = getTableColumns(businesses)[name];
    return notNull ? value : null;
  };
  const same = { name: 'First Nameword', address: '1 First Street' };

  it('writes every column of the file, and nothing the second time', async () => {
    const first = await importing(fileOf(filled));
    expect(first.counts).toMatchObject({ added: 1, notices: {} });
    const [row] = await database.db.select().from(businesses);
    if (!row) throw new Error('nothing was imported');
    expect(pick(row, filled)).toEqual(pick(valuesOf(1), filled));
    const second = await importing(fileOf(filled));
    expect(second.counts).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
    expect(await read(row.id)).toEqual(row);
  });

  it('replaces what nobody owns, and a file that lacks a column erases nothing', async () => {
    const before = await aListing(0);
    await importing({ ...fileOf(filled), ...same });
    const changed = filled.filter((name) => !keys.includes(name));
    const after = await read(before.id);
    expect(pick(after, changed)).toEqual(pick(valuesOf(1), changed));
    expect(without(after, ...changed, ...aside)).toEqual(without(before, ...changed, ...aside));

    await importing({ ...same, phone: '(210) 555-0199' });
    const left = await read(before.id);
    expect(left).toEqual({ ...after, phone: '(210) 555-0199', version: left.version, updatedAt: left.updatedAt });
  });

  it('changes nothing that an owner has written', async () => {
    const before = await aListing(0, { ownerId: office.ownerUser.id });
    await importing({ ...fileOf(filled), ...same });
    expect(without(await read(before.id), ...aside)).toEqual(without(before, ...aside));
  });

  it.each(filled.filter((name) => !keys.includes(name) && name !== 'categoryId'))(
    '%s: fills the gap of an owner, and leaves all else',
    async (name) => {
      const pair: Column[] = name === 'latitude' || name === 'longitude' ? ['latitude', 'longitude'] : [name];
      const gap = Object.fromEntries(pair.map((part) => [part, empty(part)]));
      const before = await aListing(0, { ownerId: office.ownerUser.id, ...gap });
      await importing({ ...fileOf(filled), ...same });
      const after = await read(before.id);
      expect(pick(after, pair)).toEqual(pick(valuesOf(1), pair));
      expect(without(after, ...pair, ...aside)).toEqual(without(before, ...pair, ...aside));
    },
  );
});

it('the sample content of a city pack has every field that a pack may give', async () => {
  const given = where(({ sample }) => sample);
  const entry = Object.assign({ addedDaysAgo: 3 }, ...given.map((name) => columns[name].sample));
  await loadSampleBusinesses(database.db, aCity(), SampleBusinesses.parse([entry]), new Map(), new Date());
  const [row] = await database.db.select().from(businesses);
  // The digits are the same: packs write numbers without parentheses.
  expect(pick(row ?? {}, given)).toEqual({ ...pick(valuesOf(1), given), phone: '210-555-0102' });
});
