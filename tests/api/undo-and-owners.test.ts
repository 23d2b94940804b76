/** The undo of an act of staff leaves alone all that an owner has done since. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { announcements, businesses, businessPhotos, events, recommendations } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aCategory } from '#tests/factories/a-category.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found, only } from '#tests/support/found.ts';
import { news, postingOwner, tasting } from '#tests/support/posting-owner.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
const fig = postingOwner(database);
const { announce, addEvent, change, decide, posts, postsAs, waiting, page } = fig;

const undo = (subjectId = fig.id) => fig.office.staff.post('/api/staff/undo', { body: { subjectId } });
const refused = async (answer: Promise<Response>) => {
  const { status, message } = await problemOf(await answer);
  return [status, message];
};
const changed = [409, 'It has been changed since. Please look at its history.'];
const stored = async (id = fig.id) =>
  only(await database.db.select().from(businesses).where(eq(businesses.id, id)), '');
const isNow = (given: Partial<typeof businesses.$inferInsert>) =>
  database.db.update(businesses).set(given).where(eq(businesses.id, fig.id));
const show = async (hidden: boolean) =>
  answerOf(
    await fig.office.staff.write('PUT', `/api/staff/businesses/${fig.id}/hidden`, { body: { hidden, reason: '' } }),
  );
const list = (listed: boolean) => fig.office.owner.write('PUT', fig.path('listed'), { body: { listed } });
const approve = async (id = fig.id) =>
  answerOf(
    await fig.office.staff.post(`/api/staff/businesses/${id}/approve`, {
      body: { version: (await stored(id)).version },
    }),
  );

describe('a listing', () => {
  it('that its owner has taken off since it was shown stays off by its owner, who can put it back', async () => {
    await isNow({ status: 'hidden' });
    await show(false);
    await answerOf(await list(false));
    expect(await refused(undo())).toEqual(changed);
    expect(await stored()).toMatchObject({ status: 'hidden', hiddenByOwner: true });
    expect(await answerOf(await list(true))).toEqual({ status: 'approved' });
  });

  it('that its owner has taken off since it was approved does not wait again', async () => {
    await isNow({ status: 'pending', approvedAt: null });
    await approve();
    await answerOf(await list(false));
    expect(await refused(undo())).toEqual(changed);
    expect(await stored()).toMatchObject({ status: 'hidden', hiddenByOwner: true });
  });

  it('that its owner has taken off and put back is not hidden again', async () => {
    await isNow({ status: 'hidden' });
    await show(false);
    for (const listed of [false, true]) await answerOf(await list(listed));
    expect(await refused(undo())).toEqual(changed);
    expect(await stored()).toMatchObject({ status: 'approved' });
  });

  it('keeps the confirmation of its owner', async () => {
    await isNow({ status: 'pending', approvedAt: null, confirmedAt: null });
    await approve();
    const { confirmedAt } = await answerOf<{ confirmedAt: string }>(
      await fig.office.owner.post(fig.path('confirmation')),
    );
    await answerOf(await undo());
    const row = await stored();
    expect([row.status, row.confirmedAt?.toISOString()]).toEqual(['pending', confirmedAt]);
  });

  it('that has another owner since stays as it is; one that has none any more does not', async () => {
    const next = await aUser(database.db);
    await isNow({ status: 'pending', approvedAt: null });
    await approve();
    await isNow({ ownerId: next.id });
    expect(await refused(undo())).toEqual(changed);
    expect(await stored()).toMatchObject({ status: 'approved', ownerId: next.id });
    await isNow({ ownerId: null });
    await answerOf(await undo());
    expect(await stored()).toMatchObject({ status: 'pending', ownerId: null });
  });

  it('that staff added and somebody has taken over since stays in the directory', async () => {
    const form = {
      name: 'Oak Bakery',
      description: 'Bread and rolls.',
      category: (await aCategory(database.db)).slug,
      address: '1 Elm Street',
    };
    const { id } = await answerOf<{ id: string }>(await fig.office.staff.post('/api/staff/businesses', { body: form }));
    await database.db.update(businesses).set({ ownerId: fig.office.ownerUser.id }).where(eq(businesses.id, id));
    expect(await refused(undo(id))).toEqual(changed);
    expect(await stored(id)).toMatchObject({ status: 'approved' });
  });

  describe('into which another one was merged', () => {
    const merge = async (goes: object) => {
      const { id } = await aBusiness(database.db, { name: 'Figs', ...goes });
      const body = { into: fig.id, reason: '' };
      await answerOf(await fig.office.staff.post(`/api/staff/businesses/${id}/merge`, { body }));
      return id;
    };

    it('keeps the logo that its owner has put there since', async () => {
      await isNow({ logoUrl: null });
      await merge({ logoUrl: '/media/logo.webp' });
      await isNow({ logoUrl: '/media/own.webp' });
      expect(await refused(undo())).toEqual(changed);
      await isNow({ logoUrl: '/media/logo.webp' });
      await answerOf(await undo());
      expect((await stored()).logoUrl).toBeNull();
    });

    it('shows the photo that its owner has added since', async () => {
      await isNow({ imageUrl: null });
      const goes = await merge({ imageUrl: '/media/front.webp' });
      await database.db.insert(businessPhotos).values({ businessId: fig.id, url: '/media/own.webp', position: 0 });
      await answerOf(await undo());
      expect([(await stored()).imageUrl, (await stored(goes)).imageUrl]).toEqual([
        '/media/own.webp',
        '/media/front.webp',
      ]);
    });

    it('stays off where its owner has taken it off since', async () => {
      await merge({});
      await answerOf(await list(false));
      await answerOf(await undo());
      expect(await stored()).toMatchObject({ status: 'hidden', hiddenByOwner: true });
    });
  });
});

describe('an announcement', () => {
  const shown = async () => {
    await announce();
    const postId = found((await waiting())[0], 'item').id;
    await answerOf(await decide(postId, { shown: true }));
    return postId;
  };
  const words = { ...news, text: 'We open at 8.' };
  const since = [409, 'It has been changed since.'];

  it('that its author has changed since stays on the page', async () => {
    const postId = await shown();
    await change(`announcements/${postId}`, words);
    expect(await refused(undo(postId))).toEqual(since);
    expect((await page()).announcements).toMatchObject([{ text: 'We open at 8.' }]);
  });

  it('for which its author has other words since stays on the page, and those wait', async () => {
    const postId = await shown();
    await postsAs('reviewed');
    await change(`announcements/${postId}`, words);
    expect(await refused(undo(postId))).toEqual(since);
    expect(await waiting()).toMatchObject([{ kind: 'announcement' }]);
    expect(await database.db.$count(announcements, eq(announcements.status, 'shown'))).toBe(1);
  });

  it('whose change was taken over does not get two that wait', async () => {
    const postId = await shown();
    await postsAs('reviewed');
    await change(`announcements/${postId}`, words);
    const changeId = found((await waiting())[0], 'item').id;
    await answerOf(await decide(changeId, { shown: true }));
    await postsAs('reviewed');
    await change(`announcements/${postId}`, { ...news, text: 'We open at 9.' });
    expect(await refused(undo(changeId))).toEqual(since);
    expect((await page()).announcements).toMatchObject([{ text: 'We open at 8.' }]);
    expect(await waiting()).toHaveLength(1);
  });
});

describe('an event', () => {
  const approveEvent = async (id: string) =>
    answerOf(await fig.office.staff.post(`/api/staff/event-suggestions/${id}/approve`, { body: {} }));
  const other = [409, 'Other words for this event have come since. Please decide on those.'];

  it('for which its sender has other words since stays in the calendar, and those wait', async () => {
    const { id } = found((await addEvent()).events[0], 'event');
    await approveEvent(id);
    await postsAs('reviewed');
    await change(`events/${id}`, { ...tasting, startTime: '19:30' });
    expect(await refused(undo(id))).toEqual(other);
    expect(await database.db.$count(events)).toBe(1);
    const next = found((await waiting())[0], 'item').id;
    await approveEvent(next);
    await change(`events/${id}`, { ...tasting, startTime: '20:30' });
    expect(await refused(undo(next))).toEqual(other);
    expect(await waiting()).toHaveLength(1);
    expect((await posts()).events).toMatchObject([{ state: 'shown', form: { startTime: '20:30' } }]);
  });
});

describe('a recommendation', () => {
  it('that its owner has answered since it was shown stays', async () => {
    const [row] = await database.db
      .insert(recommendations)
      .values({ businessId: fig.id, name: 'Maria', email: 'maria@example.org', text: 'Good.', status: 'waiting' })
      .returning();
    const { id } = found(row, 'recommendation');
    await answerOf(await fig.office.staff.write('PUT', `/api/staff/recommendations/${id}`, { body: { shown: true } }));
    const body = { answer: 'Thank you, Maria!' };
    await answerOf(await fig.office.owner.post(`/api/user/recommendations/${id}/answer`, { body }));
    expect(await refused(undo(id))).toEqual([409, 'The owner has answered it since.']);
    expect((await page()).recommendations).toMatchObject([{ answer: 'Thank you, Maria!' }]);
  });
});
