import { expect, it } from 'vitest';
import { calendarFile } from './calendar-file.ts';
import { readCalendarFile } from './read-calendar-file.ts';

const timeZone = 'America/Chicago';
const read = (...lines: string[]) =>
  readCalendarFile(`BEGIN:VCALENDAR\n${lines.join('\n')}\nEND:VCALENDAR`, timeZone, 'community');
const one = (...lines: string[]) => {
  const [event] = read('BEGIN:VEVENT', 'UID:1', 'SUMMARY:Market', ...lines, 'END:VEVENT');
  if (event === undefined) throw new Error('no event');
  return event;
};

it.each([
  ['DTSTART:20260704T190000', '2026-07-05T00:00:00.000Z'],
  ['DTSTART:20260704T190000Z', '2026-07-04T19:00:00.000Z'],
  ['DTSTART;TZID=America/Denver:20260704T190000', '2026-07-05T01:00:00.000Z'],
  ['DTSTART;TZID=/mozilla.org/20050126_1/America/Denver:20260704T190000', '2026-07-05T01:00:00.000Z'],
  ['DTSTART;VALUE=DATE:20260704', '2026-07-04T05:00:00.000Z'],
  ['DTSTART;TZID=Nowhere:20260704T190000', '2026-07-05T00:00:00.000Z'],
])('puts %s on the city’s clock', (start, instant) => {
  const { values, notes } = one(start);
  expect(values?.startsAt.toISOString()).toBe(instant);
  expect(notes.join()).toMatch(start.includes('Nowhere') ? /not known/ : /^$/);
});

it('follows the zone that a file describes itself', () => {
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Mine',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0200',
    'END:STANDARD',
    'END:VTIMEZONE',
  ];
  const [event] = read(...zone, 'BEGIN:VEVENT', 'SUMMARY:Market', 'DTSTART;TZID=Mine:20260704T190000', 'END:VEVENT');
  expect(event?.startsAt?.toISOString()).toBe('2026-07-04T17:00:00.000Z');
});

it('reads ends, whole days, words and where to read on', () => {
  const { values } = one(
    'DTSTART;VALUE=DATE:20260704',
    'DTEND;VALUE=DATE:20260706',
    'DESCRIPTION:Bring a <chair>\\, and\\nwater.\\n\\nAll day.',
    'LOCATION:City Hall\\, 120 W El Prado',
    'CATEGORIES:Fun,Government',
    'URL:https://market.example/x',
    'ORGANIZER;CN="The guild":mailto:x@example.org',
  );
  expect(values).toMatchObject({
    allDay: true,
    endsAt: new Date('2026-07-06T05:00:00Z'),
    description: '<p>Bring a &lt;chair&gt;, and<br />water.</p><p>All day.</p>',
    location: 'City Hall, 120 W El Prado',
    category: 'government',
    url: 'https://market.example/x',
    organizer: 'The guild',
  });
  expect(one('DTSTART;VALUE=DATE:20260704', 'DTEND;VALUE=DATE:20260705').values?.endsAt).toBeNull();
  expect(one('DTSTART:20260704T190000', 'DURATION:PT1H30M').values?.endsAt?.toISOString()).toBe(
    '2026-07-05T01:30:00.000Z',
  );
  expect(one('DTSTART:20260704T190000', 'URL:javascript:alert(1)').values?.url).toBeNull();
});

it('keeps rules, days left out and single times that differ', () => {
  const series = [
    'DTSTART;TZID=America/Chicago:20260702T190000',
    'RRULE:FREQ=WEEKLY;WKST=MO;UNTIL=20260911T000000Z;BYDAY=TH',
  ];
  const [event] = read(
    ...[
      'BEGIN:VEVENT',
      'UID:1',
      'SUMMARY:Choir',
      ...series,
      'EXDATE;TZID=America/Chicago:20260709T190000',
      'END:VEVENT',
    ],
    ...['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Choir outside', 'RECURRENCE-ID;TZID=America/Chicago:20260716T190000'],
    ...['DTSTART;TZID=America/Chicago:20260717T180000', 'LOCATION:Park', 'END:VEVENT'],
  );
  expect(event?.values).toMatchObject({
    rule: 'FREQ=WEEKLY;BYDAY=TH;UNTIL=20260910T190000Z',
    skippedDays: ['2026-07-09'],
  });
  expect(event?.changes).toMatchObject([
    { day: '2026-07-16', startsAt: new Date('2026-07-17T23:00:00Z'), title: 'Choir outside', location: 'Park' },
  ]);
});

