/** Two colleagues decide the same, or edit the same: the second one learns who was first and when, and owners learn no names of staff. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  announcements,
  auditLog,
  contactMessages,
  corrections,
  eventSuggestions,
  recommendations,
  reports,
} from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { news, postingOwner, today } from '#tests/support/posting-owner.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
const fig = postingOwner(database);
let amy: User;
let amys: TestBrowser;
beforeEach(async () => {
  amy = await aUser(database.db, { role: 'staff', username: 'amy' });
  amys = new TestBrowser(fig.office.app).withSession(await aSession(database.db, amy.id));
});

type Act = (by: TestBrowser) => Promise<Response>;
const put = (path: string, body: object) => (by: TestBrowser) => by.write('PUT', path, { body });
const post =
  (path: string, body: object = {}) =>
  (by: TestBrowser) =>
    by.post(path, { body });

/** Amy is first; answers what Stella and then Amy herself, in another tab, are told. */
async function told(first: Act, second: Act = first): Promise<string[]> {
  expect((await first(amys)).ok).toBe(true);
  const refused = [await problemOf(await second(fig.office.staff)), await problemOf(await second(amys))];
  expect(refused.map(({ status }) => status)).toEqual([409, 409]);
  return refused.map(({ message }) => message);
}
const both = (rest: string) => [`amy ${rest}`, `You, in another tab, ${rest}`];

describe('a second decision', () => {
  it('on a suggested change', async () => {
    const said = { businessId: fig.id, field: 'phone', right: '210-555-0199', source: 'The door', email: '' } as const;
    const add = async () => found((await database.db.insert(corrections).values(said).returning())[0], 'suggestion').id;
    const path = (id: string, verb: string) =>
      post(`/api/staff/corrections/${id}/${verb}`, verb === 'close' ? { as: 'declined' } : {});
    const taken = await add();
    expect(await told(path(taken, 'accept'))).toEqual(both('took this suggestion over just now.'));
    const declined = await add();
    await answerOf(await path(declined, 'close')(amys));
    // A note is no decision.
    await database.db.insert(auditLog).values({
      ...{
        actorId: fig.office.staffUser.id,
        action: 'conversation.noted',
        subjectType: 'correction',
        subjectId: declined,
      },
    });
    expect((await problemOf(await path(declined, 'accept')(fig.office.staff))).message).toBe(
      'amy declined this suggestion just now.',
    );
  });

  it('on a suggested event', async () => {
    const [row] = await database.db
      .insert(eventSuggestions)
      .values({
        ...{
          title: 'Porch concert',
          category: 'cultural',
          description: 'Bring a chair.',
          location: '210 Alameda Circle',
        },
        ...{ startsAt: new Date(`${today}T23:00:00Z`), senderName: 'Rosa', senderEmail: 'rosa@example.com' },
        ...{ status: 'waiting', confirmedAt: new Date() },
      } as typeof eventSuggestions.$inferInsert)
      .returning();
    const path = `/api/staff/event-suggestions/${row?.id}`;
    expect(await told(post(`${path}/reject`, { reason: 'It is a private party.' }), post(`${path}/approve`))).toEqual(
      both('rejected Porch concert just now.'),
    );
  });

  it('on an announcement, told from the others of the same listing', async () => {
    const [one, other] = [
      found((await fig.announce()).announcements[0], 'announcement').id,
      found((await fig.announce({ ...news, text: 'We close at noon.' })).announcements.at(-1), 'announcement').id,
    ];
    const ids = await database.db.select({ id: announcements.id }).from(announcements);
    expect(new Set([one, other])).toEqual(new Set(ids.map(({ id }) => id)));
    const show = (id: string) => put(`/api/staff/announcements/${id}`, { shown: true, reason: '' });
    await answerOf(await show(one)(amys));
    await answerOf(await show(other)(fig.office.staff));
    expect(await problemOf(await show(one)(fig.office.staff))).toMatchObject({
      ...{ status: 409, message: 'amy put this announcement on the page just now.' },
    });
  });

  it('on a report and on a message', async () => {
    const [report] = await database.db.insert(reports).values({ businessId: fig.id, reason: 'closed' }).returning();
    const letter = { name: 'Ada', email: 'ada@example.org', message: 'When do you open?' };
    const [message] = await database.db.insert(contactMessages).values(letter).returning();
    for (const id of [report?.id, message?.id]) {
      const mark = (state: 'open' | 'closed') => put(`/api/staff/conversations/${id}/state`, { state });
      expect(await told(mark('closed'))).toEqual(both('closed this just now.'));
      expect(await told(mark('open'))).toEqual(both('opened this just now.'));
    }
  });

  it('on a listing that is hidden, with the time', async () => {
    const { id } = await aBusiness(database.db, { name: 'Elm Shop' });
    const hide = put(`/api/staff/businesses/${id}/hidden`, { hidden: true, reason: 'It moved away.' });
    expect(await told(hide)).toEqual(['amy hid Elm Shop just now.', 'You hid Elm Shop just now.']);
    await database.db
      .update(auditLog)
      .set({ at: sql`now() - interval '5 minutes'` })
      .where(eq(auditLog.action, 'business.hidden'));
    expect((await problemOf(await hide(fig.office.staff))).message).toBe('amy hid Elm Shop 5 minutes ago.');
  });

  it('on a person', async () => {
    const { id } = await aUser(database.db, { username: 'spammer' });
    const ban = put(`/api/staff/people/${id}/ban`, { banned: true, reason: '', rejectWaiting: false });
    expect(await told(ban)).toEqual(both('banned spammer just now.'));
  });
});

