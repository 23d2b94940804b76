import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { EventOccurrence } from '#features/events/contract.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
/** Seven in the evening of July 4 in Chicago. */
const now = new Date('2026-07-05T00:00:00Z');
let visitor: TestBrowser;
beforeEach(() => {
  visitor = new TestBrowser(createApi(testServices(database, { now: () => now })));
});

const read = async (path: string) => {
  const response = await visitor.get(path);
  expect(response.status).toBe(200);
  return { response, titles: ((await response.json()) as EventOccurrence[]).map((event) => event.title) };
};

const once = (title: string, startsAt: string, endsAt: string | null = null, more = {}) =>
  anEvent(database.db, { title, startsAt: new Date(startsAt), endsAt: endsAt ? new Date(endsAt) : null, ...more }, [
    { startsAt: new Date(startsAt), endsAt: endsAt ? new Date(endsAt) : null },
  ]);

it('lists what has not ended, soonest first', async () => {
  await once('over', '2026-07-04T20:00:00Z', '2026-07-05T00:00:00Z');
  await once('tomorrow', '2026-07-05T15:00:00Z');
  await once('running', '2026-07-04T23:00:00Z', '2026-07-05T02:00:00Z');
  await once('running without end', '2026-07-04T21:30:00Z');
  await once('over without end', '2026-07-04T20:59:00Z');
  await once('whole day', '2026-07-04T05:00:00Z', null, { allDay: true });
  const { titles, response } = await read('/api/events');
  expect(titles).toEqual(['whole day', 'running without end', 'running', 'tomorrow']);
  expect(response.headers.get('x-total-count')).toBe('4');
  expect(response.headers.get('link')).toBeNull();
});

it('answers with the fields of the contract, the description cleaned', async () => {
  const event = await once('Band night', '2026-07-05T01:00:00Z', '2026-07-05T03:00:00Z', {
    description: '<p onclick="x()">Bring a chair<script>steal()</script></p>',
    category: 'cultural',
    status: 'postponed',
    imageUrl: '/media/city/band.1200x800.webp',
  });
  const [answer] = (await (await visitor.get('/api/events')).json()) as EventOccurrence[];
  expect(answer).toEqual({
    id: expect.any(String) as string,
    eventId: event.id,
    title: 'Band night',
    startDate: '2026-07-05T01:00:00.000Z',
    endDate: '2026-07-05T03:00:00.000Z',
    allDay: false,
    location: 'The square',
    description: '<p>Bring a chair</p>',
    category: 'cultural',
    status: 'postponed',
    recurring: false,
    repeats: null,
    imageUrl: '/media/city/band.1200x800.webp',
    imageAlt: null,
    url: null,
    organizer: null,
    contact: null,
    note: null,
    previousStartDate: null,
  });
});

it('goes on from the Link header until everything was listed once', async () => {
  for (let n = 0; n < 5; n++) await once(`same time ${n}`, '2026-07-06T00:00:00Z');
  await once('last', '2026-07-07T00:00:00Z');
  const seen: string[] = [];
  let path: string | undefined = '/api/events?limit=2';
  while (path) {
    const { titles, response } = await read(path);
    expect(response.headers.get('x-total-count')).toBe('6');
    seen.push(...titles);
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
  }
  expect(seen).toHaveLength(6);
  expect(new Set(seen).size).toBe(6);
  expect(seen.at(-1)).toBe('last');
});

it('lists the next time of a series only, and says how it repeats', async () => {
  const days = ['2026-07-03', '2026-07-10', '2026-07-17', '2026-07-24'];
  const times = days.map((day) => ({ startsAt: new Date(`${day}T15:00:00Z`) }));
  const series = { title: 'market', startsAt: new Date('2026-07-03T15:00:00Z'), rule: 'FREQ=WEEKLY;BYDAY=FR' };
  await anEvent(database.db, series, times);
  await once('fair', '2026-07-12T15:00:00Z');
  const { titles, response } = await read('/api/events');
  expect(titles).toEqual(['market', 'fair']);
  expect(response.headers.get('x-total-count')).toBe('2');
  const [market] = (await (await visitor.get('/api/events')).json()) as EventOccurrence[];
  expect(market).toMatchObject({
    startDate: '2026-07-10T15:00:00.000Z',
    recurring: true,
    repeats: 'Every week on Friday',
  });
  expect((await read('/api/events?month=2026-07')).titles).toEqual(['market', 'market', 'fair', 'market', 'market']);
});

it('lists a called-off time of a series beside the one after it', async () => {
  await anEvent(database.db, { title: 'market', startsAt: new Date('2026-07-10T15:00:00Z'), rule: 'FREQ=WEEKLY' }, [
    { startsAt: new Date('2026-07-10T15:00:00Z'), status: 'cancelled' },
    { startsAt: new Date('2026-07-17T15:00:00Z') },
    { startsAt: new Date('2026-07-24T15:00:00Z') },
  ]);
  const list = (await (await visitor.get('/api/events')).json()) as EventOccurrence[];
  expect(list.map((event) => [event.startDate.slice(0, 10), event.status])).toEqual([
    ['2026-07-10', 'cancelled'],
    ['2026-07-17', 'scheduled'],
  ]);
});

it("lists a month of the city's calendar, past days included", async () => {
  await once('last minute of June', '2026-07-01T04:59:00Z');
  await once('first of July', '2026-07-01T05:00:00Z', '2026-07-01T06:00:00Z');
  await once('fair into July', '2026-06-29T15:00:00Z', '2026-07-02T15:00:00Z');
  await once('ends as July begins', '2026-06-30T22:00:00Z', '2026-07-01T05:00:00Z');
  await once('last minute of July', '2026-08-01T04:59:00Z');
  await once('first of August', '2026-08-01T05:00:00Z');
  const { titles } = await read('/api/events?month=2026-07');
  expect(titles).toEqual(['fair into July', 'first of July', 'last minute of July']);
});

it('refuses what is no month, limit or cursor', async () => {
  for (const query of ['month=2026-13', 'month=July', 'limit=0', 'limit=101', 'limit=x', 'cursor=x', 'cursor=1_2']) {
    expect(await problemOf(await visitor.get(`/api/events?${query}`)), query).toMatchObject({
      status: 400,
      code: 'bad_request',
    });
  }
});

it('gives the calendar the next five that take place', async () => {
  for (let n = 1; n <= 7; n++) await once(`day ${n}`, `2026-07-1${n}T15:00:00Z`);
  await once('cancelled', '2026-07-10T15:00:00Z', null, { status: 'cancelled' });
  expect((await read('/api/events/upcoming')).titles).toEqual(['day 1', 'day 2', 'day 3', 'day 4', 'day 5']);
  expect((await read('/api/events/upcoming?limit=2')).titles).toEqual(['day 1', 'day 2']);
  expect((await visitor.get('/api/events/upcoming?limit=0')).status).toBe(400);
});

it('still lists a cancelled event, and says so', async () => {
  await once('picnic', '2026-07-10T15:00:00Z', null, { status: 'cancelled' });
  const [event] = (await (await visitor.get('/api/events')).json()) as EventOccurrence[];
  expect(event?.status).toBe('cancelled');
});
