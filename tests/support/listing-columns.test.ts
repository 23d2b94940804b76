import { expect, it } from 'vitest';
import { listingFields } from '#shared/listing-fields.ts';
import { listingColumns } from './listing-columns.ts';

it('the columns that searches find are those of the fields with a weight in the list', () => {
  const columns = listingColumns({ categories: ['', ''], owner: '', submitter: '' });
  const found = Object.entries(columns).flatMap(([name, { word }]) => (word === undefined ? [] : [name]));
  const searched = Object.entries(listingFields).flatMap(([name, field]) => ('searched' in field ? [name] : []));
  expect(found.map((name) => (name === 'categoryId' ? 'category' : name)).toSorted()).toEqual(searched.toSorted());
});
