/** An operator answers the questions of `npm run setup`, starts the site, and its mail arrives. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ends, Site, until } from '#tests/runtime/a-site.ts';
import { type ImapPeer, startImapPeer } from '#tests/support/imap-peer.ts';
import { type MailSink, startMailSink } from '#tests/support/mail-sink.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';

let site: Site;
let sink: MailSink;
let mailbox: ImapPeer;
let folder = '';
let running: ChildProcess | undefined;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'set up '));
  sink = await startMailSink();
  mailbox = await startImapPeer();
  site = await Site.create();
});
afterAll(async () => {
  if (running?.exitCode === null) await ends(running, 'SIGTERM');
  await site.destroy();
  await sink.stop();
  await mailbox.stop();
  removeFolder(folder);
});

const program = (name: string) => join(import.meta.dirname, '../../src/app/cli', `${name}.ts`);
const file = () => join(folder, 'town.env');
// The tests of this run have a database and a folder of their own.
const { DATABASE_URL: _, DATA_DIR: __, ...inherited } = process.env;

async function setUp(answers: readonly string[], args: string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program('setup'), '--file', file(), ...args], {
    env: { ...inherited, INIT_CWD: folder, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined).end(answers.map((answer) => `${answer}\n`).join(''));
  const [code, out, err] = await Promise.all([ends(child), text(child.stdout), text(child.stderr)]);
  return { code, said: out + err };
}

const answers = () => [
  ...['nowhere', 'terrell-hills'],
  ...['not a port', String(site.port), 'town', `http://localhost:${site.port}`, site.dataDir],
  ...[sink.url, 'Town <news@town.example>', 'not a mailbox', 'me@town.example'],
  ...['reply@town.example', 'reply+*@town.example', 'imap://town.example', mailbox.url],
  ...['', 'stella@town.example', 'stella'],
  ...[join(folder, 'backups'), '', '', 'yes'],
];

it('leads to a site whose mail arrives', { timeout: 300_000 }, async () => {
  const cut = await setUp(answers().slice(0, 6));
  expect(cut).toEqual({ code: 1, said: expect.stringContaining('Nothing was written') });
  expect(existsSync(file())).toBe(false);

  const { code, said } = await setUp(answers());
  expect(said).toContain('There is no folder cities/nowhere. docs/city-pack.md tells how to make one.');
  expect(said).toContain('PORT is "not a port", allowed is a whole number from 1 to 65535');
  expect(said).toContain('The test mail to me@town.example is sent.');
  expect(said).toContain('INBOUND_ADDRESS is "reply@town.example", allowed is a mailbox with *');
  expect(said).toContain('(not shown), allowed is a mailbox with its user and password');
  expect(said).toContain('127.0.0.1 lets the site into Replies.');
  expect(said).toContain('stella@town.example is an administrator.');
  expect(said).not.toContain('Backups: There is no backup yet.');
  expect(said).not.toContain('There is no administrator');
  expect(code).toBe(0);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readFileSync(file(), 'utf8')).toContain(`MAIL_FROM='Town <news@town.example>'`);
  expect(readFileSync(file(), 'utf8')).toContain(`BACKUP_DIR='${join(folder, 'backups')}'`);
  expect(readFileSync(file(), 'utf8')).toContain(`IMAP_URL=${mailbox.url}`);
  expect(sink.received.map(({ from, to }) => [from, ...to])).toEqual([['news@town.example', 'me@town.example']]);

  const environment = {
    ...inherited,
    STRIPE_SECRET_KEY: '',
    LOG_LEVEL: 'warn',
    SAMPLE_CONTENT: 'off',
    PAYMENT_SANDBOX: 'off',
  };
  const start = (name: string) =>
    spawn(process.execPath, [`--env-file=${file()}`, program(name)], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  running = start('start');
  await site.comesUp();
  expect(await site.text('/')).toContain('Terrell Hills');
  // The link for the administrator's password was queued before the start.
  await until(() => sink.received.some(({ to, source }) => to[0] === 'stella@town.example' && /password/.test(source)));

  const doctor = start('doctor');
  const [exit, report] = await Promise.all([ends(doctor), text(doctor.stdout)]);
  expect(report).toMatch(
    /^ok {5}Reachable: [\s\S]*^ok {5}Staff: 1 administrator\.[\s\S]*^ok {5}Mailbox of replies: [\s\S]*\nNothing is wrong\.\n$/m,
  );
  expect(exit).toBe(0);
  expect(await ends(running, 'SIGTERM')).toBe(0);
  const after = start('doctor');
  const [failed, told] = await Promise.all([ends(after), text(after.stdout)]);
  expect([failed, told]).toEqual([
    1,
    expect.stringMatching(/^WRONG {2}Site: It does not run on [\s\S]*^WRONG {2}Reachable: /m),
  ]);
});

it('goes back to a question, shows the answers with dots for passwords, and changes one of them before it writes', async () => {
  const other = join(folder, 'back.env');
  const smtp = 'smtp://town:secret-word@127.0.0.1:1';
  const { code, said } = await setUp(
    [
      ...['back', 'olmos-park', '3001', 'back', '3002', 'http://localhost:3002', join(folder, 'b')],
      ...[smtp, 'news@town.example', '', '', '', '', '', ''],
      ...['back', '', '99', '2', '3003', '-', 'no'],
    ],
    ['--file', other],
  );
  expect(said).toContain('This is the first question.');
  expect(said).toContain('Port on which the site listens [3001]');
  expect(said).toContain('Mail server: smtp://town:••••@127.0.0.1:1');
  expect(said).not.toContain('secret-word');
  expect(said).toContain('2. Port on which the site listens: 3002');
  expect(said).toContain('Please answer yes or no, or give a number of the list.');
  expect(said).toContain('Nothing was written.');
  expect(code).toBe(1);
  expect(existsSync(other)).toBe(false);
});

it('keeps all answers when some do not go together, and asks which to change', async () => {
  const other = join(folder, 'together.env');
  const [secret, live, test, hook] = [
    'sk_test_Abcdefghijkl',
    'pk_live_Abcdefghijkl',
    'pk_test_Abcdefghijkl',
    'whsec_Abcdefghijkl',
  ];
  const { code, said } = await setUp(
    [
      'olmos-park',
      '3001',
      'http://localhost:3001',
      join(folder, 'd'),
      '',
      secret,
      live,
      hook,
      '',
      '',
      '',
      'yes',
      '7',
      test,
      'yes',
    ],
    ['--file', other],
  );
  expect(said).toContain('STRIPE_PUBLISHABLE_KEY is a live key and STRIPE_SECRET_KEY is a test key');
  expect(said).toContain('Nothing is written yet. Give the number of the answer to change.');
  expect(said).toContain('together.env is written');
  expect(readFileSync(other, 'utf8')).toContain(test);
  expect(code).toBe(0);
});

it('refuses a password that ends the address of the mail server, and shows none of it', async () => {
  const smtp = 'smtp://town:p@ss/word@127.0.0.1:1';
  const { said } = await setUp(['olmos-park', '3001', 'http://localhost:3001', join(folder, 'c'), smtp]);
  expect(said).toMatch(/SMTP_URL is set to a value of \d+ characters \(not shown\), allowed is .+ \/ is %2F/);
  expect(said).not.toContain('ss/word');
  const shown = await setUp(['olmos-park', '3001', 'http://localhost:3001', join(folder, 'c')], [], {
    SMTP_URL: 'smtp://town:p@ssphrase@127.0.0.1:1',
  });
  expect(shown.said).toContain('[smtp://town:••••@127.0.0.1:1]');
});

it('tells a test mailbox that the mail server refuses from a mail server that is not set right', async () => {
  const given = { SMTP_URL: sink.url, SITE_URL: 'http://localhost:3000', DATA_DIR: join(folder, 'sent') };
  const args = ['--yes', '--file', join(folder, 'sent.env')];
  sink.refusalOf = (to) => (to.startsWith('nobody') ? { at: 'RCPT', code: 550, text: 'no such user' } : undefined);
  const refused = await setUp([], args, { ...given, SETUP_TEST_MAIL: 'nobody@town.example' });
  expect(refused).toEqual({ code: 1, said: expect.stringMatching(/Give another mailbox for the test mail and run/) });
  const away = await setUp([], args, { ...given, SMTP_URL: 'smtp://127.0.0.1:1', SETUP_TEST_MAIL: 'me@town.example' });
  expect(away).toEqual({ code: 1, said: expect.stringMatching(/Correct SMTP_URL and run/) });
});

it('leaves the first start on localhost its made-up town, though there is a person by then', async () => {
  const given = { SITE_URL: 'http://localhost:3000', DATA_DIR: join(folder, 'at home'), CITY_PACK: 'olmos-park' };
  const made = await setUp([], ['--yes', '--file', join(folder, 'home.env')], {
    ...given,
    SETUP_STAFF_EMAIL: 'stella@town.example',
  });
  expect(made).toEqual({
    code: 0,
    said: expect.stringMatching(/The made-up town is loaded[\s\S]*is an administrator/),
  });
  // The site has one by now, so nobody is missed.
  const again = await setUp([], ['--yes', '--file', join(folder, 'home.env')], given);
  expect(again).toEqual({ code: 0, said: expect.not.stringContaining('Staff:') });
});

it('takes the answers of a machine from its environment, and refuses those that do not go together', async () => {
  const given = { SITE_URL: 'https://town.example', TRUST_PROXY: '1', DATA_DIR: join(folder, 'data') };
  const refused = await setUp([], ['--yes'], { ...given, STRIPE_SECRET_KEY: 'sk_test_x' });
  expect(refused).toEqual({
    code: 1,
    said: expect.stringContaining('STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET'),
  });
  expect(await setUp([], ['--yes'], { ...given, SETUP_STAFF_EMAIL: 'nobody' })).toEqual({
    code: 1,
    said: expect.stringContaining('SETUP_STAFF_EMAIL: Invalid email address'),
  });
  expect(await setUp([], ['--yes'], given)).toEqual({ code: 0, said: expect.stringContaining('Payments: Not set up') });
  const without = await setUp([], ['--yes', '--file', join(folder, 'no-backups.env')], given);
  expect(without.said).toContain('- Staff: There is no administrator: npm run staff -- add EMAIL --username NAME');
  expect(without.said).toContain('- Backups: There is no backup yet. Set BACKUP_DIR');
  const refusing = { ...given, IMAP_URL: mailbox.url.replace('town:', 'nobody:') };
  expect(await setUp([], ['--yes'], refusing)).toEqual({
    code: 1,
    said: expect.stringContaining('Replies cannot be fetched: 127.0.0.1 refuses the site: no such account'),
  });
  // Answers that are not given again stay.
  expect(readFileSync(file(), 'utf8')).toMatch(/SMTP_URL=smtp:[\s\S]*SITE_URL=https:\/\/town\.example/);
});

it('refuses a live key for an address that is not public, at its question', async () => {
  const town = ['olmos-park', '3001', 'http://localhost:3001', join(folder, 'd')];
  const { code, said } = await setUp([...town, '', 'sk_live_secret', ''], ['--file', join(folder, 'live.env')]);
  expect(said).toContain('STRIPE_SECRET_KEY is a live key while SITE_URL is "http://localhost:3001"');
  expect(said).not.toContain('sk_live_secret');
  expect(code).toBe(1);
});
