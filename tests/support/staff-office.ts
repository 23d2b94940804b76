/** The people in tests of the staff area: a member of staff, an owner and a visitor, each with a browser. */
import type { Hono } from 'hono';
import { createApi } from '#app/api/api.ts';
import type { ApiEnv } from '#server/http/serve.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { TestBrowser } from './test-browser.ts';
import type { TestDatabase } from './test-database.ts';
import { testServices } from './test-services.ts';

export interface StaffOffice {
  app: Hono<ApiEnv>;
  staffUser: User;
  ownerUser: User;
  staff: TestBrowser;
  owner: TestBrowser;
  visitor: TestBrowser;
}

export async function aStaffOffice(database: TestDatabase): Promise<StaffOffice> {
  const app = createApi(testServices(database));
  const { db } = database;
  const staffUser = await aUser(db, { role: 'staff', username: 'stella' });
  const ownerUser = await aUser(db, { username: 'olga', email: 'olga@example.com', emailVerifiedAt: new Date() });
  return {
    app,
    staffUser,
    ownerUser,
    staff: new TestBrowser(app).withSession(await aSession(db, staffUser.id)),
    owner: new TestBrowser(app).withSession(await aSession(db, ownerUser.id)),
    visitor: new TestBrowser(app),
  };
}

/** Returns the body of a successful answer; otherwise fails with the refusal's text. */
export async function answerOf<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
