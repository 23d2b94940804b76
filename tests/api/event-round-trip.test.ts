/** Follows every column of an event through all places where it goes. A column without an entry here fails by its name. */
import { eq, getTableColumns } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { events } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import {
  all,
  aPublishingDesk,
  type Fate,
  feedsHave,
  inside,
  missing,
  type PublishingDesk,
  textField,
  undecided,
} from '#tests/support/column-fates.ts';
import { pageHtml } from '#tests/support/render-html.tsx';
import { answerOf } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
type Event = typeof events.$inferSelect;
const hostId = '01900000-0000-7000-8000-000000000001';
let desk: PublishingDesk;
beforeEach(async () => {
  desk = await aPublishingDesk(database);
  await aBusiness(database.db, { id: hostId, name: 'Markhost' });
});

describe('an event', () => {
  const startsAt = new Date('2030-06-03T23:30:00Z');
  const endsAt = new Date('2030-06-04T01:45:00Z');
  const inFeeds = (mark: string) => ({ ics: mark, xml: mark });
  const fates: Record<keyof Event, Fate> = {
    title: textField('title', { feeds: inFeeds('Marktitle') }),
    description: {
      value: '<p>Markdescription</p>',
      form: { description: '<p>Markdescription</p>' },
      answer: { description: '<p>Markdescription</p>' },
      page: 'Markdescription',
      feeds: inFeeds('Markdescription'),
    },
    location: textField('location', { feeds: inFeeds('Marklocation') }),
    category: {
      value: 'cultural',
      form: { category: 'cultural' },
      answer: { category: 'cultural' },
      page: 'Cultural',
      feeds: inFeeds('cultural'),
    },
    startsAt: {
      value: startsAt,
      form: { startsOn: '2030-06-03', startTime: '18:30' },
      answer: { startDate: startsAt.toISOString() },
      page: '6:30',
      feeds: { ics: 'DTSTART;TZID=America/Chicago:20300603T183000', xml: '6:30' },
    },
    endsAt: {
      value: endsAt,
      form: { endTime: '20:45' },
      answer: { endDate: endsAt.toISOString() },
      page: '8:45',
      feeds: { ics: 'DTEND;TZID=America/Chicago:20300603T204500', xml: '8:45' },
    },
    allDay: { value: false, form: { allDay: false }, answer: { allDay: false } },
    rule: {
      value: 'FREQ=MONTHLY;BYDAY=1MO',
      form: { rule: 'FREQ=MONTHLY;BYDAY=1MO' },
      answer: { recurring: true, repeats: 'Every month on the 1st Monday' },
      page: 'Every month on the 1st Monday',
      feeds: { xml: 'Every month on the 1st Monday' },
    },
    // Dates left out of a series. Lists show them only by leaving the date out.
    skippedDays: { value: ['2030-07-01'], form: { skippedDays: ['2030-07-01'] } },
    // Its times before a change (tests/api/series-past.test.ts).
    formerTimes: inside,
    imageUrl: {
      value: '/media/u/mark.1x1.webp',
      form: { imageUrl: '/media/u/mark.1x1.webp' },
      answer: { imageUrl: '/media/u/mark.1x1.webp' },
      page: '/media/u/mark.1x1.webp',
    },
    imageAlt: textField('imageAlt'),
    url: {
      value: 'https://mark.example.com/event',
      form: { url: 'https://mark.example.com/event' },
      answer: { url: 'https://mark.example.com/event' },
      page: 'https://mark.example.com/event',
      feeds: { ics: 'https://mark.example.com/event' },
    },
    organizer: textField('organizer', { feeds: { ics: 'Markorganizer' } }),
    contact: textField('contact', { feeds: { ics: 'Markcontact' } }),
    isFree: { value: false, form: { isFree: false }, answer: { isFree: false } },
    price: textField('price', { feeds: inFeeds('Markprice') }),
    latitude: { value: 29.5, form: { latitude: 29.5 }, feeds: { ics: 'GEO:29.5;-98.5' } },
    longitude: { value: -98.5, form: { longitude: -98.5 } },
    businessId: { value: hostId, form: { businessId: hostId }, staff: { businessName: 'Markhost' }, page: 'Markhost' },
    slug: {
      value: 'marktitle',
      staff: { slug: 'marktitle' },
      answer: { slug: 'marktitle' },
      page: '/events/marktitle',
    },
    // Calls of their own write these (tests/api/staff-events.test.ts).
    status: { value: 'scheduled', staff: { status: 'scheduled' }, answer: { status: 'scheduled' } },
    statusNote: { value: '', staff: { statusNote: '' }, answer: { note: null } },
    previousStartsAt: { value: null, staff: { previousStartDate: null }, answer: { previousStartDate: null } },
    source: { value: null, staff: { source: null } },
    sourceUid: inside,
    id: inside,
    version: { ...inside, staff: { version: 1 } },
    createdBy: inside,
    createdAt: inside,
    updatedAt: inside,
  };
  const written = Object.entries(fates).filter(([, { form }]) => form);

  it('has no column that nobody has decided on', () => {
    expect(undecided(getTableColumns(events), fates)).toEqual([]);
  });

  it('is stored as the form says, read by staff and visitors, shown, and given to calendars and readers', async () => {
    const form = all(fates, 'form');
    const { id } = await answerOf<{ id: string }>(await desk.staff.post('/api/staff/events', { body: form }));
    const [row] = await database.db.select().from(events).where(eq(events.id, id));
    expect(row).toMatchObject(Object.fromEntries(written.map(([name, { value }]) => [name, value])));
    expect(await answerOf(await desk.staff.get(`/api/staff/events/${id}`))).toMatchObject({
      ...form,
      ...all(fates, 'staff'),
    });
    const [answer] = await answerOf<Record<string, unknown>[]>(await desk.visitor.get('/api/events'));
    expect(answer).toMatchObject(all(fates, 'answer'));
    expect(Object.keys(answer ?? {}).sort()).toEqual(
      ['id', 'eventId', 'alsoOn', 'hasPremiumHost', ...Object.keys(all(fates, 'answer'))].sort(),
    );
    const html = (await pageHtml(desk.app, '/events')) + (await pageHtml(desk.app, '/events/marktitle'));
    expect(
      missing(
        html,
        Object.values(fates).map(({ page }) => page),
      ),
    ).toEqual([]);
    await feedsHave(desk.visitor, fates, { ics: '/feeds/events.ics', xml: '/feeds/events.xml' });
  });

  it.each(written.map(([name]) => name))(
    'keeps %s through an edit of another field, and an edit changes it alone',
    async (name) => {
      const before = await anEvent(database.db, { startsAt: new Date('2030-06-10T14:00:00Z'), title: 'First' });
      const shown = await answerOf<Record<string, unknown>>(await desk.staff.get(`/api/staff/events/${before.id}`));
      const pictured = name === 'imageAlt' ? { imageUrl: '/media/u/mark.1x1.webp' } : {};
      const timed = name === 'skippedDays' ? fates.rule.form : name === 'endsAt' ? fates.startsAt.form : {};
      const placed = name === 'latitude' ? fates.longitude.form : name === 'longitude' ? fates.latitude.form : {};
      const body = { ...shown, ...pictured, ...timed, ...placed, ...fates[name as keyof Event].form };
      await answerOf(await desk.staff.write('PUT', `/api/staff/events/${before.id}`, { body }));
      const [after] = await database.db.select().from(events).where(eq(events.id, before.id));
      expect(after?.[name as keyof Event]).toEqual(fates[name as keyof Event].value);
      const asGiven = ['title', 'description', 'location', 'url', 'organizer', 'contact'] as const;
      for (const other of asGiven)
        if (other !== name) expect({ [other]: after?.[other] }).toEqual({ [other]: before[other] });
    },
  );
});
