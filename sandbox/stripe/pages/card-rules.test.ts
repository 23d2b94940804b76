import { describe, expect, it } from 'vitest';
import { cardFaults, formatExpiry, formatNumber, readExpiry } from './card-rules.ts';

const good = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };
const now = new Date('2026-11-21T12:00:00Z');
const codes = (change: Partial<typeof good>) =>
  Object.values(cardFaults({ ...good, ...change }, now)).map(({ code }) => code);

describe('a card form', () => {
  it('lets a good card pass, however its date is typed', () => {
    for (const expiry of ['12/34', '12 / 34', '1234', '122034', '12/2034', '1/34', '11/26']) {
      expect(codes({ expiry }), expiry).toEqual([]);
    }
    expect(codes({ number: '378282246310005', cvc: '1234' })).toEqual([]);
  });

  it.each([
    [{ number: '' }, 'incomplete_number'],
    [{ number: '4242 4242' }, 'incomplete_number'],
    [{ number: '4242424242424241' }, 'invalid_number'],
    [{ expiry: '' }, 'incomplete_expiry'],
    [{ expiry: '13/34' }, 'incomplete_expiry'],
    [{ expiry: '10/26' }, 'invalid_expiry_month_past'],
    [{ expiry: '12/25' }, 'invalid_expiry_year_past'],
    [{ expiry: '12/2099' }, 'invalid_expiry_year'],
    [{ cvc: '12' }, 'incomplete_cvc'],
    [{ number: '378282246310005', cvc: '123' }, 'incomplete_cvc'],
  ])('names what is wrong with %o', (change, code) => {
    expect(codes(change)).toEqual([code]);
  });

  it('names every wrong field at once', () => {
    expect(Object.keys(cardFaults({ number: '', expiry: '', cvc: '' }, now))).toEqual(['number', 'expiry', 'cvc']);
  });

  it('shows number and date as they stand on a card', () => {
    expect(formatNumber('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(formatNumber('378282246310005')).toBe('3782 822463 10005');
    expect(formatNumber('42424')).toBe('4242 4');
    expect(formatExpiry('1234')).toBe('12 / 34');
    expect(formatExpiry('4')).toBe('04');
    expect(formatExpiry('12/3')).toBe('12/3');
    expect(readExpiry('12 / 34')).toEqual({ month: 12, year: 2034 });
  });
});
