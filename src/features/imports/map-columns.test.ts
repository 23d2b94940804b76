import { expect, it } from 'vitest';
import { mapColumns, pickFields, pickOsmTags } from './map-columns.ts';

const pick = (row: Record<string, string>) => pickFields(mapColumns(Object.keys(row)), Object.values(row));

it('knows the usual spellings of columns', () => {
  const row = { 'Business Name': 'A', TELEPHONE: '1', URL: 'u', Lng: '2', Y: '3', Type: 't', 'Zip Code': 'z' };
  expect(pick(row)).toEqual({
    name: 'A',
    phone: '1',
    website: 'u',
    longitude: '2',
    latitude: '3',
    category: 't',
    postalCode: 'z',
  });
});

it('takes the first filled of several columns, and no placeholders', () => {
  expect(pick({ title: 'Title', name: 'Name', web: 'n/a', website: 'x.org', phone: '-' })).toEqual({
    name: 'Name',
    website: 'x.org',
  });
  expect(pick({ title: 'None', name: ' ' })).toEqual({ name: 'None' });
});

it('reads OpenStreetMap tags without taking other tags for columns', () => {
  const tags = {
    name: 'A',
    shop: 'bakery',
    'addr:housenumber': '1',
    'addr:street': 'Main',
    source: 'survey',
    location: 'roof',
  };
  expect(pickOsmTags(tags)).toEqual({
    osmProperties: 'source=survey\nlocation=roof',
    name: 'A',
    osmTag: 'shop=bakery',
    houseNumber: '1',
    street: 'Main',
  });
});
