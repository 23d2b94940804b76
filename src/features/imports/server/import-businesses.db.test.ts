import { createReadStream } from 'node:fs';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { businesses, importedRows } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { runImport, storeImportCategories } from '#tests/support/run-import.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { sweepImportedRows } from './imported-rows.ts';

const database = testDatabase();
const nearFile = new URL('../../../../tests/fixtures/imports/near-olmos-park.csv', import.meta.url);
const near = () => createReadStream(nearFile);
const importing = (csv: string, options = {}) => runImport(database.pool, csv, options);
const stored = () => database.db.select().from(businesses).orderBy(businesses.id);
const one = async () => {
  const [row, ...more] = await stored();
  if (!row || more.length > 0) throw new Error('one business was expected');
  return row;
};

beforeEach(() => storeImportCategories(database.db));

describe('a real file', () => {
  it('adds approved, unowned listings with readable slugs, and nothing the second time', async () => {
    const first = await runImport(database.pool, near());
    expect(first.counts).toMatchObject({ read: 231, added: 228, skipped: 3, rejected: 0, possibleDuplicates: 6 });
    const rows = await stored();
    expect(rows).toHaveLength(228);
    expect(rows.every((row) => row.status === 'approved' && row.approvedAt && row.ownerId === null)).toBe(true);
    expect(rows.filter((row) => row.name === 'Whataburger').map((row) => row.slug)).toContain('whataburger');
    expect(rows.every((row) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(row.slug))).toBe(true);

    const second = await runImport(database.pool, near());
    expect(second.counts).toMatchObject({ read: 231, added: 0, updated: 0, unchanged: 228, skipped: 3 });
    expect(await stored()).toEqual(rows);
  });

  it('takes one place from two sources for one, and lists spellings that only look alike', async () => {
    const { duplicates } = await runImport(database.pool, near());
    expect(duplicates.filter(({ added }) => !added).map(({ name }) => name)).toEqual([
      'Abercrombie & Fitch',
      "Chili's Grill & Bar",
      'Joes Crab Shack',
    ]);
    expect(duplicates.filter(({ added }) => added).map(({ name }) => name)).toEqual([
      'Chipotle Mexican Grill;chipotl',
      'Chipotle;chipotle Mexican Gril',
      "Torcy's Tacos",
    ]);
    const chilis = (await stored()).filter((row) => row.name === "Chili's Grill & Bar");
    expect(chilis).toMatchObject([{ phone: '(210) 804-1110' }]);
  });

  it('writes nothing in a dry run and still counts the same', async () => {
    const dry = await runImport(database.pool, near(), { dryRun: true });
    expect(await stored()).toEqual([]);
    const wet = await runImport(database.pool, near());
    expect(dry.counts).toEqual(wet.counts);
  });

  it('writes nothing in a dry run over listings without match keys', async () => {
    await aBusiness(database.db, { name: '410 Diner', address: '8315 Broadway, San Antonio, TX 78209' });
    const before = await stored();
    const { counts } = await runImport(database.pool, near(), { dryRun: true });
    expect(counts).toMatchObject({ added: 227, updated: 1 });
    expect(await stored()).toEqual(before);
  });
});

