/** A row with the very name of a listing at another address is added, and listed for staff to look at. */
import { beforeEach, expect, it } from 'vitest';
import { matchKeys } from '#features/businesses/server/written-fields.ts';
import { aBusiness, type Business } from '#tests/factories/a-business.ts';
import { runImport, storeImportCategories } from '#tests/support/run-import.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
beforeEach(() => storeImportCategories(database.db));

const listed = (given: Partial<Business> = {}) => {
  const looks = { name: 'Fig Bar', address: '1 Main Street, Alma, TX', ...given };
  return aBusiness(database.db, { ...looks, ...matchKeys(looks) });
};
const row = 'name,address\nFig Bar,"77 Elm Street, Alma, TX"\n';
const pair = { line: 2, name: 'Fig Bar', address: '77 Elm Street, Alma, TX', added: true };

it('is a possible duplicate in the trial and in the import, with the listing that was there', async () => {
  const { id } = await listed();
  for (const dryRun of [true, false]) {
    const { counts, duplicates } = await runImport(database.pool, row, { dryRun });
    expect(counts).toMatchObject({ added: 1, possibleDuplicates: 1 });
    expect(duplicates).toEqual([
      { ...pair, otherName: 'Fig Bar', otherAddress: '1 Main Street, Alma, TX', otherId: id },
    ]);
  }
});

it('names a listing once it is found without an address of its own, too', async () => {
  const { id } = await listed({ address: '' });
  const { duplicates } = await runImport(database.pool, row);
  expect(duplicates).toMatchObject([{ ...pair, otherId: id }]);
});

it('leaves branches alone: rows of one file, and ids of one source', async () => {
  const branches = 'source,id,name,address\na,1,Fig Bar,"1 Main St, Alma"\na,2,Fig Bar,"9 Oak St, Alma"\n';
  expect((await runImport(database.pool, branches)).duplicates).toEqual([]);
  const third = await runImport(database.pool, 'source,id,name,address\na,3,Fig Bar,"5 Ash St, Alma"\n');
  expect(third.counts).toMatchObject({ added: 1, possibleDuplicates: 0 });
});

it('does not list a row whose own listing is here beside a namesake', async () => {
  await listed();
  await listed({ address: '77 Elm Street, Alma, TX', slug: 'fig-bar-elm' });
  expect((await runImport(database.pool, row)).counts).toMatchObject({ added: 0, possibleDuplicates: 0 });
});
