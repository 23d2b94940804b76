/** A person changes the email of the account: who is asked, who is told, and what waits. */
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { makeLinkToken } from '#features/accounts/server/link-tokens.ts';
import { auditLog, users } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { mailedToken, mailTo } from '#tests/support/mailed-link.ts';
import { forgetQueuedMail } from '#tests/support/queued-mail.ts';
import { problemOf, TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
const password = 'under the live oaks';
let app: ReturnType<typeof createApi>;
let ada: User;
let browser: TestBrowser;
beforeEach(async () => {
  await forgetQueuedMail(database.pool);
  app = createApi(testServices(database));
  ada = await aUser(database.db, {
    username: 'ada',
    email: 'ada@example.com',
    passwordHash: await hashPassword(password),
    emailVerifiedAt: new Date(),
  });
  browser = new TestBrowser(app).withSession(await aSession(database.db, ada.id));
});

const stored = async () => (await database.db.select().from(users).where(eq(users.id, ada.id)))[0];
const audit = async () =>
  (await database.db.select().from(auditLog).orderBy(auditLog.id)).map(({ action, data }) => [action, data]);

describe('the email', () => {
  const change = (email: string, typed = password) =>
    browser.post('/api/account/email', { body: { email, password: typed } });
  const confirm = async (mailbox: string) =>
    new TestBrowser(app).post('/api/auth/verify-email', {
      body: { token: await mailedToken(database.db, mailbox, 'verify-email') },
    });

  it.each([
    ['ada@example.com', 'new@example.org'],
    ['new@example.org', 'ada@example.com'],
  ])('of a confirmed mailbox changes once %s and then %s have confirmed it', async (first, second) => {
    expect((await change('new@example.org')).status).toBe(202);
    expect((await confirm(first)).status).toBe(200);
    expect((await stored())?.email).toBe('ada@example.com');
    expect((await confirm(second)).status).toBe(200);
    expect(await stored()).toMatchObject({ email: 'new@example.org', emailVerifiedAt: expect.any(Date) });
    expect((await audit()).at(-1)).toEqual([
      'account.email-changed',
      { email: ['ada@example.com', 'new@example.org'], former: 'ada@example.com' },
    ]);
    for (const mailbox of ['ada@example.com', 'new@example.org']) {
      expect((await mailTo(database.db, mailbox)).at(-1)).toMatchObject({
        subject: expect.stringMatching(/was changed$/),
        text: expect.stringMatching(/now uses\s+new@example\.org/),
      });
    }
    expect((await confirm(second)).status).toBe(404);
  });

  it('is named by the page of each link; the new mailbox does not learn the former address', async () => {
    const words = async (token: string) =>
      (await (await new TestBrowser(app).post('/api/auth/verify-email/words', { body: { token } })).json()) as object;
    const at = (mailbox: string) => mailedToken(database.db, mailbox, 'verify-email');
    await change('new@example.org');
    const [old, fresh] = [await at('ada@example.com'), await at('new@example.org')];
    const named = { kind: 'change', email: 'new@example.org' };
    expect(await words(old)).toEqual({ link: { ...named, former: 'ada@example.com', isLast: false }, former: null });
    expect(await words(fresh)).toEqual({ link: { ...named, former: null, isLast: false }, former: null });
    expect((await stored())?.email).toBe('ada@example.com');
    await confirm('ada@example.com');
    expect(await words(old)).toEqual({ link: null, former: 'used' });
    expect(await words(fresh)).toEqual({ link: { ...named, former: null, isLast: true }, former: null });
    for (const odd of ['', 'x', `${fresh.slice(0, -2)}AA`])
      expect(await words(odd)).toEqual({ link: null, former: null });
    const own = await makeLinkToken(database.db, { userId: ada.id, purpose: 'verify-email', now: new Date() });
    const address = { kind: 'address', email: 'ada@example.com', former: null, isLast: true };
    expect(await words(own)).toEqual({ link: address, former: null });
    const reset = await makeLinkToken(database.db, { userId: ada.id, purpose: 'reset-password', now: new Date() });
    expect(await words(reset)).toEqual({ link: { ...address, kind: 'password' }, former: null });
    await confirm('new@example.org');
    expect(await words(fresh)).toEqual({ link: null, former: 'done' });
    expect(await words(old)).toEqual({ link: null, former: 'done' });
  });

  it('shows a change that waits, mails the missing links again, and takes it back', async () => {
    const path = '/api/account/email-change';
    const shown = async () => ((await (await browser.get(path)).json()) as { pending: unknown }).pending;
    expect(await shown()).toBeNull();
    for (const [method, at] of [
      ['POST', `${path}/mails`],
      ['DELETE', path],
    ] as const) {
      expect((await browser.write(method, at)).status).toBe(404);
    }
    await change('new@example.org');
    expect(await shown()).toMatchObject({ email: 'new@example.org', oldConfirmed: false, newConfirmed: false });
    await confirm('ada@example.com');
    expect(await shown()).toMatchObject({ oldConfirmed: true, newConfirmed: false });
    const former = await mailedToken(database.db, 'new@example.org', 'verify-email');
    const toAda = (await mailTo(database.db, 'ada@example.com')).length;
    expect((await browser.post(`${path}/mails`)).status).toBe(202);
    const verify = (token: string) => new TestBrowser(app).post('/api/auth/verify-email', { body: { token } });
    expect((await verify(former)).status).toBe(404);
    expect(await mailTo(database.db, 'ada@example.com')).toHaveLength(toAda);
    const second = await mailedToken(database.db, 'new@example.org', 'verify-email');
    expect((await browser.write('DELETE', path)).status).toBe(200);
    expect(await shown()).toBeNull();
    expect((await verify(second)).status).toBe(404);
    expect((await stored())?.email).toBe('ada@example.com');
  });

  it('names the listings that still show the former address', async () => {
    await aBusiness(database.db, { name: 'Fig & Ladder', ownerId: ada.id, email: 'Ada@example.com' });
    await aBusiness(database.db, { name: 'Other', ownerId: ada.id, email: 'shop@example.com' });
    await change('new@example.org');
    for (const mailbox of ['ada@example.com', 'new@example.org']) await confirm(mailbox);
    const told = (await mailTo(database.db, 'new@example.org')).at(-1);
    const text = told?.text.replace(/\s+/g, ' ');
    expect(text).toContain('Visitors still see ada@example.com as the public email of Fig & Ladder.');
    // The deletion of the account offers to take it off, too.
    expect(await (await browser.get('/api/account/leaving')).json()).toMatchObject({
      contactListings: ['Fig & Ladder'],
    });
  });

  it('changes when both are confirmed at the same moment', async () => {
    await change('new@example.org');
    await Promise.all([confirm('ada@example.com'), confirm('new@example.org')]);
    expect((await stored())?.email).toBe('new@example.org');
  });

  it('needs the password, and an address that is free at the end', async () => {
    expect(await problemOf(await change('new@example.org', 'wrong'))).toMatchObject({
      status: 422,
      fields: { password: 'This is not your password.' },
    });
    expect(await mailTo(database.db, 'new@example.org')).toEqual([]);
    await change('new@example.org');
    await confirm('ada@example.com');
    await aUser(database.db, { email: 'new@example.org' });
    expect((await confirm('new@example.org')).status).toBe(409);
    expect((await stored())?.email).toBe('ada@example.com');
  });
});

const isUnconfirmed = () => database.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, ada.id));