describe('updates', () => {
  const header = 'source,source_id,name,address,city,phone,website';

  it('brings unowned listings up to date and erases nothing', async () => {
    await importing(`${header}\na,1,Cafe,1 Main St,Alma,210-555-0100,cafe.example.org`);
    const { counts } = await importing(`${header}\na,1,Café Uno,1 Main Street,Alma,210-555-0199,`);
    expect(counts).toMatchObject({ added: 0, updated: 1 });
    const row = await one();
    expect(row).toMatchObject({ name: 'Café Uno', phone: '(210) 555-0199', website: 'https://cafe.example.org' });
    expect(row).toMatchObject({ slug: 'cafe', version: 2 });
  });

  it('only fills gaps in a listing that somebody owns', async () => {
    await importing(`${header}\na,1,Cafe,1 Main St,Alma,210-555-0100,`);
    const owner = await aUser(database.db);
    await database.db.update(businesses).set({ ownerId: owner.id, name: 'Cafe of Ana', phone: '(210) 555-0111' });
    const { counts } = await importing(`${header}\na,1,Cafe,1 Main St,Alma,210-555-0100,cafe.example.org`);
    expect(counts).toMatchObject({ added: 0, updated: 1 });
    const row = await one();
    expect(row).toMatchObject({ name: 'Cafe of Ana', phone: '(210) 555-0111', website: 'https://cafe.example.org' });
  });

  it('leaves the state of a hidden listing alone', async () => {
    await importing(`${header}\na,1,Cafe,1 Main St,Alma,,`);
    await database.db.update(businesses).set({ status: 'hidden' });
    await importing(`${header}\na,1,Cafe,1 Main St,Alma,210-555-0100,`);
    expect(await one()).toMatchObject({ status: 'hidden', phone: '(210) 555-0100' });
  });

  it('finds a listing that staff wrote by name and address', async () => {
    await aBusiness(database.db, { name: "Ben & Jerry's", address: '1 Main Street, Alma' });
    await importing(`${header}\na,1,BEN AND JERRYS,1 Main St Ste 4,Alma,210-555-0100,`);
    expect(await one()).toMatchObject({ source: 'a', sourceId: '1', phone: '(210) 555-0100' });
  });

  it('keeps what another source says, and fills its gaps', async () => {
    await importing(`${header}\na,1,Cafe,1 Main St,Alma,210-555-0100,`);
    const { counts } = await importing(`${header}\nb,9,Cafe,1 Main St,Alma,210-555-0199,cafe.example.org`);
    expect(counts).toMatchObject({ added: 0, updated: 1, possibleDuplicates: 1 });
    expect(await one()).toMatchObject({ phone: '(210) 555-0100', website: 'https://cafe.example.org', source: 'a' });
  });
});

describe('rows that were imported before', () => {
  const list = `name,address,phone\nFig,5 Oak St,210-555-0100\nThe Fig,5 Oak Street,210-555-0199\nElm,6 Oak St,\n,7 Oak St,`;

  it('are passed over, with the same counts and nothing changed', async () => {
    const first = await importing(list);
    expect(first.counts).toMatchObject({ read: 4, added: 2, skipped: 1, rejected: 1 });
    const rows = await stored();
    // The second row is for the first one's listing, which counts as matched although its row is passed over.
    for (const dryRun of [true, false]) {
      const again = await importing(list, { dryRun });
      expect(again.counts).toMatchObject({ read: 4, added: 0, updated: 0, unchanged: 2, skipped: 1, rejected: 1 });
    }
    expect(await stored()).toEqual(rows);
    expect(await database.db.$count(importedRows)).toBe(2);
  });

  it('are read again once their listing or the settings are others, and noted anew', async () => {
    await importing(list);
    await database.db.update(businesses).set({ phone: null, version: 2 }).where(eq(businesses.name, 'Fig'));
    expect((await importing(list)).counts).toMatchObject({ updated: 1, unchanged: 1, skipped: 1 });
    expect((await importing(list)).counts).toMatchObject({ updated: 0, unchanged: 2, skipped: 1 });
    await database.db.delete(businesses).where(eq(businesses.name, 'Elm'));
    expect((await importing(list)).counts).toMatchObject({ added: 1, unchanged: 1 });
    expect((await importing(list, { category: 'shopping' })).counts).toMatchObject({ updated: 2, unchanged: 0 });
  });

  it('are no update where the same is only written in another way, and the writing that is there stays', async () => {
    const file = (row: string) => `name,address,phone,website,email\nFig,5 Oak St,${row}`;
    await importing(file('(210) 555-0174,https://fig.example/menu/,Hello@fig.example'));
    const again = await importing(file('+1 210-555-0174,https://FIG.example/menu,hello@fig.example'));
    expect(again.counts).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await database.db.select().from(businesses)).toMatchObject([
      { phone: '(210) 555-0174', email: 'Hello@fig.example', version: 1 },
    ]);
    const other = await importing(file('210-555-0175,https://fig.example/menu/,Hello@fig.example'));
    expect(other.counts).toMatchObject({ updated: 1, unchanged: 0 });
  });

  it('are told where they say something else than the owner, and fill the listing again once that owner has left', async () => {
    await importing(list);
    const owner = await aUser(database.db);
    await database.db.update(businesses).set({ ownerId: owner.id, phone: '(210) 555-0155', version: 2 });
    const owned = { notices: { owned: 1 }, noticeLines: { owned: [2] } };
    expect((await importing(list)).counts).toMatchObject({ updated: 0, unchanged: 2, ...owned });
    await database.db.update(businesses).set({ ownerId: null });
    expect((await importing(list)).counts).toMatchObject({ updated: 1, unchanged: 1 });
  });

  it('are forgotten at night where no import can use them', async () => {
    await importing(list);
    await database.db.update(businesses).set({ version: 2 }).where(eq(businesses.name, 'Fig'));
    await sweepImportedRows(database.db);
    expect(await database.db.$count(importedRows)).toBe(1);
  });
});

