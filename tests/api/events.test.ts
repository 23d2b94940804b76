import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import type { EventOccurrence, ListedEvent } from '#features/events/contract.ts';
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
    slug: event.slug,
    title: 'Band night',
    startDate: '2026-07-05T01:00:00.000Z',
    endDate: '2026-07-05T03:00:00.000Z',
    allDay: false,
    location: 'The square',
    description: '<p>Bring a chair</p>',
    category: 'cultural',
    status: 'postponed',
    isFree: false,
    price: null,
    recurring: false,
    repeats: null,
    imageUrl: '/media/city/band.1200x800.webp',
    imageAlt: null,
    url: null,
    organizer: null,
    contact: null,
    hasPremiumHost: false,
    note: null,
    previousStartDate: null,
    alsoOn: [],
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

/** A series with its times, at 10 in the morning in Chicago. */
const aSeries = (title: string, rule: string, days: string[], off: string[] = []) =>
  anEvent(
    database.db,
    { title, startsAt: new Date(`${days[0]}T15:00:00Z`), rule },
    days.map((day) => ({
      startsAt: new Date(`${day}T15:00:00Z`),
      status: off.includes(day) ? ('cancelled' as const) : ('scheduled' as const),
    })),
  );
const list = async (query = '') => (await (await visitor.get(`/api/events${query}`)).json()) as ListedEvent[];
const daysOf = (events: ListedEvent[], title: string) =>
  events.filter((event) => event.title === title).map((event) => event.startDate.slice(5, 10));

it('lists a series once per week, from Monday to Sunday, with the other days of the week', async () => {
  // Saturday, July 4 is today.
  const days = Array.from({ length: 30 }, (_, n) => new Date(Date.UTC(2026, 6, 1 + n)).toISOString().slice(0, 10));
  await aSeries('story hour', 'FREQ=DAILY', days);
  await aSeries('market', 'FREQ=WEEKLY;BYDAY=TU,SA', ['2026-07-07', '2026-07-11', '2026-07-14', '2026-07-18']);
  await once('fair', '2026-07-12T15:00:00Z');
  const events = await list();
  expect(daysOf(events, 'story hour')).toEqual(['07-05', '07-06', '07-13', '07-20', '07-27']);
  expect(daysOf(events, 'market')).toEqual(['07-07', '07-14']);
  expect(events.find(({ title }) => title === 'market')).toMatchObject({
    recurring: true,
    repeats: 'Every week on Tuesday and Saturday',
    alsoOn: [{ startDate: '2026-07-11T15:00:00.000Z', status: 'scheduled' }],
  });
  expect(events.filter(({ title }) => title === 'story hour')[1]?.alsoOn).toHaveLength(6);
  const { response } = await read('/api/events?limit=2');
  expect(response.headers.get('x-total-count')).toBe(String(events.length));
  expect(events.map(({ startDate }) => startDate)).toEqual(events.map(({ startDate }) => startDate).toSorted());
});

it('goes on through weeks of series without a time left out or listed twice', async () => {
  const weeks = ['2026-07-06', '2026-07-13', '2026-07-20', '2026-07-27'];
  for (const name of ['a', 'b', 'c']) await aSeries(name, 'FREQ=WEEKLY', weeks);
  const seen: string[] = [];
  let path: string | undefined = '/api/events?limit=5';
  while (path) {
    const response = await visitor.get(path);
    seen.push(...((await response.json()) as ListedEvent[]).map(({ id }) => id));
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
  }
  expect([seen.length, new Set(seen).size]).toEqual([12, 12]);
});

it('lists a series for eight weeks; one that begins later with its next time alone', async () => {
  const weekly = (from: Date) =>
    Array.from({ length: 20 }, (_, n) => new Date(from.getTime() + n * 7 * 86_400_000).toISOString().slice(0, 10));
  await aSeries('now', 'FREQ=WEEKLY', weekly(new Date('2026-07-06')));
  await aSeries('in autumn', 'FREQ=WEEKLY', weekly(new Date('2026-10-05')));
  await once('next summer', '2027-06-12T15:00:00Z');
  const events = await list();
  expect(daysOf(events, 'now').at(-1)).toBe('08-24');
  expect(daysOf(events, 'in autumn')).toEqual(['10-05']);
  expect(events.at(-1)?.title).toBe('next summer');
});

it('with series=once a series stands at its next time, after the canceled ones before it', async () => {
  const days = ['2026-07-06', '2026-07-13', '2026-07-20', '2026-07-27'];
  await aSeries('market', 'FREQ=WEEKLY', days, ['2026-07-06', '2026-07-27']);
  await aSeries('class', 'FREQ=WEEKLY', days);
  await once('picnic', '2026-07-08T16:00:00Z');
  const asked = await visitor.get('/api/events?series=once');
  const events = (await asked.json()) as ListedEvent[];
  expect(daysOf(events, 'market')).toEqual(['07-06', '07-13']);
  expect(daysOf(events, 'class')).toEqual(['07-06']);
  expect(daysOf(events, 'picnic')).toEqual(['07-08']);
  expect(asked.headers.get('x-total-count')).toBe('4');
  const page = await visitor.get('/api/events?series=once&limit=1');
  expect(page.headers.get('link')).toContain('series=once');
  expect((await visitor.get('/api/events?series=twice')).status).toBe(400);
});

