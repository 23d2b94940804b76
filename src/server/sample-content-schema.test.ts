import { expect, test } from 'vitest';
import { SampleBusinesses } from './sample-content-schema.ts';

const listing = {
  ...{ name: 'Oak Cafe', category: 'food-dining', description: 'Coffee under the oaks.', address: '12 Oak Street' },
  addedDaysAgo: 3,
};
const issuesWith = (hours: object) => SampleBusinesses.safeParse([{ ...listing, hours }]).error?.issues ?? [];

test('hours of a sample listing that run into the next opening are refused', () => {
  expect(issuesWith({ fri: [['16:00', '02:00']], sat: [['16:00', '02:00']] })).toEqual([]);
  expect(issuesWith({ mon: [['18:00', '09:00']], tue: [['09:00', '17:00']] })).toMatchObject([
    { path: [0, 'hours'], message: 'hours run into the next opening' },
  ]);
});
