/** The events of a listing: on its page while it is approved, marked while it is premium, and after a merge. */
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import type { Business } from '#features/businesses/contract.ts';
import type { EventDetail } from '#features/events/page-contract.ts';
import type { StaffEvent } from '#features/events/staff-contract.ts';
import type { BusinessEvents } from '#features/events/staff-suggestion-contract.ts';
import { businesses, eventOccurrences, eventSuggestions, events } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aPublishingDesk, type PublishingDesk } from '#tests/support/column-fates.ts';
import { pageHtml } from '#tests/support/render-html.tsx';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let desk: PublishingDesk;
beforeEach(async () => {
  desk = await aPublishingDesk(database);
});

const form = {
  ...{ title: 'Story hour', category: 'cultural', location: 'The back room' },
  ...{ startsOn: '2030-05-04', startTime: '10:00', endTime: '11:00' },
};
const put = (businessId: string | null, given: object = {}) =>
  desk.staff.post('/api/staff/events', { body: { ...form, businessId, ...given } });
const eventsOf = async (slug: string) =>
  (await answerOf<Business>(await desk.visitor.get(`/api/businesses/${slug}`))).events.map(({ title }) => title);
const hostOf = async (slug = 'story-hour') =>
  (await answerOf<EventDetail>(await desk.visitor.get(`/api/events/${slug}`))).host;
const isMarked = async () =>
  (await answerOf<{ hasPremiumHost: boolean }[]>(await desk.visitor.get('/api/events')))[0]?.hasPremiumHost;

it('stand on its page, each once, soonest first, and name it; hidden or deleted, it is named no more', async () => {
  const { id } = await aBusiness(database.db, { slug: 'kite', name: 'Kite Books', imageUrl: '/favicon.svg' });
  await answerOf(await put(id, { title: 'Book club', startsOn: '2030-05-10', rule: 'FREQ=WEEKLY;BYDAY=FR' }));
  await answerOf(await put(id));
  await answerOf(await put(id, { title: 'Over', startsOn: '2030-04-01' }));
  await answerOf(await put(null, { title: 'Another' }));
  expect(await eventsOf('kite')).toEqual(['Story hour', 'Book club']);
  expect(await pageHtml(desk.app, '/business/kite')).toContain('/events/story-hour');
  expect(await pageHtml(desk.app, '/events/story-hour')).toContain('/business/kite');
  expect(await hostOf()).toEqual({ slug: 'kite', name: 'Kite Books' });
  await database.db.update(businesses).set({ status: 'hidden' });
  expect(await hostOf()).toBeNull();
  await database.db.delete(businesses).where(eq(businesses.id, id));
  expect(await database.db.select().from(events)).toHaveLength(4);
  expect(await hostOf()).toBeNull();
});

it('are marked while it is premium', async () => {
  const { id } = await aBusiness(database.db, { slug: 'kite', premiumExpiresAt: new Date('2999-01-01') });
  await answerOf(await put(id));
  expect(await isMarked()).toBe(true);
  expect(await pageHtml(desk.app, '/events/story-hour')).toContain('Premium host');
  await database.db.update(businesses).set({ premiumExpiresAt: null });
  expect(await isMarked()).toBe(false);
});

it('are on the page of staff: what waits, what comes, what is canceled, what is over', async () => {
  const { id } = await aBusiness(database.db, { slug: 'kite' });
  const other = await aBusiness(database.db, { slug: 'owl' });
  await answerOf(await put(other.id, { title: 'Of the others' }));
  await answerOf(await put(id, { title: 'Book club', startsOn: '2030-05-10', rule: 'FREQ=WEEKLY;BYDAY=FR' }));
  await answerOf(await put(id));
  const over = await answerOf<StaffEvent>(await put(id, { title: 'Over' }));
  const startsAt = new Date('2020-04-01T15:00:00Z');
  await database.db.update(events).set({ startsAt, endsAt: null }).where(eq(events.id, over.id));
  await database.db
    .update(eventOccurrences)
    .set({ startsAt, endsAt: null })
    .where(eq(eventOccurrences.eventId, over.id));
  const off = await answerOf<StaffEvent>(await put(id, { title: 'Off', startsOn: '2030-04-01' }));
  const canceled = { version: off.version, status: 'cancelled', note: '' };
  await answerOf(await desk.staff.write('PUT', `/api/staff/events/${off.id}/status`, { body: canceled }));
  const sent = { businessId: id, senderName: 'Kit', senderEmail: 'kit@example.com', description: 'Kites.' };
  const words = { title: 'Story hour, later', location: 'Here', category: 'cultural', startsAt: new Date() } as const;
  for (const status of ['waiting', 'rejected'] as const) {
    await database.db.insert(eventSuggestions).values({ ...sent, ...words, status, changesEventId: off.id });
  }
  const seen = await answerOf<BusinessEvents>(await desk.staff.get(`/api/staff/businesses/${id}/events`));
  expect(seen.waiting).toMatchObject([{ title: 'Story hour, later', isChange: true }]);
  expect(seen.events.map(({ title, status }) => [title, status])).toEqual([
    ['Story hour', 'scheduled'],
    ['Book club', 'scheduled'],
    ['Off', 'cancelled'],
    ['Over', 'scheduled'],
  ]);
});

it('go with a merge', async () => {
  const goes = await aBusiness(database.db, { slug: 'kite-two' });
  const stays = await aBusiness(database.db, { slug: 'kite' });
  await answerOf(await put(goes.id));
  await answerOf(await desk.staff.post(`/api/staff/businesses/${goes.id}/merge`, { body: { into: stays.id } }));
  expect(await eventsOf('kite')).toEqual(['Story hour']);
});

it('lose it by an edit; a listing that is not there is refused', async () => {
  const { id } = await aBusiness(database.db, { slug: 'kite' });
  const event = await answerOf<StaffEvent>(await put(id));
  const body = { ...event, businessId: null };
  await answerOf(await desk.staff.write('PUT', `/api/staff/events/${event.id}`, { body }));
  expect(await eventsOf('kite')).toEqual([]);
  const gone = await problemOf(await put('01900000-0000-7000-8000-00000000000f'));
  expect(gone).toMatchObject({ status: 422, code: 'invalid' });
});
