/** A resident recommends a business: confirmed by mail, one for each mailbox, looked at by staff when in doubt, answered by the owner. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Business } from '#features/businesses/contract.ts';
import type { Conversation } from '#features/conversations/contract.ts';
import { recommendationConfirmedMessages as said } from '#features/recommendations/contract.ts';
import type { OwnRecommendation } from '#features/recommendations/own-contract.ts';
import { sweepRecommendations } from '#features/recommendations/server/recommend-business.ts';
import type { StaffRecommendation } from '#features/recommendations/staff-contract.ts';
import { auditLog, businesses, recommendations, reports } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';
import { aBusiness, type Business as Row } from '#tests/factories/a-business.ts';
import { only } from '#tests/support/found.ts';
import { forgetQueuedMail, queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
let bakery: Row;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  office = await aStaffOffice(database);
  bakery = await aBusiness(database.db, {
    ...{ slug: 'oak-bakery', name: 'Oak Bakery', ownerId: office.ownerUser.id, email: 'shop@example.com' },
  });
});

const form = { name: 'Maria', email: 'maria@example.org', text: 'Best rye bread, and a smile with it.' };
const recommend = (more: object = {}, slug = 'oak-bakery', by = office.visitor) =>
  by.post(`/api/businesses/${slug}/recommendations`, { body: { ...form, ...more } });
const mails = () => queuedMail(database.pool);
const lastToken = async () => /confirm\?token=([\w-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? '';
const byLink = (what: 'confirmation' | 'withdrawal', token: string) =>
  office.visitor.post(`/api/recommendations/${what}`, { body: { token } });
const shown = async (slug = 'oak-bakery') =>
  (await answerOf<Business>(await office.visitor.get(`/api/businesses/${slug}`))).recommendations;
const forStaff = async () =>
  answerOf<StaffRecommendation[]>(await office.staff.get(`/api/staff/businesses/${bakery.id}/recommendations`));
const openReports = async () =>
  answerOf<Conversation[]>(await office.staff.get('/api/staff/conversations?kind=report'));
const decide = (id: string, isShown: boolean) =>
  office.staff.write('PUT', `/api/staff/recommendations/${id}`, { body: { shown: isShown } });
const own = async () => answerOf<OwnRecommendation[]>(await office.owner.get('/api/user/recommendations'));
const answer = (id: string, text = 'Thank you, Maria!') =>
  office.owner.post(`/api/user/recommendations/${id}/answer`, { body: { answer: text } });

/** Recommends and confirms; returns the link's token. */
async function confirmed(more: object = {}): Promise<string> {
  expect((await recommend(more)).status).toBe(201);
  const token = await lastToken();
  expect((await byLink('confirmation', token)).status).toBe(200);
  return token;
}

