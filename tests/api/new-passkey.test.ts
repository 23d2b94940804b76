/** The site accepts a new passkey only for its own origin, for this person, and for the challenge that it has sent. */
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { passkeys } from '#server/db/schema/index.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import {
  askForPasskey as ask,
  type MakeQuestion,
  passkeyCall as post,
  sendPasskey as send,
} from '#tests/support/passkey-calls.ts';
import { SoftwareAuthenticator } from '#tests/support/software-authenticator.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';

const database = testDatabase();
let app: ReturnType<typeof createApi>;
let ada: User;
let phone: SoftwareAuthenticator;
let browser: TestBrowser;
const signedIn = async (user: User) => new TestBrowser(app).withSession(await aSession(database.db, user.id));
beforeEach(async () => {
  app = createApi(testServices(database));
  ada = await aUser(database.db);
  phone = new SoftwareAuthenticator();
  browser = await signedIn(ada);
});

it.each<[string, NonNullable<Parameters<SoftwareAuthenticator['make']>[1]>]>([
  ['of another site', { origin: 'https://evil.test' }],
  ['for another name', { rpId: 'evil.test' }],
  ['for a made-up question', { challenge: 'A'.repeat(43) }],
  ['that did not recognize its person', { verified: false }],
  ['with the answer of a log-in', { type: 'webauthn.get' }],
  ['with a certificate, which could name addresses to call', { format: 'packed', statement: [['x5c', []]] }],
  ['with a certificate of another kind', { format: 'fido-u2f' }],
])('is refused %s', async (_, odd) => {
  const made = phone.make(await ask<MakeQuestion>(browser, '/setup'), odd);
  expect((await send(browser, '', made)).status).toBe(422);
  expect(await database.db.$count(passkeys)).toBe(0);
  expect(await (await browser.get('/api/auth/me')).json()).toMatchObject({ secondFactor: 'off' });
});

it('is not added twice, and not with somebody else’s question', async () => {
  const made = phone.make(await ask<MakeQuestion>(browser, '/setup'));
  expect((await send(await signedIn(ada), '', made)).status).toBe(422);
  expect((await send(browser, '', made)).status).toBe(201);
  expect((await send(browser, '', made)).status).toBe(422);
  expect(await database.db.$count(passkeys)).toBe(1);
});

it.each([{}, { credential: {} }, { credential: { id: '=', type: 'x' } }])('is not %j', async (body) => {
  expect((await post(browser, '', body)).status).toBe(422);
  expect((await post(browser, '/log-in', body)).status).toBe(422);
});

it('is one of 20 at most', async () => {
  const keyOf = (n: number) => ({
    userId: ada.id,
    name: 'Key',
    credentialId: `key-${n}`,
    publicKey: Buffer.alloc(1),
    counter: 0,
  });
  await database.db.insert(passkeys).values(Array.from({ length: 19 }, (_, n) => keyOf(n)));
  const whole = new TestBrowser(app).withSession(await aSession(database.db, ada.id, { secondFactorAt: new Date() }));
  const made = phone.make(await ask<MakeQuestion>(whole, '/setup'));
  await database.db.insert(passkeys).values(keyOf(20));
  expect((await send(whole, '', made)).status).toBe(409);
  expect((await post(whole, '/setup')).status).toBe(409);
});