describe('telling places apart', () => {
  const header = 'source,source_id,name,address,city,state,zip,phone,website';

  it('keeps branches apart that share name, website and telephone', async () => {
    const branch = (address: string, city: string) =>
      `a,,Chain,${address},${city},TX,,800-555-0100,https://chain.example.org`;
    const csv = [header, branch('1 Main St', 'Alma'), branch('2 Oak St', 'Alma'), branch('1 Main St', 'Boerne')].join(
      '\n',
    );
    expect((await importing(csv)).counts).toMatchObject({ added: 3 });
    expect((await importing(csv)).counts).toMatchObject({ added: 0, unchanged: 3 });
  });

  it('adds different places whose ids repeat, each once', async () => {
    const csv = `${header}\na,Highland,Bank,1 Main St,Alma,TX,,,\na,Highland,Bank,9 Oak St,Boerne,TX,,,\na,Highland,Bank,7 Elm St,Alma,TX,,,`;
    expect((await importing(csv)).counts).toMatchObject({ added: 3 });
    const rows = await stored();
    expect((await importing(csv)).counts).toMatchObject({ added: 0, updated: 0, unchanged: 3 });
    expect(await stored()).toEqual(rows);
  });

  it('follows a business that moved within its town', async () => {
    await importing(`${header}\na,1,Cafe,1 Main St,Alma,TX,,,`);
    expect((await importing(`${header}\na,1,Cafe,99 Oak St,Alma,TX,,,`)).counts).toMatchObject({ updated: 1 });
    expect(await one()).toMatchObject({ address: '99 Oak St, Alma, TX' });
  });

  it('does not mix up two lists that both number from 1', async () => {
    await importing('id,name,address\n1,Cafe,1 Main St');
    expect((await importing('id,name,address\n1,Garage,5 Oak St')).counts).toMatchObject({ added: 1 });
  });

  it('matches name and telephone where one has no address', async () => {
    await importing(`${header}\na,,Cafe,,,,,210-555-0100,`);
    expect((await importing(`${header}\na,,Cafe,1 Main St,Alma,TX,,(210) 555-0100,`)).counts).toMatchObject({
      updated: 1,
    });
    expect(await one()).toMatchObject({ address: '1 Main St, Alma, TX' });
  });

  it('lists two suites of one building and adds both', async () => {
    const csv = `${header}\n,,Cafe,1 Main St Ste 1,Alma,TX,,,\n,,Cafe,1 Main St Ste 2,Alma,TX,,,`;
    expect((await importing(csv)).counts).toMatchObject({ added: 2, possibleDuplicates: 1 });
  });
});

