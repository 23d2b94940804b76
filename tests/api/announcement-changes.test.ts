/** Owners change announcements that are on a page: staff see it among the edits, and can undo it. */
import { isNotNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Change } from '#features/approvals/contract.ts';
import { announcements } from '#server/db/schema/index.ts';
import { found } from '#tests/support/found.ts';
import { news, postingOwner } from '#tests/support/posting-owner.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { workOffJobs } from '#tests/support/work-off-jobs.ts';

const database = testDatabase();
const fig = postingOwner(database);
const { announce, page, waiting, decide, edits, postsAs, change, remove, posts, undo, mails } = fig;

describe('announcements', () => {
  it('are changed on their page at once; staff see the change among the edits and put it back once', async () => {
    await postsAs('direct');
    const postId = found((await announce()).announcements[0], 'announcement').id;
    const changed = await change(`announcements/${postId}`, { ...news, text: 'From Monday on we open at 8.', url: '' });
    expect(changed.announcements).toMatchObject([{ state: 'shown', url: null }]);
    expect((await page()).announcements).toMatchObject([{ text: 'From Monday on we open at 8.' }]);
    const edit = found((await edits())[0], 'edit');
    expect(edit).toMatchObject({ by: { username: 'olga' }, business: { id: fig.id }, reviewed: null });
    expect(edit.fields).toMatchObject([
      {
        ...{ field: 'announcement', state: 'live', canUndo: true },
        before: expect.stringMatching(/^From Monday on we open at 7\. \(https:\/\/figs\.example\/hours\), until /),
        after: expect.stringMatching(/^From Monday on we open at 8\., until /),
      },
    ]);
    expect(await waiting()).toMatchObject([{ kind: 'change', id: edit.id }]);
    expect(await answerOf(await fig.office.staff.get('/api/staff/counts'))).toMatchObject({ changes: 1 });

    const undoEdit = (by = fig.office.staff) =>
      by.post(`/api/staff/changes/${edit.id}/undo`, { body: { reason: 'The door says 7.' } });
    expect((await undoEdit(fig.office.owner)).status).toBe(403);
    expect((await answerOf<Change>(await undoEdit())).fields).toMatchObject([{ state: 'undone', canUndo: false }]);
    expect((await page()).announcements).toMatchObject([{ text: news.text, url: 'https://figs.example/hours' }]);
    expect(await edits('?state=open')).toEqual([]);
    expect((await undoEdit()).status).toBe(409);

    const redo = () => fig.office.staff.post(`/api/staff/changes/${edit.id}/redo`, { body: { isSlip: true } });
    expect((await answerOf<Change>(await redo())).fields).toMatchObject([{ state: 'live', canRedo: false }]);
    expect((await page()).announcements).toMatchObject([{ text: 'From Monday on we open at 8.', url: null }]);
    expect(await edits('?state=open')).toHaveLength(1);
    expect((await redo()).status).toBe(409);
    await answerOf(await undoEdit());
    expect((await page()).announcements).toMatchObject([{ text: news.text, url: 'https://figs.example/hours' }]);
    await workOffJobs(testServices(database));
    const letter = found((await queuedMail(database.pool)).at(-1), 'letter to the owner');
    expect(letter.to).toBe('olga@example.com');
    expect(letter.text).toContain('The door says 7.');
    expect(letter.text).toContain('From Monday on we open at 8.');
  });

  it('cannot be put back once they were changed again or taken down', async () => {
    await postsAs('direct');
    const postId = found((await announce()).announcements[0], 'announcement').id;
    for (const text of ['Open at 8.', 'Open at 9.']) await change(`announcements/${postId}`, { ...news, text });
    const [last, first] = await edits();
    expect(first?.fields).toMatchObject([{ state: 'changed' }]);
    expect((await fig.office.staff.post(`/api/staff/changes/${first?.id}/undo`, { body: {} })).status).toBe(409);
    await answerOf(await decide(postId, { shown: false, reason: 'It names a rival.' }));
    expect((await fig.office.staff.post(`/api/staff/changes/${last?.id}/undo`, { body: {} })).status).toBe(409);
    await answerOf(await fig.office.staff.post(`/api/staff/changes/${last?.id}/keep`));
    expect(await answerOf(await fig.office.staff.get('/api/staff/changes?state=open'))).toHaveLength(1);
  });

  async function shownOne() {
    await announce();
    const [item] = await waiting();
    const postId = found(item, 'item').id;
    await answerOf(await decide(postId, { shown: true }));
    await postsAs('reviewed');
    return { postId, part: `announcements/${postId}` };
  }

  it('keep their words on the page while the change of an owner who waits is in the queue', async () => {
    const { part } = await shownOne();
    const { announcements: own } = await change(part, { ...news, text: 'Open at 8.' });
    expect(own).toMatchObject([{ text: news.text, state: 'shown', change: { text: 'Open at 8.', state: 'waiting' } }]);
    expect((await page()).announcements).toMatchObject([{ text: news.text }]);
    const [item] = await waiting();
    if (item?.kind !== 'announcement') throw new Error('no announcement waits');
    expect(item.announcement).toMatchObject({ text: 'Open at 8.', changes: { text: news.text } });
    expect(await edits()).toEqual([]);
    expect((await mails()).at(-1)).toEqual(['hello@oakbend.example', 'Announcement changed: Fig']);

    await change(part, { ...news, text: 'Open at 9.' });
    const seen = item.announcement.createdAt;
    expect((await decide(item.id, { shown: true, seen })).status).toBe(409);
    expect(await answerOf(await decide(item.id, { shown: true }))).toMatchObject({ text: 'Open at 9.', changes: null });
    expect((await page()).announcements).toMatchObject([{ text: 'Open at 9.' }]);
    expect((await posts()).announcements).toMatchObject([{ text: 'Open at 9.', change: null }]);
    expect(await waiting()).toEqual([]);
    await undo(item.id);
    expect((await page()).announcements).toMatchObject([{ text: news.text }]);
    expect(await waiting()).toMatchObject([{ id: item.id, announcement: { text: 'Open at 9.' } }]);
  });

  it('keep their words when staff refuse a change, which its owner reads and sends anew or takes back', async () => {
    const { part } = await shownOne();
    await change(part, { ...news, text: 'The rival is closed.' });
    const [item] = await waiting();
    const changeId = found(item, 'change').id;
    await answerOf(await decide(changeId, { shown: false, reason: 'It names a rival.' }));
    expect((await page()).announcements).toMatchObject([{ text: news.text }]);
    expect((await posts()).announcements).toMatchObject([
      { state: 'shown', reason: null, change: { state: 'hidden', reason: 'It names a rival.' } },
    ]);
    const letter = found((await queuedMail(database.pool)).at(-1), 'letter to the author');
    expect(letter.text).toMatch(/its\s+page says what it said before/);
    expect(await answerOf(await fig.office.staff.get(`/api/staff/businesses/${fig.id}/announcements`))).toMatchObject({
      announcements: [{ text: news.text }],
    });

    await change(part, { ...news, text: 'Open at 8.' });
    expect(await waiting()).toMatchObject([{ id: changeId, announcement: { reason: null } }]);
    expect((await remove(`announcements/${changeId}`)).announcements).toMatchObject([
      { text: news.text, change: null },
    ]);
    expect(await waiting()).toEqual([]);
    expect((await page()).announcements).toMatchObject([{ text: news.text }]);
  });

  it('get no second one of a change, even by the release before, which takes it for a new one', async () => {
    await postsAs('direct');
    const { announcements: own } = await announce();
    await postsAs('reviewed');
    await change(`announcements/${found(own[0], 'announcement').id}`, { ...news, text: 'Other words' });
    const show = database.db.update(announcements).set({ status: 'shown' }).where(isNotNull(announcements.changesId));
    const refused = expect.objectContaining({ constraint: 'announcements_change_never_shown' });
    await expect(show).rejects.toHaveProperty('cause', refused);
  });

  it('lose a change that waits once they are changed at once, taken down or removed', async () => {
    const { postId, part } = await shownOne();
    await change(part, { ...news, text: 'Open at 8.' });
    await answerOf(await decide(postId, { shown: false, reason: 'It is not true.' }));
    const [item] = await waiting();
    expect((await decide(found(item, 'change').id, { shown: true })).status).toBe(409);
    await change(part, { ...news, text: 'Open at 9.' });
    expect(await waiting()).toMatchObject([{ id: postId, announcement: { changes: null } }]);
    await remove(part);
    expect(await database.db.$count(announcements)).toBe(0);
  });
});
