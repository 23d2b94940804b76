import { expect, it } from 'vitest';
import { aCity } from '#tests/factories/a-city.ts';
import { categoryFinder } from './category-of.ts';
import { noticeTexts, type RawRow } from './import-row.ts';
import { normalizeRow, readWebsite } from './normalize-row.ts';
import { propertyFinder } from './property-of.ts';

const options = {
  categories: categoryFinder([{ slug: 'other', name: 'Other' }]),
  properties: propertyFinder(aCity().properties),
  fallbackCategory: 'other',
};
const normalize = (fields: RawRow['fields']) => {
  const result = normalizeRow({ line: 1, fields: { name: 'A', ...fields } }, options);
  if ('rejected' in result) throw new Error(result.rejected);
  return result;
};

it.each<[RawRow['fields'], string]>([
  [{ address: '1 Main St', city: 'Alma', region: 'TX', postalCode: '78000' }, '1 Main St, Alma, TX 78000'],
  [{ address: '1 Main St, Alma, TX', region: 'TX' }, '1 Main St, Alma, TX'],
  [
    { address: '1 Main St, Alma, TX 78000', city: 'Alma', region: 'TX', postalCode: '78000' },
    '1 Main St, Alma, TX 78000',
  ],
  [{ houseNumber: '1', street: 'Main St', unit: '4', city: 'Alma' }, '1 Main St, Ste 4, Alma'],
  [{ address: 'POINT (-98.5 29.5)', city: 'Alma' }, 'Alma'],
  [{ address: '(29.5, -98.5)' }, ''],
  [{}, ''],
])('%j becomes one line', (fields, address) => expect(normalize(fields).row.address).toBe(address));

it.each([
  ['example.org', 'https://example.org'],
  ['http://Example.org/', 'http://example.org'],
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['https://user:secret@example.org', null],
  ['localhost', null],
  ['http://127.0.0.1', null],
  ['not a website', null],
  [`https://example.org/${'x'.repeat(500)}`, null],
])('the website %j is %j', (text, expected) => expect(readWebsite(text)).toBe(expected));

it('takes the first of several numbers and positions with a decimal comma', () => {
  const { row, notices } = normalize({ phone: '210-555-0100; 210-555-0101', latitude: '29,5', longitude: '-98,5' });
  expect(row).toMatchObject({ phone: '(210) 555-0100', latitude: 29.5, longitude: -98.5 });
  expect(notices).toEqual([]);
});

it.each<RawRow['fields']>([
  { latitude: '29.5' },
  { latitude: '0', longitude: '0' },
  { latitude: '29.5', longitude: '181' },
])('leaves out the position %j', (fields) =>
  expect(normalize(fields)).toMatchObject({ row: { latitude: null, longitude: null }, notices: ['coordinates'] }),
);

it('leaves out hours that run into the next opening, and says so', () => {
  const { row, notices } = normalize({ openingHours: 'Mo 18:00-09:00; Tu 09:00-17:00' });
  expect(row.hours).toBeNull();
  expect(notices).toEqual(['hours_clash']);
});

it('removes what no text should hold and shortens long descriptions at a word', () => {
  const { row, notices } = normalize({ name: 'A\u0000\u2028B', description: `${'word '.repeat(1100)}` });
  expect(row.name).toBe('A B');
  expect(row.description?.length).toBeLessThanOrEqual(5000);
  expect(row.description).toMatch(/ word…$/);
  expect(notices).toEqual(['description']);
});

it('describes a place by its kind when nothing else does', () => {
  expect(normalize({ kind: 'coffee shop' }).row.description).toBe('Coffee shop');
});

it('reads properties by key, name or what people call them, and says what it does not know', () => {
  const { row, notices } = normalize({ properties: 'Patio; home delivery, Wheelchair Accessible | sauna' });
  expect(row.properties).toEqual(['delivery', 'outdoor-seating', 'wheelchair-accessible']);
  expect(notices).toEqual(['properties']);
  expect(normalize({ properties: 'delivery' })).toMatchObject({ row: { properties: ['delivery'] }, notices: [] });
  expect(normalize({}).row.properties).toEqual([]);
});

it('reads properties from tags, joined with those that are named', () => {
  const tags = (...lines: string[]) => normalize({ osmProperties: lines.join('\n') }).row.properties;
  expect(tags('delivery=only', 'wheelchair=yes')).toEqual(['delivery', 'wheelchair-accessible']);
  expect(tags('outdoor_seating=sidewalk;garden')).toEqual(['outdoor-seating']);
  expect(tags('delivery=no', 'outdoor_seating=no', 'wheelchair=limited', 'wheelchair:description=yes')).toEqual([]);
  const both = normalize({ properties: 'patio', osmProperties: 'delivery=yes' });
  expect(both.row.properties.toSorted()).toEqual(['delivery', 'outdoor-seating']);
});

it('names an email in the word that the whole site has for it', () => {
  expect(normalize({ email: 'nobody' })).toMatchObject({ row: { email: null }, notices: ['email'] });
  expect(noticeTexts.email).toBe('email not valid: left out');
});
