/** Staff ask a claimant back; the claim waits for the answer. */
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { QueueItem } from '#features/approvals/contract.ts';
import { waitEnd } from '#features/claims/claim-rules.ts';
import { addReply, documentNote } from '#features/claims/server/ask-claimant.ts';
import type { StaffClaim } from '#features/claims/staff-contract.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { claims, conversations } from '#server/db/schema/index.ts';
import { dayMs, hourMs } from '#shared/times.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { bakeryClaims } from '#tests/support/bakery-claims.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { problemOf } from '#tests/support/test-browser.ts';
import { testServices } from '#tests/support/test-services.ts';

const bakery = bakeryClaims();
const { site, database, subjects, audited, aClaim, row, statusOf } = bakery;

const question = 'Which name stands on the lease?';
const ask = (id: string, text = question) =>
  bakery.stella.browser.post(`/api/staff/claims/${id}/question`, { body: { question: text } });
const answer = (id: string) =>
  bakery.ada.browser.write('PUT', `/api/claims/${id}/evidence`, {
    body: { note: 'Ada Oakley, since 2020.', phone: '' },
  });
const staffSees = async (id: string) =>
  answerOf<StaffClaim>(await bakery.stella.browser.get(`/api/staff/claims/${id}`));

describe('a question to a claimant', () => {
  it('is mailed and stands on the dashboard, and the claim waits, uncharged, until the answer', async () => {
    const id = await aClaim(bakery.ada);
    const atDesk = (await subjects('hello@oakbend.example')).length;
    expect(await answerOf(await ask(id))).toMatchObject({
      status: 'in_review',
      dueAt: null,
      question: { text: question, repliedAt: null },
    });
    expect(await subjects('ada@example.com')).toContain('A question about your claim on Bakery');
    expect(await audited()).toContain('claim.asked');
    const end = waitEnd((await row(bakery.ada))?.submittedAt ?? null, new Date(0)).toISOString();
    expect(await site.desk.claimOf(bakery.ada)).toMatchObject({ question, dueAt: null, waitsUntil: end });
    const office = bakery.stella.browser;
    const counts = async () => answerOf<{ claims: number }>(await office.get('/api/staff/counts'));
    expect((await counts()).claims).toBe(0);
    const pending = await aBusiness(database.db, { name: 'Since then', status: 'pending' });
    const lines = await answerOf<QueueItem[]>(await office.get('/api/staff/queue'));
    expect(lines.map((line) => [line.kind, line.id])).toEqual([
      ['listing', pending.id],
      ['claim', id],
    ]);
    expect(lines.at(-1)).toMatchObject({ isAsked: true });
    site.desk.aheadMs = 3 * hourMs;
    expect(await answerOf(await answer(id))).toMatchObject({
      question: null,
      note: '',
      talk: [
        { by: 'us', text: question },
        { by: 'them', text: 'Ada Oakley, since 2020.' },
      ],
    });
    const { repliedAt, dueAt } = (await row(bakery.ada)) ?? {};
    expect((dueAt?.getTime() ?? 0) - (repliedAt?.getTime() ?? 0)).toBe(dayMs);
    expect((await staffSees(id)).question?.repliedAt).toBe(repliedAt?.toISOString());
    const queue = await answerOf<QueueItem[]>(await bakery.stella.browser.get('/api/staff/queue?kind=claim'));
    expect(queue).toMatchObject([{ at: repliedAt?.toISOString(), isAsked: false }]);
    expect((await counts()).claims).toBe(1);
    // Saving again tells staff nothing new.
    await answerOf(await answer(id));
    expect((await subjects('hello@oakbend.example')).slice(atDesk)).toEqual(['Claim answered: Bakery']);
    expect(await site.desk.chargedCents(bakery.ada)).toBe(0);
    site.desk.aheadMs = 0;
  });

  it('is answered by a document, and staff hear of what is written after it too', async () => {
    const id = await aClaim(bakery.ada);
    await answerOf(await ask(id));
    const atDesk = (await subjects('hello@oakbend.example')).length;
    for (let count = 0; count < 2; count++) {
      await database.db.transaction((tx) => addReply(tx, id, documentNote, testServices(database)));
    }
    await answerOf(await answer(id));
    const mails = (await queuedMail(database.pool)).filter(({ to }) => to === 'hello@oakbend.example').slice(atDesk);
    expect(mails.map(({ subject }) => subject)).toEqual(['Claim answered: Bakery', 'Claim answered: Bakery']);
    expect(mails.map(({ text }) => /Added a document|Ada Oakley, since 2020/.exec(text ?? '')?.[0])).toEqual([
      'Added a document',
      'Ada Oakley, since 2020',
    ]);
  });

  it('stays open when a document comes while the answer is still being typed', async () => {
    const id = await aClaim(bakery.ada);
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n');
    const headers = { 'Content-Type': 'application/octet-stream' };
    const upload = (query = '') =>
      bakery.ada.browser.write('POST', `/api/claims/${id}/documents${query}`, { body: pdf, headers });
    await answerOf(await ask(id));
    const atDesk = (await subjects('hello@oakbend.example')).length;
    expect((await upload('?unsent=everything')).status).toBe(400);
    const lines = [
      { by: 'us', text: question },
      { by: 'them', text: documentNote },
    ];
    expect(await answerOf(await upload('?unsent=answer'))).toMatchObject({ question, documents: [{}], talk: lines });
    expect((await staffSees(id)).question?.repliedAt).toBeNull();
    const talk = await answerOf<Conversation>(await bakery.stella.browser.get(`/api/staff/conversations/${id}`));
    expect(talk.state).toBe('waiting');
    expect((await subjects('hello@oakbend.example')).slice(atDesk)).toEqual([]);
    expect(await answerOf(await answer(id))).toMatchObject({ question: null });
    expect((await subjects('hello@oakbend.example')).slice(atDesk)).toEqual(['Claim answered: Bakery']);
    // Nothing is open any more: further documents are further lines, and staff see them.
    expect(await answerOf(await upload('?unsent=answer'))).toMatchObject({ question: null, talk: { length: 4 } });
    await answerOf(await ask(id, 'And the license?'));
    expect(await answerOf(await upload())).toMatchObject({ question: null });
  });

  it('waits for nobody any more once the claim is decided on, until the claimant writes again', async () => {
    const id = await aClaim(bakery.ada);
    const staff = bakery.stella.browser;
    const talk = async () => (await answerOf<Conversation>(await staff.get(`/api/staff/conversations/${id}`))).state;
    await answerOf(await ask(id));
    expect(await talk()).toBe('waiting');
    await answerOf(await answer(id));
    expect(await talk()).toBe('open');
    await answerOf(await staff.post(`/api/staff/claims/${id}/reject`, { body: { reason: 'It is another bakery.' } }));
    expect(await talk()).toBe('closed');
    expect(await answerOf(await staff.get('/api/staff/conversations'))).toEqual([]);
    const later = new Date(Date.now() + dayMs);
    await database.db.update(conversations).set({ lastWord: 'them', lastAt: later }).where(eq(conversations.id, id));
    expect(await talk()).toBe('open');
  });

  it('gets each answer as a line of its own, below what was said with the claim', async () => {
    const id = await aClaim(bakery.ada);
    const say = (note: string, phone = '') =>
      bakery.ada.browser.write('PUT', `/api/claims/${id}/evidence`, { body: { note, phone } });
    await answerOf(await say('I bake ther.'));
    await answerOf(await say('I bake there.'));
    await answerOf(await ask(id));
    expect(await problemOf(await say(' '))).toMatchObject({ status: 422, fields: { note: 'Please write an answer' } });
    await answerOf(await say('Ada Oakley.', '210-555-0142'));
    // Sent twice by a shaky connection.
    await answerOf(await say('Ada Oakley.', '210-555-0142'));
    await answerOf(await ask(id, 'And since when?'));
    await answerOf(await say('Since 2020.', '210-555-0142'));
    const lines = [
      ['us', question],
      ['them', 'Ada Oakley.\nPhone number at the business: 210-555-0142'],
      ['us', 'And since when?'],
      ['them', 'Since 2020.'],
    ];
    const said = ({ note, talk }: { note: string; talk: StaffClaim['talk'] }) => ({
      note,
      lines: talk.map(({ by, text }) => [by, text]),
    });
    expect(said(await site.desk.claimOf(bakery.ada))).toEqual({ note: 'I bake there.', lines });
    const { evidence, talk } = await staffSees(id);
    expect(evidence).toMatchObject({ note: 'I bake there.', phone: '210-555-0142' });
    expect(said({ note: evidence.note, talk })).toMatchObject({ lines });
    const path = `/api/staff/conversations/${id}`;
    const letter = await answerOf<Conversation>(await bakery.stella.browser.get(path));
    expect(letter).toMatchObject({ text: 'I bake there.', isUnread: true, state: 'open' });
    expect(letter.posts.map(({ kind, text }) => [kind === 'answer' ? 'us' : 'them', text])).toEqual(lines);
    // A note is for colleagues.
    await answerOf(await bakery.stella.browser.post(`${path}/notes`, { body: { note: 'I know her.' } }));
    expect(said(await site.desk.claimOf(bakery.ada)).lines).toEqual(lines);
  });

  it('may be followed by another, for which the claim waits again', async () => {
    const id = await aClaim(bakery.ada);
    await answerOf(await ask(id));
    await answerOf(await answer(id));
    await answerOf(await ask(id, 'And since when?'));
    expect(await site.desk.claimOf(bakery.ada)).toMatchObject({ question: 'And since when?' });
  });

  it('is refused when it says nothing, for a claim that is decided, and for one that there is not', async () => {
    const id = await aClaim(bakery.ada);
    expect(await problemOf(await ask(id, ' ? '))).toMatchObject({
      status: 422,
      fields: { question: 'Please write a question' },
    });
    await database.db.update(claims).set({ status: 'rejected' }).where(eq(claims.id, id));
    expect((await ask(id)).status).toBe(409);
    expect((await ask('0198d3a0-0000-7000-8000-000000000000')).status).toBe(404);
    expect(await statusOf(bakery.ada)).toBe('rejected');
    expect(await subjects('ada@example.com')).not.toContain('A question about your claim on Bakery');
  });
});
