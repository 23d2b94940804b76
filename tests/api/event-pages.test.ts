/** Pages of events: their addresses, their content, and the pages that link to them. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { mountFeeds } from '#app/feeds/feeds.ts';
import { mountSharingPictures } from '#app/feeds/sharing-pictures.ts';
import { renderPage } from '#app/pages/render-page.tsx';
import type { EventDetail } from '#features/events/page-contract.ts';
import { materialiseOccurrences } from '#features/events/server/materialise-occurrences.ts';
import type { StaffEvent } from '#features/events/staff-contract.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
/** Seven in the evening of July 4 in Chicago. */
const now = new Date('2026-07-05T00:00:00Z');
const form = {
  title: 'Porch Plays',
  category: 'cultural',
  startsOn: '2026-07-11',
  startTime: '19:00',
  location: 'The square',
};
let app: ReturnType<typeof createApi>;
let visitor: TestBrowser;
let staff: TestBrowser;
beforeEach(async () => {
  const services = testServices(database, { now: () => now });
  app = createApi(services);
  mountFeeds(app, services);
  mountSharingPictures(app, services);
  visitor = new TestBrowser(app);
  const { id } = await aUser(database.db, { role: 'staff' });
  staff = new TestBrowser(app).withSession(await aSession(database.db, id));
});

async function pageHtml(path: string): Promise<string> {
  const ask = async (asked: string, init?: RequestInit) =>
    app.request(`http://oakbend.example${asked}`, { ...init, headers: { Host: 'oakbend.example' } });
  const { head, body } = await renderPage(path, ask);
  return head + body;
}

const create = async (fields: object) =>
  answerOf<StaffEvent>(await staff.post('/api/staff/events', { body: { ...form, ...fields } }));
const read = async (slug: string) => answerOf<EventDetail>(await visitor.get(`/api/events/${slug}`));

describe('the address', () => {
  it('comes from the title and is nobody else’s; names of other pages are not given', async () => {
    const slugs = [];
    for (const title of [
      'Porch Plays!',
      'Porch plays',
      'Día de los Muertos',
      'Suggest',
      'Days',
      '🎆',
      'Porch Plays 2',
    ]) {
      slugs.push((await create({ title })).slug);
    }
    expect(slugs).toEqual([
      'porch-plays',
      'porch-plays-2',
      'dia-de-los-muertos',
      'suggest-event',
      'days-event',
      'event',
      'porch-plays-2-2',
    ]);
  });

  it('follows a new title; the former one redirects for good and is never given again', async () => {
    const event = await create({});
    const rename = async (title: string, version: number) =>
      answerOf<StaffEvent>(
        await staff.write('PUT', `/api/staff/events/${event.id}`, { body: { ...event, title, version } }),
      );
    expect((await rename('Garden Plays', event.version)).slug).toBe('garden-plays');
    const moved = await visitor.get('/api/events/porch-plays');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/api/events/garden-plays']);
    expect((await create({})).slug).toBe('porch-plays-2');
    const back = await rename('Porch Plays', event.version + 1);
    expect(back.slug).toBe('porch-plays');
    expect((await visitor.get('/api/events/garden-plays')).headers.get('location')).toBe('/api/events/porch-plays');
    expect((await read('porch-plays')).title).toBe('Porch Plays');
  });

  it('stays when only the writing of the title changes', async () => {
    const event = await create({});
    const body = { ...event, title: 'PORCH PLAYS' };
    expect((await answerOf<StaffEvent>(await staff.write('PUT', `/api/staff/events/${event.id}`, { body }))).slug).toBe(
      'porch-plays',
    );
  });

  it('answers 404 for what is no event, however odd', async () => {
    for (const slug of ['nothing', 'a'.repeat(150), "'--", '%F0%9F%8E%86', '%00']) {
      expect(await problemOf(await visitor.get(`/api/events/${slug}`)), slug).toMatchObject({ status: 404 });
    }
  });
});

