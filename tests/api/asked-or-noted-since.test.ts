/** A colleague notes something or asks back while the question of an approval is open: the yes was given without it, so it waits. */
import { beforeEach, expect, it } from 'vitest';
import type { StaffBusiness } from '#features/approvals/contract.ts';
import type { StaffClaim } from '#features/claims/staff-contract.ts';
import { claims } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { only } from '#tests/support/found.ts';
import { aClaim } from '#tests/support/kept-form-case.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const database = testDatabase();
let office: StaffOffice;
let maxs: TestBrowser;
beforeEach(async () => {
  office = await aStaffOffice(database);
  const max = await aUser(database.db, { role: 'staff', username: 'max' });
  maxs = new TestBrowser(office.app).withSession(await aSession(database.db, max.id));
});

it('a claim is not approved over a note or a question that the page did not show', async () => {
  await aClaim(database.db, office.ownerUser, 'Bluebird Cleaners');
  const { id } = only(await database.db.select().from(claims), 'claim');
  const approve = (seen: object) => office.staff.post(`/api/staff/claims/${id}/approve`, { body: seen });
  await answerOf(
    await maxs.post(`/api/staff/conversations/${id}/notes`, { body: { note: 'STOP,\nthis is a fraud.' } }),
  );
  expect(await problemOf(await approve({ notes: 0 }))).toMatchObject({
    status: 409,
    message: 'max noted just now: “STOP, this is a fraud.” Please look at it again.',
  });
  await answerOf(await maxs.post(`/api/staff/claims/${id}/question`, { body: { question: 'Who are you?' } }));
  expect(await problemOf(await approve({ notes: 1, askedAt: null }))).toMatchObject({
    status: 409,
    message: 'max asked the claimant a question just now.',
  });
  const { question, status } = await answerOf<StaffClaim>(await office.staff.get(`/api/staff/claims/${id}`));
  expect([status, question?.text, question?.askedBy]).toEqual(['in_review', 'Who are you?', 'max']);
  const seen = await approve({ notes: 1, askedAt: question?.askedAt });
  await answerOf(seen);
});

it('a listing is not approved over a question that the line did not show, alone or with others', async () => {
  const { id } = await aBusiness(database.db, { status: 'pending', name: 'Fig Bar', ownerId: office.ownerUser.id });
  const read = async () => answerOf<StaffBusiness>(await office.staff.get(`/api/staff/businesses/${id}`));
  const { version } = await read();
  await answerOf(await maxs.post(`/api/staff/businesses/${id}/question`, { body: { question: 'Where is it?' } }));
  const approve = (askedAt: string | null | undefined) =>
    office.staff.post(`/api/staff/businesses/${id}/approve`, { body: { version, askedAt } });
  const message = 'max asked the sender of Fig Bar a question just now.';
  expect(await problemOf(await approve(null))).toMatchObject({ status: 409, message });
  const together = async (seen: object) =>
    answerOf(await office.staff.post('/api/staff/queue/approve', { body: { listings: [{ id, version, ...seen }] } }));
  for (const seen of [{}, { askedAt: null }]) {
    expect(await together(seen)).toMatchObject({ done: [], refused: [{ id, why: message }] });
  }
  await answerOf(await approve((await read()).question?.askedAt));
  expect((await read()).status).toBe('approved');
});

it('a listing is approved with others when the yes was given to its open question', async () => {
  const { id } = await aBusiness(database.db, { status: 'pending', name: 'Fig Bar', ownerId: office.ownerUser.id });
  const read = async () => answerOf<StaffBusiness>(await office.staff.get(`/api/staff/businesses/${id}`));
  const { version } = await read();
  await answerOf(await maxs.post(`/api/staff/businesses/${id}/question`, { body: { question: 'Where is it?' } }));
  const askedAt = (await read()).question?.askedAt;
  const listings = [{ id, version, askedAt }];
  expect(await answerOf(await office.staff.post('/api/staff/queue/approve', { body: { listings } }))).toMatchObject({
    done: [id],
    refused: [],
  });
});