describe('a recommendation', () => {
  it('is mailed with a sentence that ends well, also for a name with a period', async () => {
    expect((await recommend({ name: 'Ana R.' })).status).toBe(201);
    expect((await mails())[0]?.text).toMatch(/ Ana R\., most likely you, recommends Oak Bakery on [^.]+\.\s/);
  });

  it('is shown with name and month once its mailbox has confirmed, and its owner is told', async () => {
    expect((await recommend()).status).toBe(201);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: form.email, subject: 'Please confirm: you recommend Oak Bakery' });
    expect(await shown()).toEqual([]);
    const token = await lastToken();
    const page = `/api/recommendations/confirmation?token=${token}`;
    const business = { name: 'Oak Bakery', slug: 'oak-bakery' };
    expect(await answerOf(await office.visitor.get(page))).toEqual({ business, isConfirmed: false });
    for (let n = 0; n < 2; n++) expect((await byLink('confirmation', token)).status).toBe(200);
    expect(await answerOf(await office.visitor.get(page))).toMatchObject({ message: said.shown });
    const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'America/Chicago' });
    expect(await shown()).toEqual([
      { id: expect.any(String), name: 'Maria', text: form.text, month: month.format(new Date()), answer: null },
    ]);
    expect((await mails()).slice(1)).toMatchObject([
      { to: 'olga@example.com', subject: 'Maria recommends Oak Bakery', text: expect.stringContaining(form.text) },
    ]);
    expect(JSON.stringify([await shown(), await own(), (await mails()).slice(1)])).not.toContain(form.email);
  });

  it('needs no words, and the newest comes first', async () => {
    await confirmed({ text: undefined });
    await confirmed({ name: 'Bo', email: 'bo@example.org', text: 'Fresh.' });
    expect((await shown()).map(({ name, text }) => [name, text])).toEqual([
      ['Bo', 'Fresh.'],
      ['Maria', ''],
    ]);
  });

  it('is one for each mailbox and listing: the later takes the place of the earlier', async () => {
    await recommend();
    const first = await lastToken();
    await recommend({ email: 'MARIA@example.org', text: 'Second thoughts: the rolls!' });
    const second = await lastToken();
    await Promise.all([byLink('confirmation', first), byLink('confirmation', second)]);
    expect(await shown()).toHaveLength(1);
    const third = await confirmed({ text: 'And the cake.' });
    expect(await shown()).toMatchObject([{ text: 'And the cake.' }]);
    await aBusiness(database.db, { slug: 'other' });
    await recommend({}, 'other');
    await byLink('confirmation', await lastToken());
    expect([await shown(), await shown('other')]).toMatchObject([[{ name: 'Maria' }], [{ name: 'Maria' }]]);
    expect((await byLink('withdrawal', third)).status).toBe(200);
    expect(await shown()).toEqual([]);
    for (const what of ['confirmation', 'withdrawal'] as const) expect((await byLink(what, third)).status).toBe(404);
  });

  it('answers the same whatever the mailbox has done, and mails it only so often', async () => {
    const first = await (await recommend()).json();
    for (let n = 0; n < 7; n++) {
      const again = await recommend({ email: 'Maria@example.org' });
      expect([again.status, await again.json()]).toEqual([201, first]);
    }
    expect(await mails()).toHaveLength(5);
  });

  it('refuses what is missing or too long, unknown listings and tokens that we did not write', async () => {
    const wrong: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ email: 'maria' }, 'email'],
      [{ text: 'x'.repeat(201) }, 'text'],
    ];
    for (const [fields, field] of wrong) {
      const { status, fields: told } = await problemOf(await recommend(fields));
      expect([status, Object.keys(told ?? {})]).toEqual([422, [field]]);
    }
    expect((await recommend({}, 'nowhere')).status).toBe(404);
    await aBusiness(database.db, { slug: 'unseen', status: 'hidden' });
    expect((await recommend({}, 'unseen')).status).toBe(404);
    await recommend();
    const token = await lastToken();
    for (const odd of ['', 'x', `${token.slice(0, -2)}AA`, 'A'.repeat(43)]) {
      expect((await byLink('confirmation', odd)).status).toBe(404);
      expect((await byLink('withdrawal', odd)).status).toBe(404);
      expect((await office.visitor.get(`/api/recommendations/confirmation?token=${odd}`)).status).toBe(404);
    }
    expect(await shown()).toEqual([]);
  });

  it('keeps nothing of a robot that fills the hidden field', async () => {
    expect((await recommend({ topic: 'pills' })).status).toBe(201);
    expect(await database.db.$count(recommendations)).toBe(0);
  });

  it('carries no links into a mailbox that may be anybody’s', async () => {
    await recommend({ name: 'www.evil.example', text: 'https://evil.example/x' });
    const mail = only(await mails(), 'mail');
    for (const text of [mail.subject, mail.text, mail.html]) expect(text).not.toContain('evil.example');
  });

  it('is taken so often for one listing and day, from wherever it comes', async () => {
    const tries = Array.from({ length: 61 }, (_, n) =>
      recommend({ email: `neighbor-${n}@example.org` }, 'oak-bakery', new TestBrowser(office.app, `10.9.${n}.1`)),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('goes after a week when nobody confirms it', async () => {
    await recommend();
    await confirmed({ email: 'bo@example.org' });
    await sweepRecommendations(database.db, new Date(Date.now() + 6 * dayMs));
    expect(await database.db.$count(recommendations)).toBe(2);
    await sweepRecommendations(database.db, new Date(Date.now() + 8 * dayMs));
    expect(await database.db.select().from(recommendations)).toMatchObject([{ email: 'bo@example.org' }]);
  });

  it('moves with a merge, where the mailbox has none already', async () => {
    await confirmed();
    await confirmed({ name: 'Bo', email: 'bo@example.org' });
    const kept = await aBusiness(database.db, { slug: 'kept', ownerId: null });
    await recommend({ text: 'Mine stays.' }, 'kept');
    await byLink('confirmation', await lastToken());
    const merge = { body: { into: kept.id, reason: '' } };
    await answerOf(await office.staff.post(`/api/staff/businesses/${bakery.id}/merge`, merge));
    expect((await shown('kept')).map(({ name, text }) => [name, text])).toEqual([
      ['Maria', 'Mine stays.'],
      ['Bo', form.text],
    ]);
  });
});

describe('staff', () => {
  it.each([
    ['doubtful words', { text: 'See https://pills.example' }],
    ['a doubtful name', { name: 'call 210-555-0142' }],
    ["the listing's own mailbox", { email: 'SHOP@example.com' }],
    ["its owner's mailbox", { email: 'olga@example.com' }],
  ])('look first at %s', async (_, more) => {
    const answer = await byLink('confirmation', await confirmed(more));
    expect([await shown(), await own(), await answerOf(answer)]).toEqual([[], [], { message: said.waiting }]);
    const row = only(await forStaff(), 'recommendation');
    expect(row.status).toBe('waiting');
    expect(await openReports()).toMatchObject([{ reason: 'recommendation', recommendation: { name: row.name } }]);
    expect((await mails()).at(-1)).toMatchObject({ to: 'hello@oakbend.example' });
    expect(await answerOf(await decide(row.id, true))).toMatchObject({ status: 'shown' });
    expect(await openReports()).toEqual([]);
    expect(await shown()).toHaveLength(1);
  });

  it('hide one at any time, and a new one of its sender waits for them', async () => {
    await confirmed();
    const { id } = only(await shown(), 'recommendation');
    await decide(id, false);
    expect([await shown(), await own()]).toEqual([[], []]);
    await confirmed({ text: 'Try again.' });
    expect(await shown()).toEqual([]);
    const row = only(await forStaff(), 'recommendation');
    expect(row).toMatchObject({ status: 'waiting', text: 'Try again.' });
    for (let n = 0; n < 2; n++) await decide(row.id, true);
    const acts = await database.db.select().from(auditLog).where(eq(auditLog.subjectId, bakery.id));
    expect(acts.map(({ action }) => action)).toEqual(['recommendation.hidden', 'recommendation.shown']);
    expect((await decide(crypto.randomUUID(), true)).status).toBe(404);
  });

  it('get what a visitor reports; it stays until they decide', async () => {
    await confirmed();
    const { id } = only(await shown(), 'recommendation');
    const report = (body: object, slug = 'oak-bakery') =>
      office.visitor.post(`/api/businesses/${slug}/recommendation-reports`, { body });
    expect((await report({ id, text: '' })).status).toBe(422);
    await aBusiness(database.db, { slug: 'other' });
    expect((await report({ id, text: 'Not hers.' }, 'other')).status).toBe(404);
    expect((await report({ id: crypto.randomUUID(), text: 'Nothing.' })).status).toBe(404);
    expect((await report({ id, text: 'She is his sister.' })).status).toBe(201);
    expect(await shown()).toHaveLength(1);
    expect(await openReports()).toMatchObject([
      { text: 'She is his sister.', recommendation: { name: 'Maria', text: form.text } },
    ]);
    await decide(id, false);
    expect([await shown(), await openReports()]).toEqual([[], []]);
    expect((await report({ id, text: 'Again' })).status).toBe(404);
    await database.db.delete(recommendations);
    expect(await database.db.$count(reports)).toBe(0);
  });
});

describe('the owner', () => {
  it('sees those that are shown and answers each', async () => {
    await confirmed();
    const { id, business } = only(await own(), 'recommendation');
    expect(business).toEqual({ slug: 'oak-bakery', name: 'Oak Bakery' });
    const refused = await problemOf(await answer(id, 'More at https://oak.example'));
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([422, ['answer']]);
    expect((await answer(id, ' ')).status).toBe(422);
    expect(await answerOf(await answer(id))).toMatchObject({ answer: 'Thank you, Maria!' });
    expect((await answer(id)).status).toBe(409);
    expect(await shown()).toMatchObject([{ answer: 'Thank you, Maria!' }]);
    await database.db.update(businesses).set({ ownerId: null });
    expect(await own()).toEqual([]);
    expect((await answer(id)).status).toBe(404);
  });

  it('changes the answer and takes it away, at once, and the history has both; the neighbor is mailed the first one, once', async () => {
    await confirmed();
    const { id } = only(await own(), 'recommendation');
    const path = `/api/user/recommendations/${id}/answer`;
    const change = (text: string, former: string) =>
      office.owner.write('PUT', path, { body: { answer: text, former } });
    expect((await change('Thanks!', 'Thank you')).status).toBe(409);
    await answerOf(await answer(id, 'Thank yu!'));
    const told = await mails();
    expect(told.at(-1)).toMatchObject({ to: form.email, text: expect.stringMatching(/yu!.*oak-bakery.*only email/s) });
    expect((await change('More at https://oak.example', 'Thank yu!')).status).toBe(422);
    expect(await answerOf(await change('Thank you!', 'Thank yu!'))).toMatchObject({ answer: 'Thank you!' });
    // Sent twice by a shaky connection.
    await answerOf(await change('Thank you!', 'Thank yu!'));
    expect((await change('Thanks!', 'Thank yu!')).status).toBe(409);
    expect([await shown(), await forStaff()]).toMatchObject([[{ answer: 'Thank you!' }], [{ answer: 'Thank you!' }]]);
    const remove = () => office.owner.write('DELETE', path);
    for (let n = 0; n < 2; n++) expect(await answerOf(await remove())).toMatchObject({ answer: null });
    expect([await shown(), await forStaff()]).toMatchObject([[{ answer: null }], [{ answer: null }]]);
    expect(await answerOf(await answer(id, 'Welcome back!'))).toMatchObject({ answer: 'Welcome back!' });
    expect(await mails()).toEqual(told);
    const rows = await database.db.select().from(auditLog).orderBy(auditLog.id);
    const about = rows.filter(({ action }) => action.startsWith('recommendation.answer'));
    expect(about.map(({ action, data }) => [action, (data as { answer?: unknown }).answer])).toEqual([
      ['recommendation.answered', undefined],
      ['recommendation.answer-changed', ['Thank yu!', 'Thank you!']],
      ['recommendation.answer-changed', ['Thank you!', null]],
      ['recommendation.answered', undefined],
    ]);
    await database.db.update(businesses).set({ ownerId: null });
    expect([(await change('x', 'y')).status, (await remove()).status]).toEqual([404, 404]);
  });

  it('has them in the personal download, the sender there too, and neither the address of the other', async () => {
    await confirmed();
    await confirmed({ name: 'Bo', email: 'olga@example.com' });
    const data = await (await office.owner.get('/api/account/data')).json();
    expect(data).toMatchObject({
      recommendations: [{ business: 'Oak Bakery', name: 'Bo', status: 'waiting' }],
      recommendationsReceived: [{ name: 'Maria', text: form.text }],
    });
    expect(JSON.stringify(data)).not.toContain(form.email);
  });
});