describe('an undo after a colleague', () => {
  const undo = async (subjectId: string) =>
    (await problemOf(await fig.office.staff.post('/api/staff/undo', { body: { subjectId } }))).message;

  it('of a message, a report, a suggested change and an announcement names the colleague', async () => {
    const letter = { name: 'Ada', email: 'ada@example.org', message: 'When do you open?' };
    const [message] = await database.db.insert(contactMessages).values(letter).returning();
    const [report] = await database.db.insert(reports).values({ businessId: fig.id, reason: 'closed' }).returning();
    for (const id of [message?.id, report?.id]) {
      const mark = (state: 'open' | 'closed') => put(`/api/staff/conversations/${id}/state`, { state });
      await answerOf(await mark('closed')(fig.office.staff));
      await answerOf(await mark('open')(amys));
      await answerOf(await mark('closed')(amys));
      expect(await undo(id ?? '')).toBe('amy dealt with it just now.');
    }
    const said = { businessId: fig.id, field: 'phone', right: '210-555-0199', source: 'The door', email: '' } as const;
    const { id } = found((await database.db.insert(corrections).values(said).returning())[0], 'suggestion');
    await answerOf(await post(`/api/staff/corrections/${id}/close`, { as: 'declined' })(fig.office.staff));
    await database.db
      .update(corrections)
      .set({ status: 'done', decidedAt: new Date(0) })
      .where(eq(corrections.id, id));
    const done = { actorId: amy.id, action: 'correction.done', subjectType: 'correction', subjectId: id };
    await database.db.insert(auditLog).values(done);
    expect(await undo(id)).toBe('amy marked this suggestion done just now.');
    const post1 = found((await fig.announce()).announcements[0], 'announcement').id;
    const show = (shown: boolean) => put(`/api/staff/announcements/${post1}`, { shown, reason: 'It is not yours.' });
    await answerOf(await show(true)(fig.office.staff));
    await answerOf(await show(false)(amys));
    expect(await undo(post1)).toBe('amy kept this announcement off the page just now.');
  });

  it('of a recommendation names the colleague', async () => {
    const row = { businessId: fig.id, name: 'Rosa', email: 'rosa@example.com', status: 'waiting' } as const;
    const [made] = await database.db
      .insert(recommendations)
      .values({ ...row, confirmedAt: new Date() })
      .returning();
    const decide = (shown: boolean) => put(`/api/staff/recommendations/${made?.id}`, { shown });
    await answerOf(await decide(true)(fig.office.staff));
    await answerOf(await decide(false)(amys));
    expect(await undo(made?.id ?? '')).toBe('amy hid it just now.');
  });
});

describe('a second edit', () => {
  it('of an event, an issue and a listing', async () => {
    const event = {
      ...{ title: 'Market', category: 'cultural', startsOn: today, startTime: '18:30', location: '1 Oak Street' },
      ...{ description: 'Bring a bag.', allDay: false, endsOn: '', endTime: '', rule: null },
    };
    const made = await answerOf<{ id: string }>(await fig.office.staff.post('/api/staff/events', { body: event }));
    expect(await told(put(`/api/staff/events/${made.id}`, { ...event, title: 'Big market', version: 1 }))).toEqual(
      both('changed this event just now. Reload to see what is new.'),
    );
    const issues = '/api/staff/newsletter/issues';
    const issue = await answerOf<{ id: string; version: number }>(
      await fig.office.staff.post(issues, { body: { from: 'nothing' } }),
    );
    const words = { subject: 'July', preheader: '', topics: ['business-news'], blocks: [], version: issue.version };
    expect(await told(put(`${issues}/${issue.id}`, words))).toEqual(
      both('changed this issue just now. Reload the page to see it.'),
    );
    const form = { name: 'Fig', description: 'Figs of ten kinds.', address: '12 Oak Street', category: 'shopping' };
    const edit = put(`/api/businesses/${fig.id}`, { ...form, category: await category(), version: 1 });
    const rest = 'changed this business just now. Yours is not saved yet: look at it again and save once more.';
    expect(await told(edit)).toEqual(both(rest));
    // Owners learn that it was not themselves, and no name.
    expect((await problemOf(await edit(fig.office.owner))).message).toBe(`Somebody else ${rest}`);
  });
});

async function category(): Promise<string> {
  const { rows } = await database.pool.query<{ slug: string }>(
    'select c.slug from categories c join businesses b on b.category_id = c.id where b.id = $1',
    [fig.id],
  );
  return found(rows[0], 'category').slug;
}
