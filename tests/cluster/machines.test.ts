/** Two machines of one site behind a balancer, with their files in a bucket: what a person does on one holds on the other. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '../../deploy/cluster/programs.ts';
import { startStore } from './a-store.ts';
import { type Answer, call, visit } from './senders.ts';
import { testCluster } from './test-cluster.ts';
import { ask } from './under-writes.ts';

let store: Awaited<ReturnType<typeof startStore>> | undefined;
const test = testCluster(async () => {
  store = await startStore();
  console.log(`files are in a bucket of ${store.name}`);
  return store.variables;
});
afterAll(() => store?.stop());

const patience = { timeout: 120_000 };

function bothMachines() {
  const [first, second] = test.cluster.machines;
  if (!first || !second) throw new Error('a cluster has two machines');
  return { first, second };
}

/** Browsers know the site by one address, so a call to a machine itself names that one as its origin. */
const asVisitor = async (machine: string, from?: string): Promise<Record<string, string>> => ({
  ...(await visit(machine, from)),
  origin: test.cluster.origin,
});

let people = 0;

/** Signs a person up on the first machine. The answer's headers are those of the signed-in browser. */
async function signedUp(): Promise<{ email: string; headers: Record<string, string> }> {
  const { first } = bothMachines();
  people += 1;
  const person = { username: `Rosa ${people}`, email: `rosa-${people}@example.org`, password: 'sunlit cedar porch 42' };
  const stranger = await asVisitor(first.origin);
  const body = JSON.stringify(person);
  const answer = await call(`${first.origin}/api/auth/register`, { method: 'POST', headers: stranger, body });
  expect(answer.status).toBe(201);
  return { email: person.email, headers: { ...stranger, cookie: cookiesOf(stranger, answer) } };
}

function cookiesOf(before: Record<string, string>, answer: Answer): string {
  const given = [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const names = given.map((cookie) => cookie.split('=', 1)[0]);
  const kept = (before.cookie ?? '').split('; ').filter((cookie) => !names.includes(cookie.split('=', 1)[0]));
  return [...kept, ...given].join('; ');
}

/** The token belongs to the session, so a signed-in browser asks for its own. */
async function withToken(machine: string, headers: Record<string, string>): Promise<Record<string, string>> {
  const answer = await call(`${machine}/api/csrf-token`, { headers });
  const { csrfToken } = JSON.parse(answer.body) as { csrfToken: string };
  return { ...headers, cookie: cookiesOf(headers, answer), 'x-csrf-token': csrfToken };
}

async function administrator(): Promise<Record<string, string>> {
  const { email, headers } = await signedUp();
  await ask(test.cluster, `update users set role = 'staff', rights = '{administrator,editor}' where email = $1`, [
    email,
  ]);
  return withToken(bothMachines().second.origin, headers);
}

async function sendPicture(machine: string, headers: Record<string, string>): Promise<string> {
  const blue = { width: 900, height: 600, channels: 3, background: '#2c5d8f' } as const;
  const body = await sharp({ create: blue }).png().toBuffer();
  const stored = await fetch(`${machine}/api/staff/pictures?alt=Sky`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png' },
    body,
  });
  expect(stored.status).toBe(201);
  return ((await stored.json()) as { src: string }).src;
}