it('lists today and the coming seven days', async () => {
  visitor = new TestBrowser(createApi(testServices(database, { now: () => new Date('2026-07-01T15:00:00Z') })));
  await once('over', '2026-07-01T12:00:00Z', '2026-07-01T13:00:00Z');
  await once('tonight', '2026-07-02T01:00:00Z');
  await once('tomorrow', '2026-07-02T15:00:00Z');
  await once('Tuesday', '2026-07-08T03:00:00Z');
  await once('in a week', '2026-07-08T15:00:00Z');
  const titles = async (when: string) => (await read(`/api/events?when=${when}`)).titles;
  expect(await titles('today')).toEqual(['tonight']);
  expect(await titles('week')).toEqual(['tonight', 'tomorrow', 'Tuesday']);
});

it('a called-off time stands for its week only when nothing else of the series does', async () => {
  const days = ['2026-07-07', '2026-07-11', '2026-07-14', '2026-07-18', '2026-07-21'];
  await aSeries('market', 'FREQ=WEEKLY;BYDAY=TU,SA', days, ['2026-07-07', '2026-07-21']);
  const events = await list();
  expect(events.map(({ startDate, status }) => [startDate.slice(0, 10), status])).toEqual([
    ['2026-07-11', 'scheduled'],
    ['2026-07-14', 'scheduled'],
    ['2026-07-21', 'cancelled'],
  ]);
  expect(events[0]?.alsoOn).toEqual([{ startDate: '2026-07-07T15:00:00.000Z', status: 'cancelled' }]);
});

it('lists this weekend, from Friday evening to Sunday; a day; a kind; what is free', async () => {
  // Saturday evening of the Fourth.
  await once('picnic', '2026-07-05T16:00:00Z', null, { isFree: true, category: 'cultural' });
  await once('Monday', '2026-07-06T05:30:00Z', null, { category: 'cultural' });
  await once('over', '2026-07-04T15:00:00Z', '2026-07-04T16:00:00Z');
  await once('camp', '2026-07-01T15:00:00Z', '2026-07-10T15:00:00Z', { isFree: true });
  const titles = async (query: string) => (await read(`/api/events?${query}`)).titles;
  expect(await titles('when=weekend')).toEqual(['camp', 'picnic']);
  expect(await titles('day=2026-07-04')).toEqual(['camp', 'over']);
  expect(await titles('day=2026-07-06')).toEqual(['camp', 'Monday']);
  expect(await titles('category=cultural')).toEqual(['picnic', 'Monday']);
  expect(await titles('free=true')).toEqual(['camp', 'picnic']);
  expect(await titles('free=true&category=cultural&month=2026-07')).toEqual(['picnic']);
});

it('the evening before a weekend belongs to it', async () => {
  visitor = new TestBrowser(createApi(testServices(database, { now: () => new Date('2026-07-01T15:00:00Z') })));
  await once('Friday noon', '2026-07-03T17:00:00Z', '2026-07-03T18:00:00Z');
  await once('Friday evening', '2026-07-03T22:00:00Z');
  await once('Sunday night', '2026-07-06T03:00:00Z');
  expect((await read('/api/events?when=weekend')).titles).toEqual(['Friday evening', 'Sunday night']);
});

it('gives the calendar the days of a month with their titles', async () => {
  await once('dance', '2026-07-05T02:00:00Z', '2026-07-05T06:30:00Z');
  await once('fair', '2026-06-30T15:00:00Z', '2026-07-02T15:00:00Z');
  await once('off', '2026-07-09T15:00:00Z', null, { status: 'cancelled' });
  await aSeries('market', 'FREQ=WEEKLY', ['2026-07-02', '2026-07-09', '2026-08-06']);
  const expected = [
    { day: '2026-07-01', titles: ['fair'] },
    { day: '2026-07-02', titles: ['fair', 'market'] },
    { day: '2026-07-04', titles: ['dance'] },
    { day: '2026-07-09', titles: ['market'] },
  ];
  expect(await (await visitor.get('/api/events/days?month=2026-07')).json()).toEqual(expected);
  expect(await (await visitor.get('/api/events/days')).json()).toEqual(expected);
  expect((await visitor.get('/api/events/days?month=2026-13')).status).toBe(400);
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
  for (const query of [
    'month=2026-13',
    'month=July',
    'day=2026-02-30',
    'when=ever',
    'category=party',
    'limit=0',
    'limit=101',
    'limit=x',
    'cursor=x',
    'cursor=1_2',
  ]) {
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
