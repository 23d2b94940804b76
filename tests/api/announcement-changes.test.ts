/** Owners change announcements that are on a page: staff see it among the edits, and can undo it. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Change, QueueItem } from '#features/approvals/contract.ts';
import type { Business } from '#features/businesses/contract.ts';
import type { OwnPosts } from '#features/owner-posts/contract.ts';
import { users } from '#server/db/schema/index.ts';
import { addDays, dayOf } from '#shared/dates.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { found } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const database = testDatabase();
let office: StaffOffice;
let id: string;
const today = dayOf(new Date(), 'America/Chicago');
const news = { text: 'From Monday on we open at 7.', url: 'figs.example/hours', until: addDays(today, 20) };

beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
  ({ id } = await aBusiness(database.db, { slug: 'fig', name: 'Fig', ownerId: office.ownerUser.id }));
});

const path = (part: string) => `/api/businesses/${id}/${part}`;
const announce = async (body: object = news) =>
  answerOf<OwnPosts>(await office.owner.post(path('announcements'), { body }));
const page = async () => answerOf<Business>(await office.visitor.get('/api/businesses/fig'));
const waiting = async () => answerOf<QueueItem[]>(await office.staff.get('/api/staff/queue'));
const decide = async (postId: string, body: object) =>
  office.staff.write('PUT', `/api/staff/announcements/${postId}`, { body });

describe('announcements', () => {
  it('are changed on their page at once; staff see the change among the edits and put it back once', async () => {
    await database.db.update(users).set({ posting: 'direct' }).where(eq(users.id, office.ownerUser.id));
    const postId = found((await announce()).announcements[0], 'announcement').id;
    const change = async (text: string) =>
      answerOf<OwnPosts>(
        await office.owner.write('PUT', path(`announcements/${postId}`), { body: { ...news, text, url: '' } }),
      );
    expect((await change('From Monday on we open at 8.')).announcements).toMatchObject([{ state: 'shown', url: null }]);
    expect((await page()).announcements).toMatchObject([{ text: 'From Monday on we open at 8.' }]);
    const edits = async (search = '') => answerOf<Change[]>(await office.staff.get(`/api/staff/changes${search}`));
    const edit = found((await edits())[0], 'edit');
    expect(edit).toMatchObject({ by: { username: 'olga' }, business: { id }, reviewed: null });
    expect(edit.fields).toMatchObject([
      {
        ...{ field: 'announcement', state: 'live', canUndo: true },
        before: expect.stringMatching(/^From Monday on we open at 7\. \(https:\/\/figs\.example\/hours\), until /),
        after: expect.stringMatching(/^From Monday on we open at 8\., until /),
      },
    ]);
    expect(await waiting()).toMatchObject([{ kind: 'change', id: edit.id }]);
    expect(await answerOf(await office.staff.get('/api/staff/counts'))).toMatchObject({ changes: 1 });

    const undoEdit = (by = office.staff) =>
      by.post(`/api/staff/changes/${edit.id}/undo`, { body: { reason: 'The door says 7.' } });
    expect((await undoEdit(office.owner)).status).toBe(403);
    expect((await answerOf<Change>(await undoEdit())).fields).toMatchObject([{ state: 'undone', canUndo: false }]);
    expect((await page()).announcements).toMatchObject([{ text: news.text, url: 'https://figs.example/hours' }]);
    expect(await edits('?state=open')).toEqual([]);
    expect((await undoEdit()).status).toBe(409);
    await workOffJobs(testServices(database));
    const letter = found((await queuedMail(database.pool)).at(-1), 'letter to the owner');
    expect(letter.to).toBe('olga@example.com');
    expect(letter.text).toContain('The door says 7.');
    expect(letter.text).toContain('From Monday on we open at 8.');
  });

  it('cannot be put back once they were changed again or taken down', async () => {
    await database.db.update(users).set({ posting: 'direct' }).where(eq(users.id, office.ownerUser.id));
    const postId = found((await announce()).announcements[0], 'announcement').id;
    const change = async (text: string) =>
      answerOf(await office.owner.write('PUT', path(`announcements/${postId}`), { body: { ...news, text } }));
    await change('Open at 8.');
    await change('Open at 9.');
    const [last, first] = await answerOf<Change[]>(await office.staff.get('/api/staff/changes'));
    expect(first?.fields).toMatchObject([{ state: 'changed' }]);
    expect((await office.staff.post(`/api/staff/changes/${first?.id}/undo`, { body: {} })).status).toBe(409);
    await answerOf(await decide(postId, { shown: false, reason: 'It names a rival.' }));
    expect((await office.staff.post(`/api/staff/changes/${last?.id}/undo`, { body: {} })).status).toBe(409);
    await answerOf(await office.staff.post(`/api/staff/changes/${last?.id}/keep`));
    expect(await answerOf(await office.staff.get('/api/staff/changes?state=open'))).toHaveLength(1);
  });

  it('go back into the queue, not among the edits, when an owner who waits changes one on the page', async () => {
    const postId = found((await announce()).announcements[0], 'announcement').id;
    await answerOf(await decide(postId, { shown: true }));
    await database.db.update(users).set({ posting: 'reviewed' }).where(eq(users.id, office.ownerUser.id));
    const { announcements: own } = await answerOf<OwnPosts>(
      await office.owner.write('PUT', path(`announcements/${postId}`), { body: { ...news, text: 'Open at 8.' } }),
    );
    expect(own).toMatchObject([{ text: 'Open at 8.', state: 'waiting' }]);
    expect((await page()).announcements).toEqual([]);
    expect(await waiting()).toMatchObject([{ kind: 'announcement', announcement: { text: 'Open at 8.' } }]);
    expect(await answerOf(await office.staff.get('/api/staff/changes'))).toEqual([]);
  });
});
