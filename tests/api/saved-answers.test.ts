/** The answers that owners and managers keep for the messages to their listings. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { beforeDeletion } from '#app/wiring/before-deletion.ts';
import { deleteOwnAccount } from '#features/accounts/server/delete-account.ts';
import { maxSavedAnswers, type SavedAnswer } from '#features/business-messages/answers-contract.ts';
import { listingManagers, ownerAnswers } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { found } from '#tests/support/found.ts';
import { answerOf, aStaffOffice, type StaffOffice } from '#tests/support/staff-office.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let office: StaffOffice;
let id: string;
beforeEach(async () => {
  office = await aStaffOffice(database);
  ({ id } = await aBusiness(database.db, { slug: 'fig', name: 'Fig', ownerId: office.ownerUser.id }));
});

const path = (answerId?: string, listing = id) =>
  `/api/businesses/${listing}/saved-answers${answerId === undefined ? '' : `/${answerId}`}`;
const add = (text: string, browser = office.owner) => browser.post(path(), { body: { text } });
const change = (answerId: string, text: string, browser = office.owner) =>
  browser.write('PUT', path(answerId), { body: { text } });
const textsOf = async (answer: Response) => (await answerOf<SavedAnswer[]>(answer)).map(({ text }) => text);
const idOf = async (answer: Response) => found((await answerOf<SavedAnswer[]>(answer)).at(-1), 'saved answer').id;

describe('saved answers', () => {
  it('are added, changed and removed, for each listing its own', async () => {
    const sundays = await idOf(await add('  Hello {name}, we are open on Sundays.  '));
    expect(await textsOf(await add('We have no parking.'))).toEqual([
      'Hello {name}, we are open on Sundays.',
      'We have no parking.',
    ]);
    expect(await textsOf(await change(sundays, 'Hello {name}, on Sundays from 9 to 1.'))).toEqual([
      'Hello {name}, on Sundays from 9 to 1.',
      'We have no parking.',
    ]);
    const { id: other } = await aBusiness(database.db, { ownerId: office.ownerUser.id });
    expect(await textsOf(await office.owner.get(path(undefined, other)))).toEqual([]);
    expect((await office.owner.write('DELETE', path(sundays, other))).status).toBe(404);
    expect((await office.owner.write('PUT', path(sundays, other), { body: { text: 'No.' } })).status).toBe(404);
    expect(await textsOf(await office.owner.write('DELETE', path(sundays)))).toEqual(['We have no parking.']);
    expect((await office.owner.write('DELETE', path(sundays))).status).toBe(404);
    expect((await change(sundays, 'No.')).status).toBe(404);
  });

  it('are kept once in the same words, and have an end in number and length', async () => {
    expect(await textsOf(await add('Yes.'))).toEqual(['Yes.']);
    expect(await textsOf(await add('Yes. '))).toEqual(['Yes.']);
    const second = await idOf(await add('No.'));
    expect((await change(second, 'Yes.')).status).toBe(409);
    expect(await textsOf(await change(second, 'No.'))).toEqual(['Yes.', 'No.']);
    for (const text of [' ', 'a'.repeat(3001)]) {
      expect((await problemOf(await add(text))).fields).toHaveProperty('text');
    }
    for (let count = 3; count <= maxSavedAnswers; count += 1) await answerOf(await add(`Answer ${count}`));
    const refused = await add('One more');
    expect([refused.status, (await problemOf(refused)).message]).toEqual([409, expect.stringContaining('remove one')]);
    expect(await textsOf(await change(second, 'No, sorry.'))).toHaveLength(maxSavedAnswers);
  });

  it('never grow beyond their number when two people save at once', async () => {
    for (let count = 2; count <= maxSavedAnswers; count += 1) await answerOf(await add(`Answer ${count}`));
    const statuses = (await Promise.all(['One', 'Two', 'Three'].map((text) => add(text)))).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
    expect(await database.db.$count(ownerAnswers)).toBe(maxSavedAnswers);
  });

  it('belong to the owner and the managers, not to staff or other owners', async () => {
    const one = await idOf(await add('Yes.'));
    const app = createApi(testServices(database));
    const bo = await aUser(database.db);
    const browser = new TestBrowser(app).withSession(await aSession(database.db, bo.id));
    for (const who of [browser, office.staff]) {
      const tried = [
        await who.get(path()),
        await add('No.', who),
        await change(one, 'No.', who),
        await who.write('DELETE', path(one)),
      ];
      expect(tried.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    }
    expect((await office.visitor.get(path())).status).toBe(401);
    await database.db.insert(listingManagers).values({ businessId: id, userId: bo.id, invitedBy: office.ownerUser.id });
    expect(await textsOf(await change(one, 'Yes, we do.', browser))).toEqual(['Yes, we do.']);
  });

  it('move with a merge and back with its undo, are in the download, and go with the owner', async () => {
    await add('Yes.');
    const kept = await aBusiness(database.db, { slug: 'ladder', name: 'Ladder' });
    await answerOf(await office.staff.post(`/api/staff/businesses/${id}/merge`, { body: { into: kept.id } }));
    const count = (listing: string) => database.db.$count(ownerAnswers, eq(ownerAnswers.businessId, listing));
    expect([await count(id), await count(kept.id)]).toEqual([0, 1]);
    await answerOf(await office.staff.post('/api/staff/undo', { body: { subjectId: kept.id } }));
    expect([await count(id), await count(kept.id)]).toEqual([1, 0]);
    expect(await answerOf(await office.owner.get('/api/account/data'))).toMatchObject({
      businesses: [{ savedAnswers: ['Yes.'] }],
    });
    await deleteOwnAccount(office.ownerUser, testServices(database), beforeDeletion);
    expect(await database.db.$count(ownerAnswers)).toBe(0);
  });
});
