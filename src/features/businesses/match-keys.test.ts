import { describe, expect, it } from 'vitest';
import { addressParts } from './address-parts.ts';
import { addressKey, nameKey, phoneKey } from './match-keys.ts';

describe('nameKey', () => {
  it.each([
    ["Ben & Jerry's", 'BEN AND JERRYS'],
    ['Café Olé', 'Cafe Ole'],
    ['The Pearl', 'Pearl'],
    ['Adelaide Services, L.L.C.', 'Adelaide Services LLC'],
    ['Chick-fil-A', 'chick fil a'],
    ['Straße 7', 'Strasse 7'],
  ])('%s is %s', (a, b) => expect(nameKey(a)).toBe(nameKey(b)));

  it('keeps names apart that differ in more than spelling', () => {
    expect(nameKey('Torchy’s Tacos')).not.toBe(nameKey("Torcy's Tacos"));
    expect(nameKey('麺屋')).toBe('麺屋');
    expect(nameKey('Co')).toBe('co');
    expect(nameKey('!!!')).toBe('');
  });
});

describe('addressKey', () => {
  it.each([
    ['255 E. Basse', '255 E Basse Rd Ste 1100, San Antonio, TX 78209'],
    ['7400 San Pedro Avenue, Ste 732, San Antonio, TX', '7400 San Pedro Ave Ste 200 Suite 200'],
    ['999 E. Basse Road #183', '999 East Basse Rd Ste 183'],
    ["3903 N. St. Mary's St", '3903 North Saint Marys Street'],
    ['98 NE Hwy.410', '98 Northeast Highway 410'],
    ['20461 I-30', '20461 Interstate Highway 30'],
    ['8481 US-281 N', '8481 N US Highway 281'],
    ['1 Main St Olmos Park TX 78212', '1 Main Street, Olmos Park, TX 78212-1234, USA'],
    ['The Quarry, 255 E Basse Rd', '255 E Basse Rd'],
  ])('%s is %s', (a, b) => expect(addressKey(a)).toBe(addressKey(b)));

  it('keeps streets apart that only share words', () => {
    expect(addressKey('100 N Main Ave')).not.toBe(addressKey('100 S Main Ave'));
    expect(addressKey('306 Avenue D')).not.toBe(addressKey('306 Avenue C'));
  });

  it('is empty without a street', () => {
    expect(addressKey('')).toBe('');
    expect(addressKey('San Antonio, TX 78209')).toBe('');
    expect(addressParts('San Antonio, TX 78209')).toMatchObject({ city: 'san antonio', region: 'tx', zip: '78209' });
  });
});

it('phoneKey ignores how a number is written', () => {
  expect(phoneKey('+1 (210) 555-0100')).toBe(phoneKey('210.555.0100'));
  expect(phoneKey('911')).toBe('');
});
