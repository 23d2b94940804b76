import { expect, it } from 'vitest';
import { noticeSentences } from './notice-sentences.ts';

type Told = Parameters<typeof noticeSentences>[0];
const times = [
  { startDate: '2026-12-10T18:00:00.000Z', status: 'cancelled', previousStartDate: null, note: '' },
  {
    startDate: '2026-12-17T18:00:00.000Z',
    status: 'scheduled',
    previousStartDate: '2026-12-16T18:00:00.000Z',
    note: 'In the hall.',
  },
] as unknown as Told['times'];
const event: Told = {
  ...{ isOver: false, status: 'scheduled', note: null, recurring: true, times, allDay: false },
  ...{ startDate: '2026-12-17T18:00:00.000Z', previousStartDate: null },
};
const said = (more: Partial<Told>) => noticeSentences({ ...event, ...more }, 'America/Chicago', '2026');

it('says first that an event is off, then that it was moved', () => {
  const moved = expect.stringMatching(/^New date\. It was to be on .*December 16/);
  expect(said({ status: 'cancelled', note: 'The hall is closed.' })).toEqual([
    'This event is canceled.',
    moved,
    'The hall is closed.',
  ]);
  expect(said({ status: 'postponed' })[0]).toBe('This event is postponed.');
  expect(said({})).toEqual([moved, expect.stringMatching(/^It does not take place on .*December 10/), 'In the hall.']);
  expect(said({ recurring: false, times: [] })).toEqual([]);
});
