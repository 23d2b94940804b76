/**
 * Two people do at the same time what only one may do. Other races stand beside what they are about: claims (claims/), reset links
 * (account-links), offers, photos (owner-pictures), sign-up (accounts), refunds (listing-orders), answers (business-messages).
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { makeRecoveryCodes, replaceRecoveryCodes, takeRecoveryCode } from '#features/accounts/server/recovery-codes.ts';
import { users } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let app: ReturnType<typeof createApi>;
beforeEach(() => {
  app = createApi(testServices(database));
});

it('one of two recovery codes used at once', async () => {
  const { id } = await aUser(database.db);
  const codes = await makeRecoveryCodes(id);
  await replaceRecoveryCodes(database.db, id, codes);
  const typed = codes[0]?.code ?? '';
  const uses = Array.from({ length: 4 }, () =>
    database.db.transaction((tx) => takeRecoveryCode(tx, id, typed, new Date())),
  );
  expect((await Promise.all(uses)).filter((isTaken) => isTaken)).toEqual([true]);
});

describe('roles', () => {
  const staffMember = async (username: string) => {
    const { id } = await aUser(database.db, { username, role: 'staff', emailVerifiedAt: new Date() });
    const browser = new TestBrowser(app).withSession(await aSession(database.db, id));
    await browser.get('/api/csrf-token');
    return { id, browser };
  };

  it('of two of the staff who remove each other at once, one stays', async () => {
    const [ada, bea] = [await staffMember('ada'), await staffMember('bea')];
    const remove = (by: TestBrowser, id: string) =>
      by.write('PUT', `/api/staff/people/${id}/role`, { body: { role: 'owner' } });
    const answers = await Promise.all([remove(ada.browser, bea.id), remove(bea.browser, ada.id)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const roles = await database.db.select({ role: users.role }).from(users);
    expect(roles.map(({ role }) => role).toSorted()).toEqual(['owner', 'staff']);
  });

  it('two of the staff who give somebody a role at once give it once', async () => {
    const [ada, bea] = [await staffMember('ada'), await staffMember('bea')];
    const { id } = await aUser(database.db, { emailVerifiedAt: new Date() });
    const give = (by: TestBrowser) => by.write('PUT', `/api/staff/people/${id}/role`, { body: { role: 'staff' } });
    const answers = await Promise.all([give(ada.browser), give(bea.browser)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
