import { expect, it } from 'vitest';
import { OpeningHours } from '#shared/opening-hours.ts';
import { parseOpeningHours } from './opening-hours.ts';

it('reads weekdays and times', () => {
  expect(parseOpeningHours('Mo-Fr 08:00-12:00,13:00-17:00; Sa 9:00-12:00; Su,PH off')).toEqual({
    mon: [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ],
    tue: [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ],
    wed: [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ],
    thu: [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ],
    fri: [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ],
    sat: [['09:00', '12:00']],
  });
});

it('carries a night over to the next day', () => {
  expect(parseOpeningHours('Sa 18:00-02:00')).toEqual({ sat: [['18:00', '24:00']], sun: [['00:00', '02:00']] });
});

it('takes no hours that run into the next opening', () => {
  expect(parseOpeningHours('Mo 18:00-09:00; Tu 09:00-17:00')).toBe('clash');
  expect(parseOpeningHours('Mo 18:00-09:00; We 09:00-17:00')).toHaveProperty('tue', [['00:00', '09:00']]);
  expect(parseOpeningHours('Mo-Su 06:00-06:00')).toHaveProperty('mon');
});

it('lets later rules replace earlier ones', () => {
  expect(parseOpeningHours('10:00-20:00; Mo off; We 10:00-14:00')).toMatchObject({ wed: [['10:00', '14:00']] });
  expect(parseOpeningHours('10:00-20:00; Mo off')).not.toHaveProperty('mon');
});

it('gives answers of the shared shape only', () => {
  for (const text of ['24/7', '00:00-24:00', 'Fr-Mo 22:00-06:00', 'Mo,We 7:30-9:15']) {
    expect(OpeningHours.safeParse(parseOpeningHours(text)).success).toBe(true);
  }
});

it.each(['sunrise-sunset', 'Mo-Fr', 'by appointment', 'Jan-Mar 10:00-12:00', '25:00-26:00', 'Mo 10:00+', '', 'PH off'])(
  'gives up on %j',
  (text) => expect(parseOpeningHours(text)).toBeNull(),
);