describe('two machines', () => {
  it('know the same sessions, also their end', patience, async () => {
    const { first, second } = bothMachines();
    const { headers } = await signedUp();
    expect((await call(`${second.origin}/api/auth/me`, { headers })).status).toBe(200);
    const leaving = await withToken(second.origin, headers);
    const left = await call(`${second.origin}/api/auth/logout`, { method: 'POST', headers: leaving });
    expect(left.status).toBeLessThan(300);
    expect((await call(`${first.origin}/api/auth/me`, { headers })).status).toBe(401);
  });

  it('count one limit together', patience, async () => {
    const { first, second } = bothMachines();
    const from = '127.88.0.1';
    const statuses = [];
    for (let sent = 0; sent < 21; sent += 1) {
      const machine = (sent % 2 === 0 ? first : second).origin;
      const headers = { ...(await asVisitor(machine, from)), 'x-forwarded-for': from };
      const body = JSON.stringify({ name: 'Rosa Reyes', email: 'rosa@example.org', message: 'One message of many.' });
      statuses.push((await call(`${machine}/api/contact`, { method: 'POST', headers, body, from })).status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });

  it('drop a stored page that the other has outdated', patience, async () => {
    const { first, second } = bothMachines();
    const page = async (machine: string) => (await call(`${machine}/contact`)).body;
    const phone = '210-555-0177';
    expect(await page(first.origin)).not.toContain(phone);
    const headers = await administrator();
    const settings = JSON.parse((await call(`${second.origin}/api/staff/settings`, { headers })).body);
    const { value, changedAt } = settings.contact;
    const body = JSON.stringify({ value: { ...value, phone }, changedAt });
    const put = await call(`${second.origin}/api/staff/settings/contact`, { method: 'PUT', headers, body });
    expect(put.status).toBe(200);
    expect(await page(second.origin)).toContain(phone);
    await until('the other machine shows it', async () => (await page(first.origin)).includes(phone), 20_000);
  });

  it('show each other’s pictures, also through the balancer', patience, async () => {
    const { first, second } = bothMachines();
    const src = await sendPicture(second.origin, await administrator());
    const etags = new Set<string | null>();
    for (const origin of [first.origin, second.origin, test.cluster.origin]) {
      const shown = await fetch(`${origin}${src}`);
      expect(shown.headers.get('content-type')).toMatch(/^image\//);
      expect((await shown.arrayBuffer()).byteLength).toBeGreaterThan(100);
      etags.add(shown.headers.get('etag'));
    }
    expect(etags.size).toBe(1);
  });

  it('import lists, show pictures and make backups with what another has taken, also once that one is gone', {
    timeout: 240_000,
  }, async () => {
    const { first, second } = bothMachines();
    const headers = await administrator();
    const src = await sendPicture(first.origin, headers);
    await ask(test.cluster, 'update businesses set logo_url = $1 where id = (select id from businesses limit 1)', [
      src,
    ]);
    const list = await fetch(`${first.origin}/api/staff/imports?fileName=list.csv`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: 'Name,Address\nFig & Ladder,1 Main St\n',
    });
    expect(list.status).toBe(201);
    const { id } = (await list.json()) as { id: string };
    await first.kill();
    try {
      const wish = JSON.stringify({ dryRun: false, category: null, fields: ['name', 'address'] });
      const runs = `${second.origin}/api/staff/imports/${id}/runs`;
      const started = await call(runs, { method: 'POST', headers, body: wish });
      expect(started.status).toBe(201);
      const { id: run } = JSON.parse(started.body) as { id: string };
      const state = async () =>
        JSON.parse((await call(`${second.origin}/api/staff/imports/runs/${run}`, { headers })).body);
      await until(
        'the list is worked off',
        async () => !['queued', 'running'].includes((await state()).status),
        90_000,
      );
      expect(await state()).toMatchObject({ status: 'done', counts: { added: 1 } });
      expect((await fetch(`${test.cluster.origin}${src}`)).status).toBe(200);
      const backup = await second.run('backup', join(test.cluster.folder, 'site2.backup'));
      expect(backup).toEqual({ code: 0, output: expect.stringMatching(/ and [1-9]\d* uploads in /) });
    } finally {
      first.start();
      await test.cluster.isServing();
    }
  });

  it('do the jobs of one that is gone', patience, async () => {
    const { first, second } = bothMachines();
    const { email } = await signedUp();
    await first.kill();
    try {
      await until('the mail has been sent', () => mailed(email, [first.dataDir, second.dataDir]), 90_000);
      const { email: later } = await signedUpOn(second.origin);
      await until('the other machine sends it', () => mailed(later, [second.dataDir]), 90_000);
    } finally {
      first.start();
      await test.cluster.isServing();
    }
  });
});

async function signedUpOn(machine: string): Promise<{ email: string }> {
  const email = 'late@example.org';
  const body = JSON.stringify({ username: 'Late Rosa', email, password: 'sunlit cedar porch 42' });
  const answer = await call(`${machine}/api/auth/register`, {
    method: 'POST',
    headers: await asVisitor(machine),
    body,
  });
  expect(answer.status).toBe(201);
  return { email };
}

function mailed(email: string, dataDirs: readonly string[]): boolean {
  return dataDirs.some((dataDir) => {
    const outbox = join(dataDir, 'outbox');
    if (!existsSync(outbox)) return false;
    return readdirSync(outbox).some((file) => readFileSync(join(outbox, file), 'utf8').includes(`To: ${email}`));
  });
}
