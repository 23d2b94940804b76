/** A telephone number or a web address finds who has it, also beside words that ask whose it is. */
import { beforeEach, expect, it } from 'vitest';
import { aBusiness } from '#tests/factories/a-business.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { findByContact } from './find-by-contact.ts';

const database = testDatabase();

beforeEach(async () => {
  const website = 'https://www.oakhouse.example.com/menu';
  await aBusiness(database.db, { name: 'Oak House', phone: '210-555-0131', website });
  await aBusiness(database.db, { name: 'Hidden', phone: '210-555-0131', website, status: 'hidden' });
  await aBusiness(database.db, {
    name: 'Elm',
    phone: '210-555-0132',
    website: 'https://oakhouse.example.com.evil.com',
  });
});

const found = async (search: string) =>
  (await findByContact(database.db, search, { areaCode: '210', now: new Date('2026-06-01T12:00:00Z') }))?.map(
    ({ name }) => name,
  );

it.each([
  '210-555-0131',
  '(210) 555-0131',
  '+1 210 555 0131',
  '555-0131',
  'call 210 555 0131',
  'who is 210-555-0131',
  'who called me from 2105550131',
  'tel: 210.555.0131',
  '210/555-0131',
  '2 1 0 5 5 5 0 1 3 1',
  'phone number 210 555 0131?',
  'de quién es el número 210 555 0131',
  'oakhouse.example.com',
  'www.oakhouse.example.com',
  'https://oakhouse.example.com/about?x=1',
])('%s', async (search) => {
  expect(await found(search)).toEqual(['Oak House']);
});

it('finds nobody who has another', async () => {
  expect(await found('210-555-0199')).toEqual([]);
});

it.each([
  'oak house',
  'tacos 210 555 0131 park',
  'open 7 to 10',
  '78212',
  'dr.smith',
  '4218 mccullough',
  '',
  '210-555',
  'open 12/5/2026',
  '1/15/2027',
  'what is open 12/20-1/10',
  '12-5-2026',
  '2026-12-5',
  '78212 78209',
])('%j is neither', async (search) => {
  expect(await found(search)).toBeUndefined();
});
