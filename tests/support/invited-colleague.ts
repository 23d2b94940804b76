/** The people in tests of invitations to the staff: two administrators, and the browser of a colleague. */
import type { Hono } from 'hono';
import { createApi } from '#app/api/api.ts';
import type { WaitingInvitation } from '#features/staff-invitations/staff-contract.ts';
import type { ApiEnv } from '#server/http/serve.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { found } from './found.ts';
import { mailedToken } from './mailed-link.ts';
import { answerOf } from './staff-office.ts';
import { TestBrowser } from './test-browser.ts';
import type { TestDatabase } from './test-database.ts';
import { testServices } from './test-services.ts';

export const mailbox = 'clara@town.example';

/** Long enough and of no name. */
export const password = 'under the live oaks';

export interface InvitingOffice {
  app: Hono<ApiEnv>;
  stella: User;
  boris: User;
  /** Stella's browser. */
  staff: TestBrowser;
  /** Boris's browser. */
  other: TestBrowser;
  invite: (given?: { email?: string; rights?: string[] }, by?: TestBrowser) => Promise<Response>;
  /** The one that waits. */
  waiting: () => Promise<WaitingInvitation>;
  /** The token of the latest mail. */
  token: (to?: string) => Promise<string>;
  join: (token: string, given?: object, by?: TestBrowser) => Promise<Response>;
}

export async function anInvitingOffice(database: TestDatabase, now: () => Date): Promise<InvitingOffice> {
  const { db } = database;
  const app = createApi(testServices(database, { now }));
  const stella = await aUser(db, { role: 'staff', username: 'stella', email: 'stella@town.example' });
  const boris = await aUser(db, { role: 'staff', username: 'boris', email: 'boris@town.example' });
  const staff = new TestBrowser(app).withSession(await aSession(db, stella.id));
  const other = new TestBrowser(app).withSession(await aSession(db, boris.id));
  return {
    ...{ app, stella, boris, staff, other },
    invite: ({ email = mailbox, rights = ['editor', 'moderator'] } = {}, by = staff) =>
      by.post('/api/staff/invitations', { body: { email, rights } }),
    waiting: async () =>
      found((await answerOf<WaitingInvitation[]>(await staff.get('/api/staff/invitations')))[0], 'invitation'),
    token: (to = mailbox) => mailedToken(db, to, 'staff-invitation'),
    join: (token, given = {}, by = new TestBrowser(app, '198.51.100.7')) =>
      by.post('/api/colleague-invitations/account', { body: { token, username: 'clara', password, ...given } }),
  };
}
