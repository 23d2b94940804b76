/** A site whose address has changed: passkeys of the former host name, and a Stripe that calls the former address. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { fillPasskeyHosts } from '#features/accounts/server/fill-passkey-hosts.ts';
import { passkeys, users } from '#server/db/schema/index.ts';
import { checkStripe } from '#server/site-checks/network-checks.ts';
import { checkPasskeys } from '#server/site-checks/passkey-check.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser, type User } from '#tests/factories/a-user.ts';
import { stripeEnv } from '#tests/support/claim-desk.ts';
import { askForPasskey, type MakeQuestion, passkeyCall, sendPasskey } from '#tests/support/passkey-calls.ts';
import { SoftwareAuthenticator } from '#tests/support/software-authenticator.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { startSandbox } from '../../sandbox/stripe/start-sandbox.ts';

const database = testDatabase();
const [former, present] = ['http://old.example', 'http://town.example'];
let ada: User;
beforeEach(async () => {
  ada = await aUser(database.db);
});

const at = (siteUrl: string) => {
  const app = createApi(testServices(database, { env: { SITE_URL: siteUrl } }));
  return async (user: User) => {
    const session = await aSession(database.db, user.id, { secondFactorAt: new Date() });
    return new TestBrowser(app).withSession(session);
  };
};

async function addPasskey(siteUrl: string, user = ada) {
  const browser = await at(siteUrl)(user);
  const made = new SoftwareAuthenticator().make(await askForPasskey<MakeQuestion>(browser, '/setup'), {
    origin: siteUrl,
  });
  expect((await sendPasskey(browser, '', made)).status).toBe(201);
}

const check = async (siteUrl: string) => await checkPasskeys(database.db, { siteUrl });

it('keeps the host name with a passkey, and asks no browser for one of another', async () => {
  await addPasskey(former);
  const browser = await at(present)(ada);
  expect(await (await browser.get('/api/auth/second-factor')).json()).toMatchObject({
    passkeys: [{ host: 'old.example' }],
  });
  expect((await passkeyCall(browser, '/challenge')).status).toBe(409);
  await addPasskey(present);
  const question = await askForPasskey<{ allowCredentials: unknown[] }>(browser, '/challenge');
  expect(question.allowCredentials).toHaveLength(1);
});

it('counts the people whose passkeys are of another host name, and those who have nothing else', async () => {
  await addPasskey(former);
  expect(await check(former)).toEqual([]);
  expect(await check(present)).toMatchObject([
    {
      name: 'Passkeys',
      state: 'note',
      text: expect.stringMatching(
        /^1 person has a passkey for old\.example, which browsers do not offer at town\.example\. .+ 1 has no other second factor and needs a recovery code; npm run staff -- remove-factors EMAIL/,
      ),
    },
  ]);
  const ben = await aUser(database.db);
  await addPasskey('http://older.example', ben);
  expect((await check(present))[0]?.text).toMatch(
    /^2 people have a passkey for old\.example and older\.example, .+ 2 have no other second factor and need /,
  );
  await addPasskey(present, ben);
  await database.db.update(users).set({ totpSecret: 'x', totpConfirmedAt: new Date() }).where(eq(users.id, ada.id));
  const [found] = await check(present);
  expect(found?.text).toMatch(/^2 people have .+ on their account page\.$/);
});

it('takes the passkeys of an earlier release for those of the address at which it starts', async () => {
  await addPasskey(former);
  await database.db.update(passkeys).set({ rpId: null });
  expect(await check(present)).toEqual([]);
  await fillPasskeyHosts(database.db, { siteUrl: former });
  expect((await check(present))[0]?.text).toMatch(/^1 person has a passkey for old\.example/);
});

it('says when Stripe calls the former address, none, or one that is disabled', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.stop());
  const { env } = testServices(database, { env: { SITE_URL: present, ...stripeEnv(sandbox) } });
  const said = async () => (await checkStripe(env))[1];
  expect(await said()).toMatchObject({
    name: 'Webhook address',
    state: 'note',
    text: expect.stringMatching(/^Stripe calls no address .+ Add http:\/\/town\.example\/api\/stripe\/webhook in /),
  });
  sandbox.control.webhook({ url: `${former}/api/stripe/webhook` });
  expect(await said()).toMatchObject({
    state: 'wrong',
    text: expect.stringMatching(
      /^Stripe calls http:\/\/old\.example\/api\/stripe\/webhook and never http:\/\/town\.example\/api\/stripe\/webhook\. /,
    ),
  });
  sandbox.control.webhook({ url: `${present}/api/stripe/webhook` });
  expect(await said()).toMatchObject({ state: 'right' });
  for (const endpoint of sandbox.sandbox.store.webhookEndpoints.where(() => true)) endpoint.status = 'disabled';
  expect(await said()).toMatchObject({ state: 'wrong', text: expect.stringContaining('it is disabled') });
});

it('tells the operator to look where the key may not read the addresses', async () => {
  const stripe = createServer((request, response) => {
    const isForbidden = request.url?.startsWith('/v1/webhook_endpoints');
    response.writeHead(isForbidden ? 403 : 200, { 'Content-Type': 'application/json' });
    response.end(
      JSON.stringify(isForbidden ? { error: { type: 'invalid_request_error' } } : { object: 'list', data: [] }),
    );
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void stripe.close());
  await once(stripe, 'listening');
  const { port } = stripe.address() as AddressInfo;
  const keys = {
    STRIPE_SECRET_KEY: 'rk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    STRIPE_API_BASE: `http://127.0.0.1:${port}`,
  };
  const { env } = testServices(database, { env: { SITE_URL: present, ...keys } });
  expect(await checkStripe(env)).toMatchObject([
    { state: 'right' },
    { state: 'note', text: expect.stringContaining('Look in Stripe’s dashboard under Developers → Webhooks for') },
  ]);
});
