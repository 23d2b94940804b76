/** Announcements and events of owners: the first waits for staff, the next ones are published at once. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { deleteOwnAccount } from '#features/accounts/server/delete-account.ts';
import type { OwnPosts } from '#features/owner-posts/contract.ts';
import type { StaffAnnouncement } from '#features/owner-posts/staff-contract.ts';
import { announcements, auditLog, businesses, eventSuggestions, events } from '#server/db/schema/index.ts';
import { addDays } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCity } from '#tests/factories/a-city.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { found } from '#tests/support/found.ts';
import { news, postingOwner, tasting, today } from '#tests/support/posting-owner.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const fig = postingOwner(database);
const { path, announce, addEvent, remove, page, waiting, decide, undo, posting, posts, postsAs, mails } = fig;

describe('announcements', () => {
  it('wait for staff the first time; after their yes the next ones are published at once', async () => {
    expect(await announce()).toMatchObject({
      isDirect: false,
      announcements: [{ text: news.text, url: 'https://figs.example/hours', state: 'waiting' }],
    });
    expect((await page()).announcements).toEqual([]);
    expect(await mails()).toEqual([['hello@oakbend.example', 'Announcement: Fig']]);
    const [item] = await waiting();
    if (item?.kind !== 'announcement') throw new Error('no announcement waits');
    expect(item.announcement).toMatchObject({
      business: { name: 'Fig' },
      author: { username: 'olga', posting: 'first' },
    });

    expect(await answerOf(await decide(item.id, { shown: true }))).toMatchObject({ status: 'shown' });
    expect((await page()).announcements).toMatchObject([{ text: news.text }]);
    expect((await mails()).at(-1)).toEqual(['olga@example.com', 'Your announcement is on the page of Fig']);
    expect(await announce({ ...news, text: 'New figs are here.' })).toMatchObject({ isDirect: true });
    expect((await page()).announcements.map(({ text }) => text)).toEqual(['New figs are here.', news.text]);
    expect(await waiting()).toEqual([]);
    expect((await decide(item.id, { shown: true })).status).toBe(409);
  });

  it('are undone with the trust that came with the yes', async () => {
    await announce();
    const [item] = await waiting();
    await answerOf(await decide(found(item, 'item').id, { shown: true }));
    expect(await posting()).toBe('direct');
    await undo(found(item, 'item').id);
    expect(await posting()).toBe('first');
    expect((await page()).announcements).toEqual([]);
    expect(await waiting()).toMatchObject([{ kind: 'announcement' }]);
    expect(await mails()).toHaveLength(1);
  });

  it('are taken down with a reason, changed, and looked at again', async () => {
    await postsAs('direct');
    const {
      announcements: [one],
    } = await announce();
    const postId = found(one, 'announcement').id;
    expect((await decide(postId, { shown: false })).status).toBe(422);
    await answerOf(await decide(postId, { shown: false, reason: 'It names a rival.' }));
    expect((await page()).announcements).toEqual([]);
    const own = await answerOf<OwnPosts>(await fig.office.owner.get(path('posts')));
    expect(own.announcements).toMatchObject([{ state: 'hidden', reason: 'It names a rival.' }]);
    // Once more while it waits: it still waits for staff.
    for (const text of ['Open at 8.', 'Open at 7.']) {
      const body = { ...news, text };
      await answerOf(await fig.office.owner.write('PUT', path(`announcements/${postId}`), { body }));
    }
    expect(await waiting()).toMatchObject([{ announcement: { text: 'Open at 7.', reason: null } }]);
    expect((await page()).announcements).toEqual([]);
    const actions = await database.db.select({ action: auditLog.action }).from(auditLog).orderBy(auditLog.id);
    expect(actions.map(({ action }) => action)).toEqual([
      'business.announcement-added',
      'business.announcement-hidden',
      'business.announcement-changed',
      'business.announcement-changed',
    ]);
  });

  it('wait again when staff have taken the trust back, for good', async () => {
    const set = async (next: string) =>
      answerOf(
        await fig.office.staff.write('PUT', `/api/staff/people/${fig.office.ownerUser.id}/posting`, {
          body: { posting: next },
        }),
      );
    expect(await posts()).toMatchObject({ isDirect: false, isAlwaysSeenFirst: false });
    await set('direct');
    await announce();
    await set('reviewed');
    expect(await posts()).toMatchObject({ isDirect: false, isAlwaysSeenFirst: true });
    await announce({ ...news, text: 'Another' });
    const [item] = await waiting();
    await answerOf(await decide(found(item, 'item').id, { shown: true }));
    expect(await posting()).toBe('reviewed');
    const read = await answerOf<{ announcements: StaffAnnouncement[]; people: object[] }>(
      await fig.office.staff.get(`/api/staff/businesses/${fig.id}/announcements`),
    );
    expect(read.people).toEqual([{ id: fig.office.ownerUser.id, username: 'olga', posting: 'reviewed' }]);
    expect(read.announcements).toHaveLength(2);
  });

  it('have three places, days within 90, and end by the calendar of the town', async () => {
    await postsAs('direct');
    for (const until of [addDays(today, -1), addDays(today, 91)]) {
      const refused = await fig.office.owner.post(path('announcements'), { body: { ...news, until } });
      expect((await problemOf(refused)).fields).toHaveProperty('until');
    }
    for (const text of ['One', 'Two', 'Three']) await announce({ ...news, text });
    expect((await fig.office.owner.post(path('announcements'), { body: news })).status).toBe(409);
    await database.db
      .update(announcements)
      .set({ until: addDays(today, -1) })
      .where(eq(announcements.text, 'One'));
    expect((await page()).announcements.map(({ text }) => text)).toEqual(['Three', 'Two']);
    await announce();
    const wrong = await fig.office.owner.post(path('announcements'), { body: { ...news, url: 'javascript:alert(1)' } });
    expect(wrong.status).toBe(422);
  });
});

describe('events of a listing', () => {
  it('wait for staff the first time, and are in the calendar at once later', async () => {
    expect((await addEvent()).events).toMatchObject([{ title: 'Fig tasting', state: 'waiting', slug: null }]);
    const [item] = await waiting();
    expect(item).toMatchObject({ kind: 'suggestion', title: 'Fig tasting', by: 'olga' });
    await answerOf(await fig.office.staff.post(`/api/staff/event-suggestions/${item?.id}/approve`, { body: {} }));
    expect((await page()).events).toMatchObject([{ title: 'Fig tasting' }]);
    expect(await posting()).toBe('direct');
    const letter = (await queuedMail(database.pool)).find(({ subject }) => subject.endsWith('is in the calendar'));
    expect(letter?.text).toContain(`/business-news/${fig.id}`);
    expect(letter?.text).not.toContain('please answer this email');

    const { events: own } = await addEvent({ ...tasting, title: 'Ladder class', startsOn: addDays(today, 12) });
    expect(own).toMatchObject([{ title: 'Ladder class', state: 'shown', slug: 'ladder-class' }, { state: 'shown' }]);
    expect((await page()).events.map(({ title }) => title)).toEqual(['Fig tasting', 'Ladder class']);
    expect(await waiting()).toEqual([]);

    const off = await answerOf<OwnPosts>(await fig.office.owner.write('DELETE', path(`events/${own[0]?.id}`)));
    expect(off.events[0]).toMatchObject({ state: 'off', slug: null });
    const [event] = await database.db.select().from(events).where(eq(events.title, 'Ladder class'));
    expect(event?.status).toBe('cancelled');
    expect((await fig.office.owner.write('DELETE', path(`events/${own[0]?.id}`))).status).toBe(409);
  });

  it('are on again after a cancellation of their own, unless staff have canceled them', async () => {
    await postsAs('direct');
    const { events: own } = await addEvent();
    const part = `events/${own[0]?.id}`;
    const resume = () => fig.office.owner.post(path(`${part}/resume`));
    expect(own[0]?.canResume).toBe(false);
    expect(await problemOf(await resume())).toMatchObject({ status: 409, message: 'It is in the calendar already.' });
    expect((await remove(part)).events[0]).toMatchObject({ state: 'off', canResume: true });
    await database.db.update(businesses).set({ status: 'hidden' });
    expect((await posts()).events[0]).toMatchObject({ state: 'off', canResume: false });
    expect(await problemOf(await resume())).toMatchObject({ status: 409, message: expect.stringContaining('shown') });
    await database.db.update(businesses).set({ status: 'approved' });
    expect((await answerOf<OwnPosts>(await resume())).events[0]).toMatchObject({ state: 'shown', canResume: false });
    expect((await page()).events).toMatchObject([{ title: 'Fig tasting' }]);

    const [event] = await database.db.select().from(events);
    const body = { version: event?.version, status: 'cancelled', note: '' };
    await answerOf(await fig.office.staff.write('PUT', `/api/staff/events/${event?.id}/status`, { body }));
    expect((await posts()).events[0]).toMatchObject({ state: 'off', canResume: false });
    expect((await resume()).status).toBe(409);
  });

  it('are undone with the trust, and taken back while they wait', async () => {
    await addEvent();
    const [item] = await waiting();
    await answerOf(await fig.office.staff.post(`/api/staff/event-suggestions/${item?.id}/approve`, { body: {} }));
    await undo(found(item, 'item').id);
    expect(await posting()).toBe('first');
    expect(await database.db.$count(events)).toBe(0);
    expect(
      (await answerOf<OwnPosts>(await fig.office.owner.write('DELETE', path(`events/${item?.id}`)))).events,
    ).toEqual([]);
    expect(await database.db.$count(eventSuggestions)).toBe(0);
  });

  it('refuses days that have passed and listings that are not shown', async () => {
    const passed = await fig.office.owner.post(path('events'), { body: { ...tasting, startsOn: '2020-01-01' } });
    expect((await problemOf(passed)).fields).toHaveProperty('startsOn');
    const { id: other } = await aBusiness(database.db, { ownerId: fig.office.ownerUser.id, status: 'hidden' });
    expect((await fig.office.owner.post(`/api/businesses/${other}/events`, { body: tasting })).status).toBe(409);
    expect((await fig.office.owner.post(`/api/businesses/${other}/announcements`, { body: news })).status).toBe(409);
  });
});

it('refuses what the town has switched off, and says so', async () => {
  const city = aCity();
  city.facts = { ...city.facts, ownerPosts: { offers: false, announcements: false, events: false } };
  const owner = new TestBrowser(createApi({ ...testServices(database), city })).withSession(
    await aSession(database.db, fig.office.ownerUser.id),
  );
  const offer = { title: 'A cookie', text: '', until: addDays(today, 5) };
  for (const [part, body, what] of [
    ['announcements', news, 'announcements'],
    ['events', tasting, 'events'],
    ['offers', offer, 'offers'],
  ] as const) {
    const refused = await owner.post(path(part), { body });
    expect([refused.status, (await problemOf(refused)).message]).toEqual([
      409,
      expect.stringContaining(`Oak Bend takes no ${what} from owners at the moment.`),
    ]);
  }
  expect(await answerOf(await owner.get('/api/user/businesses'))).toMatchObject([
    { mayPost: { offers: false, announcements: false, events: false } },
  ]);
});

describe('announcements of a listing that goes on', () => {
  it('move with a merge, back with its undo, and are in the download of the owner', async () => {
    await announce();
    const kept = await aBusiness(database.db, { slug: 'ladder', name: 'Ladder' });
    await answerOf(await fig.office.staff.post(`/api/staff/businesses/${fig.id}/merge`, { body: { into: kept.id } }));
    const listingOf = async () => (await database.db.select().from(announcements))[0]?.businessId;
    expect(await listingOf()).toBe(kept.id);
    await undo(kept.id);
    expect(await listingOf()).toBe(fig.id);
    expect(await answerOf(await fig.office.owner.get('/api/account/data'))).toMatchObject({
      businesses: [{ announcements: [{ text: news.text, until: news.until, status: 'waiting' }] }],
    });
  });

  it('go with the account of the owner; the listing and its events stay', async () => {
    await postsAs('direct');
    await announce();
    await addEvent();
    await deleteOwnAccount(fig.office.ownerUser, testServices(database), beforeDeletion);
    expect(await database.db.$count(announcements)).toBe(0);
    expect(await page()).toMatchObject({ announcements: [], events: [{ title: 'Fig tasting' }] });
    expect((await database.db.select().from(eventSuggestions))[0]).toMatchObject({ userId: null });
    expect(JSON.stringify(await database.db.select().from(eventSuggestions))).not.toContain('olga');
  });
});