describe('rows', () => {
  it('rejects what cannot be listed, with line and reason', async () => {
    const csv = `name,address\n,1 Main St\n"${'x'.repeat(121)}",\n!!!,\nCafe,1 Main St,extra\n\nGood,2 Main St\n`;
    const { counts, rejections } = await importing(csv);
    expect(counts).toMatchObject({ read: 5, added: 1, rejected: 4 });
    expect(rejections.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'no name'],
      [3, 'the name is longer than 120 characters'],
      [4, 'the name has no letter or digit'],
      [5, 'has 1 more cell than the header has columns'],
    ]);
  });

  it('drops what is wrong in a row and says so', async () => {
    const csv = 'name,website,lat,lon,phone,email,category\nCafe,javascript:alert(1),91,5,911,nobody,Sorcery';
    const { counts } = await importing(csv);
    const notices = { website: 1, coordinates: 1, phone: 1, email: 1, category_unknown: 1 };
    expect(counts).toMatchObject({ added: 1, notices });
    expect(counts.unknownCategories).toEqual([{ word: 'Sorcery', count: 1 }]);
    expect(new Set(Object.values(counts.noticeLines ?? {}).flat())).toEqual(new Set([2]));
    expect(await one()).toMatchObject({ website: null, latitude: null, phone: null, email: null });
  });

  it('knows a category by an everyday name of the kind', async () => {
    const { counts } = await importing('name,category\nOne,Diner\nTwo,Chiropractors\nThree,Sorcery');
    expect(counts.unknownCategories).toEqual([{ word: 'Sorcery', count: 1 }]);
  });

  it('lists rows without a known category where the options say', async () => {
    await importing('name,category\nCafe,Sorcery', { category: 'food-dining' });
    const [row] = await database.db.query.categories.findMany({ where: (t) => eq(t.slug, 'food-dining') });
    expect((await one()).categoryId).toBe(row?.id);
    await expect(importing('name\nCafe', { category: 'nope' })).rejects.toThrow("There is no category 'nope'");
  });

  it('refuses a second import while one runs', async () => {
    async function* slow() {
      yield Buffer.from('name\n');
      await expect(importing('name\nOther')).rejects.toThrow('Another import is running');
      yield Buffer.from('Cafe\n');
    }
    expect((await runImport(database.pool, slow())).counts.added).toBe(1);
  });
});

describe('properties', () => {
  const { properties } = aCity();
  const head = 'name,address,properties,delivery,wheelchair';
  const fig = (named: string, delivery = '', wheelchair = '') =>
    `${head}\nFig & Ladder,"12 Oak Street, Oak Bend, TX 78299","${named}",${delivery},${wheelchair}\n`;
  const propertiesNow = async () => (await one()).properties;

  it('are read from a column of names and from columns named by tags', async () => {
    await importing(fig('patio', 'yes', 'no'), { properties });
    expect((await propertiesNow()).toSorted()).toEqual(['delivery', 'outdoor-seating']);
    const again = await importing(fig('patio', 'yes', 'no'), { properties });
    expect(again.counts).toMatchObject({ unchanged: 1, updated: 0 });
  });

  it('are read from every tag of a map extract', async () => {
    const tags = { name: 'Fig & Ladder', amenity: 'restaurant', outdoor_seating: 'yes', wheelchair: 'yes' };
    const extract = { elements: [{ type: 'node', id: 7, lat: 29.51, lon: -98.5, tags }] };
    await importing(JSON.stringify(extract), { properties });
    expect(await propertiesNow()).toEqual(['outdoor-seating', 'wheelchair-accessible']);
  });

  it('of a later file are added to those that are there', async () => {
    await importing(fig('patio'), { properties });
    const { counts } = await importing(fig('', 'yes'), { properties });
    expect(counts).toMatchObject({ updated: 1 });
    expect((await propertiesNow()).toSorted()).toEqual(['delivery', 'outdoor-seating']);
  });

  it('that an owner has chosen stay as they are; where none is chosen the file fills the gap', async () => {
    await importing(fig('patio'), { properties });
    const owner = await aUser(database.db);
    await database.db.update(businesses).set({ ownerId: owner.id, properties: ['wheelchair-accessible'] });
    await importing(fig('patio', 'yes'), { properties });
    expect(await propertiesNow()).toEqual(['wheelchair-accessible']);
    await database.db.update(businesses).set({ properties: [], version: 9 });
    await importing(fig('patio', 'yes'), { properties });
    expect((await propertiesNow()).toSorted()).toEqual(['delivery', 'outdoor-seating']);
  });
});
