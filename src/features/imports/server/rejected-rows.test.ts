import { expect, it } from 'vitest';
import { fieldNames } from '../import-row.ts';
import { mapColumns, pickFields } from '../map-columns.ts';
import { columnsOf } from './rejected-rows.ts';

it('gives each value of a refused row to a column that an import reads again', () => {
  const tags = { osmTag: 'shop=bakery', osmProperties: 'delivery=yes\nwheelchair=no' };
  const texts = fieldNames.filter((name) => !(name in tags));
  const fields = { ...Object.fromEntries(texts.map((name) => [name, `a ${name}`])), ...tags };
  const columns = columnsOf(fields);
  expect(columns).toMatchObject({ name: 'a name', address: 'a address', shop: 'bakery', delivery: 'yes' });
  expect(pickFields(mapColumns(Object.keys(columns)), Object.values(columns))).toEqual(fields);
});

it('leaves out what is empty, and cuts what no field holds', () => {
  expect(columnsOf({ name: '', phone: '1', description: 'é'.repeat(5_000) })).toEqual({
    phone: '1',
    description: 'é'.repeat(4_000),
  });
});