describe('an event', () => {
  it('tells the next time of a series that takes place, and the ones around it', async () => {
    const series = await create({ rule: 'FREQ=WEEKLY', startsOn: '2026-06-06' });
    await staff.write('PUT', `/api/staff/events/${series.id}/times/2026-07-11`, {
      body: { as: 'cancelled', note: 'Rain' },
    });
    const event = await read('porch-plays');
    expect(event).toMatchObject({ recurring: true, isOver: false, startDate: '2026-07-05T00:00:00.000Z' });
    expect(event.times).toHaveLength(12);
    expect(event.times[1]).toMatchObject({ status: 'cancelled', note: 'Rain', startDate: '2026-07-12T00:00:00.000Z' });
  });

  it('stays readable when it is over, and says so', async () => {
    await anEvent(database.db, { title: 'Gala', slug: 'gala', startsAt: new Date('2026-01-10T02:00:00Z') });
    await anEvent(database.db, {
      ...{ title: 'Course', slug: 'course', startsAt: new Date('2025-03-01T15:00:00Z'), rule: 'FREQ=WEEKLY;COUNT=3' },
    });
    await materialiseOccurrences(database.db, { timeZone: 'America/Chicago', now });
    expect(await read('gala')).toMatchObject({ isOver: true, startDate: '2026-01-10T02:00:00.000Z' });
    // The times of a series that ended long ago are no longer stored.
    expect(await read('course')).toMatchObject({ isOver: true, startDate: '2025-03-01T15:00:00.000Z', times: [] });
    const html = await pageHtml('/events/gala');
    expect(html).toContain('This event is over.');
    expect(html).not.toContain('noindex');
    expect(html).not.toContain('Add to calendar');
  });

  it('knows the listing that its place names, and where that is', async () => {
    const { id } = await aCategory(database.db);
    const books = { name: 'Paper Kite Books', slug: 'paper-kite-books', latitude: 29.47, longitude: -98.49 };
    await aBusiness(database.db, { ...books, nameKey: 'paper kite books', categoryId: id, status: 'approved' });
    await aBusiness(database.db, { name: 'Hidden Hall', nameKey: 'hidden hall', categoryId: id, status: 'hidden' });
    await create({ location: 'The Paper Kite Books, 4233 McCullough Avenue' });
    await create({ title: 'Elsewhere', location: 'Hidden Hall, 1 Main St' });
    await create({ title: 'Placed', location: 'Paper Kite Books, upstairs', latitude: 29.5, longitude: -98.5 });
    expect(await read('porch-plays')).toMatchObject({
      business: { slug: 'paper-kite-books', name: 'Paper Kite Books' },
      latitude: 29.47,
      longitude: -98.49,
    });
    expect(await read('elsewhere')).toMatchObject({ business: null, latitude: null });
    expect(await read('placed')).toMatchObject({ business: { slug: 'paper-kite-books' }, latitude: 29.5 });
    expect(await pageHtml('/events/porch-plays')).toContain('href="/business/paper-kite-books"');
  });

  it('keeps a price, and none when it is free; half a position is none', async () => {
    const paid = await create({ title: 'Paid', price: '$10 at the door', latitude: 29.5 });
    expect(paid).toMatchObject({ isFree: false, price: '$10 at the door', latitude: null });
    expect(await create({ title: 'Gift', isFree: true, price: '$10' })).toMatchObject({ isFree: true, price: '' });
    expect(await read('gift')).toMatchObject({ isFree: true, price: null });
    const wrong = await staff.post('/api/staff/events', { body: { ...form, price: 'x'.repeat(61) } });
    expect(await problemOf(wrong)).toMatchObject({ code: 'invalid', fields: { price: expect.any(String) as string } });
  });
});

describe('the page', () => {
  it('has what search engines and other sites ask for', async () => {
    await create({
      description: '<p>Three short <strong>plays</strong>.</p>',
      location: 'City Hall, 120 W El Prado Dr',
      endTime: '21:00',
    });
    const html = await pageHtml('/events/porch-plays');
    expect(html).toContain('<title>Porch Plays | ');
    expect(html).toMatch(
      /name="description" content="Saturday, July 11, 7:00 PM - 9:00 PM, City Hall, 120 W El Prado Dr/,
    );
    expect(html).toMatch(/rel="canonical" href="[^"]+\/events\/porch-plays"/);
    expect(html).toMatch(/property="og:image" content="[^"]+\/og\/event\/porch-plays\.png"/);
    expect(html).toContain('"@type":"Event"');
    expect(html).toContain('"startDate":"2026-07-11T19:00:00-05:00"');
    expect(html).toMatch(/href="mailto:\?subject=Porch%20Plays%3A%20Saturday[^"]+&amp;body=http[^"]+porch-plays"/);
  });

  it('is in the sitemap, in the feeds and has a picture for sharing', async () => {
    await create({});
    expect(await (await app.request('/sitemap.xml')).text()).toContain('/sitemaps/events.xml</loc>');
    const sitemap = await (await app.request('/sitemaps/events.xml')).text();
    expect(sitemap).toContain('http://oakbend.example/events/porch-plays</loc>');
    expect(await (await app.request('/feeds/events.xml')).text()).toContain('/events/porch-plays</link>');
    expect(await (await app.request('/feeds/events.ics')).text()).toContain('/events/porch-plays\r\n');
    expect(await (await app.request('/embed/events')).text()).toContain('/events/porch-plays"');
    expect((await app.request('/og/event/porch-plays.png')).headers.get('content-type')).toBe('image/png');
    expect((await app.request('/og/event/nothing.png')).status).toBe(404);
  });
});
