import { expect, test } from 'vitest';
import { commonSigns, twinWords } from './before-live.ts';

const bakery = { name: 'Oak Bakery', address: '12 Oak Street', phone: '(210) 555-0142' };

test('each listing that is alike is told by what it has in common, and by what visitors see of it', () => {
  const told = (other: Partial<typeof bakery>, status: 'approved' | 'pending' | 'hidden' | 'rejected') =>
    twinWords(commonSigns(bakery, { name: 'Elm Deli', address: '1 Elm St', phone: '210-555-0199', ...other }), status);
  expect(told({ address: '12 oak street ' }, 'pending')).toBe(
    'Same address. It waits for approval: visitors do not see it.',
  );
  expect(told({ phone: '+1 210 555 0142' }, 'hidden')).toBe('Same phone number. It is hidden: visitors do not see it.');
  expect(told({ name: 'Oak Bakery', phone: '2105550142' }, 'approved')).toBe(
    'Same name and phone number. Visitors find it: if you go on, they find both.',
  );
  expect(told(bakery, 'rejected')).toBe(
    'Same name, address, and phone number. It is rejected: visitors do not see it.',
  );
});

test('two empty values are nothing in common', () => {
  expect(commonSigns({ name: 'Figs', address: '', phone: null }, { name: 'Jam', address: null, phone: '' })).toEqual(
    [],
  );
});
