import { expect, test } from 'vitest';
import { missingFields, town } from '#tests/support/structured-data.ts';
import type { EventDetail, EventTime } from '../page-contract.ts';
import { eventNode } from './event-json-ld.tsx';

const event: EventDetail = {
  id: '01890000-0000-7000-8000-000000000003',
  slug: 'concert-on-the-lawn',
  title: 'Concert on the lawn',
  startDate: '2026-07-05T00:00:00.000Z',
  endDate: '2026-07-05T02:00:00.000Z',
  allDay: false,
  location: 'City Hall, 120 W El Prado Dr, Oak Bend, TX 78299',
  description: '<p>Bring a <b>chair</b> &amp; friends.</p>',
  summary: 'Bring a chair & friends.',
  category: 'community',
  status: 'scheduled',
  isFree: true,
  price: null,
  latitude: 29.4776,
  longitude: -98.4868,
  business: null,
  host: null,
  hasPremiumHost: false,
  recurring: false,
  repeats: null,
  imageUrl: '/media/city/lawn.1600x900.webp',
  imageAlt: null,
  url: null,
  organizer: null,
  contact: null,
  note: null,
  previousStartDate: null,
  isOver: false,
  times: [],
};

/** Google Search Central, "Event (Event) structured data". */
const required = ['name', 'startDate', 'location.name', 'location.address.addressLocality'];
const recommended = ['description', 'endDate', 'eventStatus', 'image', 'location.address.streetAddress'];

test("Google's required and recommended fields are there", () => {
  expect(missingFields(eventNode(event, town), [...required, ...recommended])).toEqual([]);
  expect(missingFields(eventNode({ ...event, location: '', endDate: null, imageUrl: null }, town), required)).toEqual(
    [],
  );
});

test("times carry the town's distance from UTC, in summer and in winter", () => {
  expect(eventNode(event, town).startDate).toBe('2026-07-04T19:00:00-05:00');
  expect(eventNode({ ...event, startDate: '2026-12-06T01:30:00Z' }, town).startDate).toBe('2026-12-05T19:30:00-06:00');
  expect(eventNode({ ...event, allDay: true, startDate: '2026-07-04T05:00:00Z' }, town).startDate).toBe('2026-07-04');
});

test.each([
  ['scheduled', 'https://schema.org/EventScheduled'],
  ['cancelled', 'https://schema.org/EventCancelled'],
  ['postponed', 'https://schema.org/EventPostponed'],
] as const)('%s is told', (status, url) => {
  expect(eventNode({ ...event, status }, town).eventStatus).toBe(url);
});

test('a new date names the former one; whole days end on their last; who asks people in is named', () => {
  const node = eventNode({ ...event, previousStartDate: '2026-06-28T00:00:00Z', organizer: 'The band' }, town);
  expect(node).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    previousStartDate: '2026-06-27T19:00:00-05:00',
    organizer: { name: 'The band' },
  });
  const fair = { ...event, allDay: true, startDate: '2026-07-04T05:00:00Z', endDate: '2026-07-06T05:00:00Z' };
  expect(eventNode(fair, town)).toMatchObject({ startDate: '2026-07-04', endDate: '2026-07-05' });
});

test('the description is words, the place has its name and its street', () => {
  const node = eventNode(event, town);
  expect(node.description).toBe('Bring a chair & friends.');
  expect(node.location).toMatchObject({
    name: 'City Hall',
    address: { streetAddress: '120 W El Prado Dr', postalCode: '78299' },
  });
  expect(eventNode({ ...event, location: '120 W El Prado Dr' }, town).location).toMatchObject({
    name: '120 W El Prado Dr',
    address: { streetAddress: '120 W El Prado Dr' },
  });
});

test('it names its page, its position and that it is free; without a picture, the sharing picture', () => {
  expect(eventNode(event, town)).toMatchObject({
    url: `${town.siteUrl}/events/concert-on-the-lawn`,
    isAccessibleForFree: true,
    location: { geo: { '@type': 'GeoCoordinates', latitude: 29.4776 } },
  });
  expect(eventNode({ ...event, imageUrl: null, isFree: false }, town)).toMatchObject({
    image: [`${town.siteUrl}/og/event/concert-on-the-lawn.png`],
  });
  expect(eventNode({ ...event, isFree: false }, town).isAccessibleForFree).toBeUndefined();
});

test('a series is its next time, with the ones after it below', () => {
  const time = (startDate: string, more: Partial<EventTime> = {}): EventTime => ({
    ...{ id: startDate, startDate, endDate: null, status: 'scheduled', title: null },
    ...{ location: null, note: null, previousStartDate: null, ...more },
  });
  const [off, next, later] = [
    time('2026-07-05T00:00:00.000Z', { status: 'cancelled' }),
    time('2026-07-12T00:00:00.000Z'),
    time('2026-07-19T00:00:00.000Z', { location: 'The hall' }),
  ];
  const series = { ...event, recurring: true, startDate: next.startDate, endDate: null, times: [off, next, later] };
  expect(eventNode(series, town)).toMatchObject({
    startDate: '2026-07-11T19:00:00-05:00',
    eventStatus: 'https://schema.org/EventScheduled',
    subEvent: [
      { startDate: '2026-07-04T19:00:00-05:00', eventStatus: 'https://schema.org/EventCancelled' },
      { startDate: '2026-07-18T19:00:00-05:00', location: { name: 'The hall' } },
    ],
  });
});
