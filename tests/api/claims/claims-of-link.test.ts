/** The link that confirms a mailbox says which claims it approves, and what is charged, before it is used. */
import { beforeEach, expect, it } from 'vitest';
import { startGuardedChange } from '#features/accounts/server/guarded-email-change.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { makeLinkToken } from '#features/accounts/server/link-tokens.ts';
import { claims } from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';
import { aBusiness } from '#tests/factories/a-business.ts';
import { aUser } from '#tests/factories/a-user.ts';
import type { Person } from '#tests/support/claim-desk.ts';
import { only } from '#tests/support/found.ts';
import { mailedToken } from '#tests/support/mailed-link.ts';
import { paymentSite } from '#tests/support/payment-site.ts';
import { queuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testSite } from '#tests/support/test-site.ts';

const site = paymentSite({ isEmptyEachTime: true });
const { database } = site;
const password = 'under the live oaks';
let ada: Person;
beforeEach(async () => {
  ada = await site.desk.person({ username: 'ada', email: 'ada@bakery.example', emailVerifiedAt: null });
});

/** Claims a listing with this website, and returns the token of the link that confirms the mailbox. */
async function claim(website: string): Promise<string> {
  const { id } = await aBusiness(database.db, { name: 'Bakery', website });
  await site.desk.paidClaim(ada, id);
  await site.desk.settle();
  const link = { userId: ada.user.id, purpose: 'verify-email', now: site.desk.services.now() } as const;
  return makeLinkToken(database.db, link);
}

/** Nobody is signed in where the mail is read. */
const askAbout = async (token: string) =>
  answerOf(await new TestBrowser(site.desk.app).post('/api/claims/of-link', { body: { token } }));
const received = async () =>
  only(
    (await queuedMail(database.pool)).filter(({ subject }) => subject === 'We have your claim on Bakery'),
    'mail',
  ).text;

it('names the listing and the charge, in the mail too, where the mailbox is proof enough', async () => {
  const token = await claim('https://www.bakery.example');
  expect(await askAbout(token)).toEqual([{ business: 'Bakery', amountCents: 2500, isAtOnce: true }]);
  expect((await received()).replace(/\s+/g, ' ')).toContain('your claim is approved, and what it costs is charged');
  await new TestBrowser(site.desk.app).post('/api/auth/verify-email', { body: { token } });
  await site.desk.settle();
  expect(await site.desk.chargedCents(ada)).toBe(2500);
  expect(await askAbout(token)).toEqual([]);
});

it('is not approved by a link for a new password, whose page names no charge: staff decide', async () => {
  await claim('https://www.bakery.example');
  const data = { mailedTo: ada.user.email };
  const link = { userId: ada.user.id, purpose: 'reset-password', now: site.desk.services.now(), data } as const;
  const body = { token: await makeLinkToken(database.db, link), password: 'a quite new password' };
  expect((await new TestBrowser(site.desk.app).post('/api/auth/password-reset', { body })).status).toBe(200);
  await site.desk.settle();
  expect(await site.desk.chargedCents(ada)).toBe(0);
  const rows = await database.db.select().from(claims);
  expect(only(rows, 'claim').status).toBe('in_review');
});

it('is not approved by the button of a browser without script, whose page names no charge: staff decide', async () => {
  const token = await claim('https://www.bakery.example');
  const visitor = new TestBrowser(testSite(site.desk.services));
  expect((await visitor.submit(`/verify-email?token=${token}`, {})).headers.get('location')).toBe(
    '/verify-email?sent=verify-email',
  );
  await site.desk.settle();
  expect(await site.desk.chargedCents(ada)).toBe(0);
  const rows = await database.db.select().from(claims);
  expect(only(rows, 'claim').status).toBe('in_review');
});

it('says nothing where staff decide, and to somebody who guesses', async () => {
  const token = await claim('https://www.elsewhere.example');
  expect(await askAbout(token)).toEqual([]);
  expect(await received()).not.toContain('Quicker');
  expect(await askAbout('guessed')).toEqual([]);
});

/** Ada's account has another mailbox, and a claim that waits for staff; the one that proves it is new. */
async function movesTo(email: string, given: { emailVerifiedAt: Date | null }) {
  const passwordHash = await hashPassword(password);
  ada = await site.desk.person({ username: 'eve', email: 'eve@bakrey.example', passwordHash, ...given });
  await claim('https://www.bakery.example');
  expect((await ada.browser.post('/api/account/email', { body: { email, password } })).status).toBe(202);
}
const linkTo = (mailbox: string) => mailedToken(database.db, mailbox, 'verify-email');
const follow = async (token: string) => {
  await new TestBrowser(site.desk.app).post('/api/auth/verify-email', { body: { token } });
  await site.desk.settle();
};
const charged = [{ business: 'Bakery', amountCents: 2500, isAtOnce: true }];

it('names the charge of a link that corrects an address that was never confirmed', async () => {
  await movesTo('eve@bakery.example', { emailVerifiedAt: null });
  const token = await linkTo('eve@bakery.example');
  expect(await askAbout(token)).toEqual(charged);
  await follow(token);
  expect(await site.desk.chargedCents(ada)).toBe(2500);
});

it('names the charge of the last link of a change alone, whichever it is, and none for another mailbox', async () => {
  await movesTo('eve@bakery.example', { emailVerifiedAt: new Date() });
  const [old, fresh] = [await linkTo('eve@bakrey.example'), await linkTo('eve@bakery.example')];
  expect([await askAbout(old), await askAbout(fresh)]).toEqual([[], []]);
  await follow(fresh);
  expect(await askAbout(old)).toEqual(charged);
  await ada.browser.post('/api/account/email', { body: { email: 'eve@elsewhere.example', password } });
  await follow(await linkTo('eve@bakrey.example'));
  expect(await askAbout(await linkTo('eve@elsewhere.example'))).toEqual([]);
  expect(await site.desk.chargedCents(ada)).toBe(0);
});

it('says of a change that staff have started that it is charged later', async () => {
  await movesTo('eve@bakery.example', { emailVerifiedAt: new Date() });
  const stella = await aUser(database.db, { role: 'staff' });
  const actor = { ...stella, sessionId: '' } as unknown as SessionUser;
  const change = { id: ada.user.id, email: 'eve@bakery.example', reason: 'Came to the desk' };
  await startGuardedChange(actor, change, site.desk.services);
  const token = await linkTo('eve@bakery.example');
  expect(await askAbout(token)).toEqual([{ business: 'Bakery', amountCents: 2500, isAtOnce: false }]);
  await follow(token);
  expect(await site.desk.chargedCents(ada)).toBe(0);
});
