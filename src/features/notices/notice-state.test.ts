import { expect, it } from 'vitest';
import { compareNotices, nextChange, noticeState } from './notice-state.ts';
import { NoticeForm } from './staff-contract.ts';

const at = (time: string) => new Date(`2026-07-04T${time}Z`);
const noon = at('12:00:00');

it.each([
  [{ startsAt: at('12:00:00'), endsAt: null, takenDownAt: null }, 'up'],
  [{ startsAt: at('12:00:01'), endsAt: null, takenDownAt: null }, 'planned'],
  [{ startsAt: at('11:00:00'), endsAt: at('12:00:01'), takenDownAt: null }, 'up'],
  [{ startsAt: at('11:00:00'), endsAt: at('12:00:00'), takenDownAt: null }, 'ended'],
  [{ startsAt: at('11:00:00'), endsAt: null, takenDownAt: at('11:30:00') }, 'taken down'],
  [{ startsAt: at('13:00:00'), endsAt: null, takenDownAt: at('11:30:00') }, 'taken down'],
])('at noon, %j is %s', (times, state) => expect(noticeState(times, noon)).toBe(state));

it('puts the most severe first, then the one that began last', () => {
  const list = [
    { name: 'old warning', severity: 'warning', startsAt: at('08:00:00') },
    { name: 'info', severity: 'info', startsAt: at('11:00:00') },
    { name: 'emergency', severity: 'emergency', startsAt: at('07:00:00') },
    { name: 'new warning', severity: 'warning', startsAt: at('09:00:00') },
  ] as const;
  expect(list.toSorted(compareNotices).map(({ name }) => name)).toEqual([
    'emergency',
    'new warning',
    'old warning',
    'info',
  ]);
});

it('knows the next instant at which the clock changes what is up', () => {
  const planned = { startsAt: at('15:00:00'), endsAt: at('16:00:00'), takenDownAt: null };
  const up = { startsAt: at('09:00:00'), endsAt: at('14:00:00'), takenDownAt: null };
  expect(nextChange([planned, up], noon)).toEqual(at('14:00:00'));
  expect(nextChange([planned], noon)).toEqual(at('15:00:00'));
  expect(nextChange([{ ...up, endsAt: null }], noon)).toBeNull();
  expect(nextChange([], noon)).toBeNull();
});

const form = { severity: 'info', text: 'No trash pick-up on Friday.' };

it.each([
  [{}, []],
  [{ url: '/news' }, []],
  [{ url: 'https://water.example.com/?a=1', label: 'Where it is boiled' }, []],
  [{ url: '//evil.example.com' }, ['url']],
  [{ url: '/\\evil.example.com' }, ['url']],
  [{ url: 'javascript:alert(1)' }, ['url']],
  [{ text: ' ' }, ['text']],
  [{ text: 'a'.repeat(241) }, ['text']],
  [{ severity: 'panic' }, ['severity']],
  [{ startsAt: 'tomorrow' }, ['startsAt']],
  [{ startsAt: '2026-07-04T10:00:00Z', endsAt: '2026-07-04T10:00:00Z' }, ['endsAt']],
])('a form with %j is refused for %j', (changed, fields) => {
  const { error } = NoticeForm.safeParse({ ...form, ...changed });
  expect(error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual(fields);
});
