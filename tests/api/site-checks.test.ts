/** The check-up of a site: each fault is named with what to do, and a sound site has none. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createApi } from '#app/api/api.ts';
import { sealFactor } from '#features/accounts/server/seal-factors.ts';
import { noteBackup, noteBackupFailure } from '#server/backup/last-backup.ts';
import { users } from '#server/db/schema/index.ts';
import { noteBucket } from '#server/history/bucket-note.ts';
import { historyIn, makeHistoryFolders } from '#server/history/history-files.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import type { Check } from '#server/site-checks/check.ts';
import { checkDatabase } from '#server/site-checks/database-checks.ts';
import { checkHistory } from '#server/site-checks/history-check.ts';
import { checkBackup, checkDisk, checkFiles } from '#server/site-checks/machine-checks.ts';
import { checkMailServer, checkOwnAddress, checkStripe } from '#server/site-checks/network-checks.ts';
import { checkSettings } from '#server/site-checks/settings-checks.ts';
import { aSession } from '#tests/factories/a-session.ts';
import { aUser } from '#tests/factories/a-user.ts';
import { stripeEnv } from '#tests/support/claim-desk.ts';
import { found } from '#tests/support/found.ts';
import { type MailSink, startMailSink } from '#tests/support/mail-sink.ts';
import { forgetQueuedMail } from '#tests/support/queued-mail.ts';
import { answerOf } from '#tests/support/staff-office.ts';
import { anEventBody, signed, testStripeEnv } from '#tests/support/stripe-event.ts';
import { TestBrowser } from '#tests/support/test-browser.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { startSandbox } from '../../sandbox/stripe/start-sandbox.ts';

const database = testDatabase();
let dataDir = '';
let sink: MailSink;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'checks '));
  sink = await startMailSink();
});
afterAll(async () => {
  await rm(dataDir, { recursive: true });
  await sink.stop();
});
beforeEach(() => forgetQueuedMail(database.pool));

const online = { SITE_URL: 'https://town.example', TRUST_PROXY: '1' };
const envOf = (env: Record<string, string>) => testServices(database, { env }).env;
const named = (checks: Check[], name: string) =>
  found(
    checks.find((check) => check.name === name),
    name,
  );
const now = () => new Date();

it('names misspelt settings, and what a public site must not be without', () => {
  const env = envOf({ ...online, PAYMENT_SANDBOX: 'on', SITE_URL: 'http://town.example' });
  const checks = checkSettings(env, { SITEURL: 'x', SITE_URL: 'http://town.example' });
  expect(checks.map(({ name, state }) => [name, state])).toEqual([
    ['Settings', 'wrong'],
    ['Address', 'wrong'],
    ['Mail settings', 'wrong'],
    ['Replies by mail', 'note'],
    ['Payments', 'wrong'],
  ]);
  expect(checks[0]?.text).toContain('SITEURL is no setting. Is SITE_URL meant?');
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_live_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  };
  const atHome = envOf({ ...online, ...stripe, SMTP_URL: sink.url, MAIL_FROM: 'no-reply@localhost' });
  expect(named(checkSettings(atHome, online), 'Mail settings')).toMatchObject({ state: 'note' });
  const sound = checkSettings(envOf({ ...online, ...stripe, SMTP_URL: sink.url }), online);
  expect(sound.map(({ state }) => state)).toEqual(['right', 'right', 'note', 'right']);
  expect(checkSettings(envOf({ SITE_URL: 'http://localhost:3000' }), {}).map(({ state }) => state)).not.toContain(
    'wrong',
  );
});

it('finds what the database knows: a stuck queue, failed mails, no administrator', async () => {
  const env = envOf(online);
  const before = await checkDatabase(database.db, env, now);
  expect(named(before, 'Staff')).toMatchObject({ state: 'wrong', text: expect.stringContaining('npm run staff') });
  expect([named(before, 'Queue').state, named(before, 'Sent mail').state, named(before, 'Clock').state]).toEqual([
    'right',
    'right',
    'right',
  ]);
  await aUser(database.db, { role: 'staff' });
  const mail = { to: 'ada@example.com', subject: 'x', text: 'x', html: 'x' };
  await enqueue(database.db, sendMail, mail);
  await database.db.execute(sql`update pgboss.job set start_after = now() - interval '20 minutes'`);
  const after = await checkDatabase(database.db, env, now);
  expect(named(after, 'Staff')).toMatchObject({ state: 'right', text: '1 administrator.' });
  expect(named(after, 'Queue')).toMatchObject({ state: 'wrong', text: expect.stringContaining('20 minutes') });
  // The queue of dead letters is made with the first job.
  await database.db.execute(sql`update pgboss.job set name = 'dead-letters', source_name = 'send-mail'`);
  const failed = await checkDatabase(database.db, env, now);
  expect(named(failed, 'Sent mail')).toMatchObject({
    state: 'wrong',
    text: expect.stringMatching(/^1 mail could not/),
  });
  // A mistyped address fails alone: later mails went out.
  await enqueue(database.db, sendMail, mail);
  await database.db.execute(
    sql`update pgboss.job set state = 'completed', completed_on = now() + interval '1 second' where name = 'send-mail'`,
  );
  // Without a mail server nothing goes out.
  const sent = async (settings: Record<string, string>) =>
    named(await checkDatabase(database.db, envOf({ ...online, ...settings }), now), 'Sent mail');
  expect(await sent({})).toMatchObject({ state: 'note', text: expect.stringContaining('was written to the outbox') });
  expect((await sent({ SMTP_URL: sink.url })).text).toContain('The last one went out');
  const late = () => new Date(Date.now() + 60_000);
  expect(named(await checkDatabase(database.db, env, late), 'Clock')).toMatchObject({ state: 'wrong' });
  expect(await checkDatabase(null, env, now)).toMatchObject([{ name: 'Database', state: 'wrong' }]);
});

it('says that the key is not the one of the authenticator apps', async () => {
  const env = envOf(online);
  const { id } = await aUser(database.db, { role: 'staff' });
  const keep = async (totpSecret: string) => {
    await database.db.update(users).set({ totpSecret, totpConfirmedAt: new Date() }).where(eq(users.id, id));
    return (await checkDatabase(database.db, env, now)).find(({ name }) => name === 'Key');
  };
  expect(await keep(sealFactor(id, 'JBSWY3DPEHPK3PXP'))).toBeUndefined();
  const ofAnother = await keep(sealFactor('somebody-else', 'JBSWY3DPEHPK3PXP'));
  expect(ofAnother).toMatchObject({
    state: 'wrong',
    text: expect.stringMatching(/^1 authenticator app is of no use: secret\.key/),
  });
  await database.db.update(users).set({ totpSecret: null, totpConfirmedAt: null }).where(eq(users.id, id));
});

it('calls the payment sandbox by its name, also in the site that it answers', async () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    STRIPE_API_BASE: 'http://127.0.0.1:4100',
  };
  const env = envOf({ SITE_URL: 'http://localhost:3000', ...stripe });
  expect(named(checkSettings(env, {}), 'Payments').text).toMatch(/^The payment sandbox answers/);
  expect(named(await checkDatabase(database.db, env, now), 'Webhooks').text).toBe(
    'Nothing to check: the payment sandbox answers in place of Stripe.',
  );
});

it('asks Stripe whether the key is right', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.stop());
  const ask = async (given: Record<string, string>) =>
    (await checkStripe(envOf({ SITE_URL: 'http://localhost:3000', ...stripeEnv(sandbox), ...given })))[0];
  expect(await ask({})).toMatchObject({ state: 'right' });
  expect(await ask({ STRIPE_SECRET_KEY: 'sk_test_of_nobody' })).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('Check STRIPE_SECRET_KEY'),
  });
  expect(await ask({ STRIPE_API_BASE: 'http://127.0.0.1:1' })).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('Can this machine reach it?'),
  });
});

it('tells events whose signature is refused from a Stripe that sends nothing', async () => {
  const env = envOf({ ...online, ...testStripeEnv, DATA_DIR: dataDir });
  const said = async () => named(await checkDatabase(database.db, env, now), 'Webhooks');
  expect(await said()).toMatchObject({ state: 'note', text: expect.stringContaining('sent nothing yet') });
  const app = createApi(testServices(database, { env: { ...online, ...testStripeEnv, DATA_DIR: dataDir } }));
  const event = anEventBody({ type: 'customer.subscription.updated', object: { id: 'sub_1', object: 'subscription' } });
  const send = async (signature: string) => {
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
    await app.request('https://town.example/api/stripe/webhook', { method: 'POST', headers, body: event });
  };
  await send('hunter2');
  expect(await said()).toMatchObject({ state: 'note' });
  await send(signed(event, { secret: 'whsec_of_another' }));
  expect(await said()).toMatchObject({
    state: 'wrong',
    text: expect.stringMatching(/signature is refused: the last one a moment ago\. Is STRIPE_WEBHOOK_SECRET/),
  });
  await send(signed(event));
  expect(await said()).toMatchObject({ state: 'right' });
});

it('looks at the disk, the rights of files, and the age of the last backup', async () => {
  const env = { ...envOf(online), dataDir };
  expect((await checkDisk(env)).text).toMatch(/GB are free/);
  expect(await checkDisk({ dataDir: join(dataDir, 'none') })).toMatchObject({ state: 'wrong' });
  expect(await checkFiles(env)).toMatchObject({ state: 'right' });
  await mkdir(join(dataDir, 'outbox'), { mode: 0o755 });
  expect(await checkFiles(env)).toMatchObject({ state: 'wrong', text: expect.stringContaining('outbox') });
  expect(await checkBackup(env, now())).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('no backup yet'),
  });
  await noteBackupFailure(dataDir, { at: new Date(), reason: 'no space left' });
  expect(await checkBackup(env, now())).toMatchObject({
    state: 'wrong',
    text: expect.stringContaining('no space left'),
  });
  await writeFile(join(dataDir, 'site.backup'), 'all rows');
  await noteBackup(dataDir, { at: new Date(), file: join(dataDir, 'site.backup'), proof: 'restored' });
  expect(await checkBackup(env, now())).toMatchObject({
    state: 'right',
    text: expect.stringMatching(/made today.* every row/),
  });
  const later = new Date(Date.now() + 3 * 86_400_000);
  expect(await checkBackup(env, later)).toMatchObject({ state: 'wrong', text: expect.stringContaining('3 days ago') });
});

it('says since when any minute can be brought back', async () => {
  const own = { ...envOf(online), dataDir };
  const env = { ...own, databaseUrl: 'postgres://town@db.example/town' };
  expect(await checkHistory(env, now())).toMatchObject({
    state: 'note',
    text: expect.stringContaining('own PostgreSQL'),
  });
  expect(await checkHistory({ ...own, historyDays: 0 }, now())).toMatchObject({ state: 'note' });
  expect(await checkHistory(own, now())).toMatchObject({
    state: 'note',
    text: expect.stringContaining('Nothing is kept'),
  });
  await mkdir(join(dataDir, 'history/bases'), { recursive: true });
  const since = Date.UTC(2026, 10, 20, 12);
  await writeFile(join(dataDir, `history/bases/${since}-000000010000000000000002.base`), '');
  const text = expect.stringContaining('2026-11-20T12:00:00.000Z');
  expect(await checkHistory(own, new Date(since + 86_400_000))).toMatchObject({ state: 'right', text });
  expect(await checkHistory(own, new Date(since + 3 * 86_400_000))).toMatchObject({ state: 'wrong', text });
});

it('says whether the bucket has a copy of the history', async () => {
  const own = { ...envOf(online), dataDir, storage: 's3' } as const;
  const folders = historyIn(dataDir);
  await makeHistoryFolders(folders);
  await writeFile(join(folders.bases, `${Date.now()}-000000010000000000000002.base`), '');
  const check = async (hours: number) => checkHistory(own, new Date(Date.now() + hours * 3_600_000));
  expect((await check(0)).text).not.toContain('bucket');
  await noteBucket(folders, new Error('the file store does not answer'));
  const never = 'The copy in the bucket has never been whole: the file store does not answer.';
  expect(await check(0)).toMatchObject({ state: 'wrong', text: never });
  await noteBucket(folders);
  expect(await check(20)).toMatchObject({ state: 'right', text: expect.stringContaining('--from s3') });
  await noteBucket(folders, new Error('the file store does not answer'));
  expect(await check(0)).toMatchObject({ state: 'right' });
  expect(await check(2)).toMatchObject({ state: 'wrong', text: expect.stringContaining('lacks what came after') });
});

it('asks the mail server and the site’s own address', async () => {
  expect(await checkMailServer(envOf({ SMTP_URL: sink.url }))).toMatchObject([{ state: 'right' }]);
  const withPassword = sink.url.replace('://', '://me:wrong@');
  expect(await checkMailServer(envOf({ SMTP_URL: withPassword }))).toMatchObject([{ state: 'wrong' }]);
  expect(await checkMailServer(envOf({ SMTP_URL: 'smtp://127.0.0.1:9' }))).toMatchObject([{ state: 'wrong' }]);
  expect(sink.received).toEqual([]);
  expect(await checkOwnAddress(envOf({ SITE_URL: 'http://127.0.0.1:9' }))).toMatchObject({ state: 'wrong' });
});

it('is run by administrators in the staff area', async () => {
  const staff = await aUser(database.db, { role: 'staff' });
  const services = testServices(database, { env: { SITE_URL: 'http://localhost:9', DATA_DIR: dataDir } });
  const browser = new TestBrowser(createApi(services)).withSession(await aSession(database.db, staff.id));
  const checks = await answerOf<Check[]>(await browser.post('/api/staff/checks', { body: {} }));
  const names = [
    'Address',
    'Mail settings',
    'Replies by mail',
    'Payments',
    'Reachable',
    'Database',
    'Clock',
    'Queue',
    'Sent mail',
    'Webhooks',
  ];
  expect(checks.map(({ name }) => name)).toEqual([
    ...names,
    'Staff',
    'Made-up content',
    'Disk',
    'Files',
    'Backups',
    'Any minute back',
  ]);
});

it('warns administrators on every staff page of a backup that failed', async () => {
  const staff = await aUser(database.db, { role: 'staff' });
  const env = { SITE_URL: 'http://localhost:9', DATA_DIR: dataDir };
  const browser = new TestBrowser(createApi(testServices(database, { env }))).withSession(
    await aSession(database.db, staff.id),
  );
  const warned = async () =>
    (await answerOf<Check[]>(await browser.get('/api/staff/warnings'))).map(({ name }) => name);
  await rm(join(dataDir, 'history'), { recursive: true, force: true });
  expect(await warned()).not.toContain('Backups');
  await noteBackupFailure(dataDir, { at: new Date(), reason: 'the disk is full' });
  expect(await warned()).toContain('Backups');
  await noteBackup(dataDir, { at: new Date(), file: 'x', proof: null });
  expect(await warned()).not.toContain('Backups');
});