it.each([
  [['DTSTART:20260704T190000', 'RRULE:FREQ=HOURLY'], /does not know/],
  [['DTSTART:20260704T190000', 'RRULE:FREQ=WEEKLY;BYHOUR=8,9'], /does not know/],
  [['DTSTART:20260704T190000', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'], /never takes place/],
  // A Saturday in UTC that is a Friday in the city.
  [['DTSTART:20260704T020000Z', 'RRULE:FREQ=WEEKLY;BYDAY=SA'], /clock of UTC/],
  [['SUMMARY:No start'], /no start/],
  [['DTSTART:20260704T190000', 'RRULE:FREQ=WEEKLY;COUNT=2', 'RRULE:FREQ=DAILY;COUNT=2'], /several rules/],
])('refuses %j and says why', (lines, reason) => {
  const { values, notes } = one(...lines);
  expect(values).toBeNull();
  expect(notes.join()).toMatch(reason);
});

it('takes dates besides the rule as events by themselves, each once', () => {
  const found = read(
    ...['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Market', 'DTSTART:20260704T190000', 'DTEND:20260704T210000'],
    ...['RRULE:FREQ=WEEKLY', 'EXDATE:20260905T190000', 'RDATE:20260704T190000,20260711T190000,20260905T190000'],
    ...['RDATE;TZID=America/Denver:20260810T170000', 'RDATE;VALUE=PERIOD:20261225T150000/PT1H', 'END:VEVENT'],
  );
  expect(found.map(({ uid, values }) => [uid, values?.startsAt.toISOString(), values?.endsAt?.toISOString()])).toEqual([
    ['1', '2026-07-05T00:00:00.000Z', '2026-07-05T02:00:00.000Z'],
    ['1#2026-08-10', '2026-08-10T23:00:00.000Z', '2026-08-11T01:00:00.000Z'],
    ['1#2026-12-25', '2026-12-25T21:00:00.000Z', '2026-12-25T23:00:00.000Z'],
  ]);
  expect(found.map(({ values }) => values?.rule)).toEqual(['FREQ=WEEKLY', null, null]);
  expect(found[1]?.notes[0]).toMatch(/besides its usual ones/);
  const dates = ['BEGIN:VEVENT', 'UID:2', 'SUMMARY:Fair', 'DTSTART;VALUE=DATE:20260704', 'RDATE;VALUE=DATE:20260801'];
  expect(read(...dates, 'END:VEVENT').map(({ values }) => values?.allDay)).toEqual([true, true]);
});

it('says what is lost', () => {
  expect(one('DTSTART:20260704T150000Z', 'RRULE:FREQ=WEEKLY').notes[0]).toMatch(/clock of UTC/);
});

it('reads what it writes', () => {
  const entry = {
    ...{
      id: '01890000-0000-7000-8000-000000000001',
      title: 'Concert; with, commas',
      description: '<p>Bring a chair.</p>',
    },
    ...{ location: 'City Hall', category: 'community', startsAt: new Date('2026-07-05T00:00:00Z'), endsAt: null },
    ...{
      allDay: false,
      status: 'cancelled' as const,
      note: null,
      url: null,
      organizer: null,
      contact: null,
      slug: 'concert',
      isFree: false,
      price: '$5, children free',
      latitude: 29.4776,
      longitude: -98.4868,
      version: 1,
    },
    updatedAt: new Date('2026-06-01T12:00:00Z'),
  };
  const [again] = readCalendarFile(
    calendarFile([entry], { name: 'Town', timeZone, siteUrl: 'https://town.example' }),
    timeZone,
    'business',
  );
  expect(again?.values).toMatchObject({
    title: 'Concert; with, commas (cancelled)',
    status: 'cancelled',
    category: 'community',
    isFree: false,
    price: '$5, children free',
    latitude: 29.4776,
    longitude: -98.4868,
  });
  expect(again?.startsAt).toEqual(entry.startsAt);
});

it.each([
  ['X-COST-TYPE:free', { isFree: true, price: null }],
  ['X-COST:Free', { isFree: true, price: null }],
  ['X-COST:$10 at the door', { isFree: false, price: '$10 at the door' }],
  ['GEO:0;0', { isFree: false, price: null, latitude: null, longitude: null }],
  ['GEO:91;200', { latitude: null, longitude: null }],
  ['GEO:29.4776;-98.4868', { latitude: 29.4776, longitude: -98.4868 }],
])('reads price and position: %s', (line, values) => {
  const file = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20260705T000000Z\nSUMMARY:Fair\n${line}\nEND:VEVENT\nEND:VCALENDAR`;
  expect(readCalendarFile(file, timeZone, 'community')[0]?.values).toMatchObject(values);
});

it('takes nothing that is no calendar', () => {
  expect(() => readCalendarFile('hello', timeZone, 'community')).toThrow(/not a calendar/);
  expect(() => readCalendarFile('BEGIN:VCALENDAR\nBEGIN:VEVENT', timeZone, 'community')).toThrow(/not a calendar/);
});