describe('asking for another email', () => {
  const ask = (as: TestBrowser, email: string) => as.post('/api/account/email', { body: { email, password } });
  const another = async () => {
    const person = await aUser(database.db, { passwordHash: ada.passwordHash, emailVerifiedAt: new Date() });
    return { person, browser: new TestBrowser(app).withSession(await aSession(database.db, person.id)) };
  };

  it('tells nobody who has an account, and mails its holder no link', async () => {
    const grace = await aUser(database.db, { email: 'grace@example.com' });
    const known = await ask(browser, 'GRACE@example.com');
    const toAda = await mailTo(database.db, ada.email);
    const unknown = await ask((await another()).browser, 'nobody@example.com');
    expect([known.status, unknown.status]).toEqual([202, 202]);
    expect((await known.text()).replace('GRACE@', 'nobody@').replace(ada.email, '')).toBe(
      (await unknown.text()).replace(/owner-\d+@example.com/, ''),
    );
    expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
    expect(await mailTo(database.db, 'GRACE@example.com')).toMatchObject([
      { subject: expect.stringContaining('already has an account'), text: expect.not.stringContaining('token=') },
    ]);
    // The mail to the old address and the answer to its link do not differ either.
    expect(toAda).toMatchObject([{ text: expect.stringContaining('GRACE@example.com') }]);
    const token = await mailedToken(database.db, ada.email, 'verify-email');
    const followed = await new TestBrowser(app).post('/api/auth/verify-email', { body: { token } });
    expect(await followed.json()).toEqual({
      message: 'Thank you. Now follow the link that we sent to your other address.',
    });
    expect((await stored())?.email).toBe(ada.email);
    expect(await database.db.$count(users, eq(users.email, grace.email))).toBe(1);
  });

  const follow = async (to: string) => {
    const token = await mailedToken(database.db, to, 'verify-email');
    return (await new TestBrowser(app).post('/api/auth/verify-email', { body: { token } })).json();
  };
  const done = { message: 'Thank you. Your account now uses ada@right.example.' };
  const pending = async () =>
    ((await (await browser.get('/api/account/email-change')).json()) as { pending: unknown }).pending;

  it('of a mailbox that was never confirmed waits for the new one alone, and tells nobody else', async () => {
    await isUnconfirmed();
    expect(await (await ask(browser, 'ada@right.example')).json()).toMatchObject({
      message: 'We sent a link to ada@right.example. Please follow it: your account then uses that address.',
    });
    expect(await pending()).toMatchObject({ oldConfirmed: null, newConfirmed: false });
    expect(await (await browser.post('/api/account/email-change/mails')).json()).toEqual({
      message: 'The link is on its way again. Earlier ones do not work any more.',
    });
    const [asked] = await mailTo(database.db, 'ada@right.example');
    expect(asked?.text.replace(/\s+/g, ' ')).toMatch(/From then on your account uses it\. The link works for a day/);
    expect(asked?.text).not.toMatch(/other\s+address|password/);
    expect(await follow('ada@right.example')).toEqual(done);
    expect(await stored()).toMatchObject({ email: 'ada@right.example', emailVerifiedAt: expect.any(Date) });
    expect(await pending()).toBeNull();
    expect((await mailTo(database.db, 'ada@right.example')).at(-1)?.subject).toMatch(/was changed$/);
    // A slip in the address: a stranger may read there.
    expect(await mailTo(database.db, ada.email)).toEqual([]);
  });

  it('asks a mailbox that was confirmed after it, too', async () => {
    await isUnconfirmed();
    await ask(browser, 'ada@right.example');
    await database.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, ada.id));
    expect(await mailTo(database.db, ada.email)).toEqual([]);
    const first = { message: 'Thank you. Now follow the link that we sent to your other address.' };
    expect(await follow('ada@right.example')).toEqual(first);
    expect((await stored())?.email).toBe(ada.email);
    expect(await pending()).toMatchObject({ oldConfirmed: false, newConfirmed: true });
    expect((await mailTo(database.db, ada.email))[0]?.text.replace(/\s+/g, ' ')).toContain(
      'another address, ada@right.example',
    );
    expect(await follow(ada.email)).toEqual(done);
    expect((await stored())?.email).toBe('ada@right.example');
  });

  it('needs another address than the one that is there', async () => {
    expect(await problemOf(await ask(browser, ada.email))).toMatchObject({
      status: 422,
      fields: { email: 'This is your email already.' },
    });
    expect(await mailTo(database.db, ada.email)).toEqual([]);
  });

  it('is possible three times an hour for a person, and for a mailbox, known or not', async () => {
    await aUser(database.db, { email: 'grace@example.com' });
    for (let n = 0; n < 3; n++) expect((await ask(browser, `new${n}@example.org`)).status).toBe(202);
    expect((await ask(browser, 'new3@example.org')).status).toBe(429);
    expect(await mailTo(database.db, 'new3@example.org')).toEqual([]);
    for (const target of ['grace@example.com', 'bombed@private.example']) {
      for (let n = 0; n < 3; n++) expect((await ask((await another()).browser, target)).status).toBe(202);
      expect((await ask((await another()).browser, target.toUpperCase())).status).toBe(429);
      expect(await mailTo(database.db, target)).toHaveLength(3);
    }
  });
});
