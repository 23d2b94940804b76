/**
 * Random requests with sessions of every kind of person: none fails the site, none shows what is somebody else's.
 * `npm run fuzz` makes 100,000 of them, and others with FUZZ_SEED=…; the tests make what fits into 15 s of processor time.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readCityPack } from '#server/city-pack.ts';
import { roles } from '#tests/support/access-roles.ts';
import { found } from '#tests/support/found.ts';
import { type FuzzRequest, fuzzRequest } from '#tests/support/fuzz/fuzz-requests.ts';
import { buildTown, foreignMarks, type Town } from '#tests/support/fuzz/fuzz-town.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const count = Number(process.env.FUZZ_REQUESTS ?? 4000);
const firstSeed = Number(process.env.FUZZ_SEED ?? 4711);
/** A new town after this many requests: staff have changed the old one beyond recognition. */
const perTown = 1000;
const lanes = 4;

const database = testDatabase();

interface Fault {
  seed: number;
  as: string;
  request: string;
  what: string;
}

const shown = ({ method, path, body }: FuzzRequest) => `${method} ${path} ${String(body ?? '').slice(0, 300)}`;
const secrets = /\$argon2|"(passwordHash|tokenHash|totpSecret|publicKey|credentialId)"/;

it(`answers ${count} requests of all kinds of people`, { timeout: count * 60 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alameda-fuzz-'));
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line.slice(0, 1500)) });
  const services = {
    ...testServices(database, { env: { DATA_DIR: folder }, city: await readCityPack('olmos-park') }),
    log,
  };
  const app = testSite(services);
  const faults: Fault[] = [];
  const answered = new Map<string, number>();

  async function send(seed: number, town: Town): Promise<void> {
    const request = fuzzRequest(seed, town);
    const { as, browser, renew } = found(town.browsers[seed % town.browsers.length], 'browser');
    const { method, path, body, hasToken, headers } = request;
    const own = method === 'GET' ? {} : { Origin: 'http://oakbend.example', 'Sec-Fetch-Site': 'same-origin' };
    const token = hasToken ? { 'X-CSRF-Token': browser.cookies.get('csrf-token') ?? '' } : {};
    const init = { headers: { ...own, ...token, ...headers }, ...(body === undefined ? {} : { body }) };
    const before = errors.length;
    let response = await browser.request(method, path, init);
    // A busy machine: the site refuses statements until its database answers again.
    for (let tries = 0; response.status === 503 && tries < 30; tries++) {
      await sleep(1000);
      response = await browser.request(method, path, init);
    }
    const text = await response.text();
    const isPicture = response.headers.get('content-type')?.startsWith('image/') === true;
    // The browser has logged out or ended its sessions.
    if (response.status === 401) await renew().catch(() => sleep(3000).then(renew));
    const key = `${as} ${response.status}`;
    answered.set(key, (answered.get(key) ?? 0) + 1);
    const note = (what: string) => faults.push({ seed, as, request: shown(request), what });
    if (response.status >= 500) note(`${response.status}: ${errors.slice(before).join('\n') || text.slice(0, 300)}`);
    const foreign = isPicture ? [] : foreignMarks(text, as);
    if (foreign.length > 0) note(`shows ${foreign.join(', ')}`);
    if (!isPicture && secrets.test(text)) note('shows a secret');
  }

  for (let from = 0; from < count; from += perTown) {
    await database.empty();
    const town = await buildTown(database.db, app, services.city);
    const seeds = Array.from({ length: Math.min(perTown, count - from) }, (_, n) => firstSeed + from + n);
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) await send(seed, town);
      }),
    );
  }
  removeFolder(folder);

  expect(faults.slice(0, 10), `${faults.length} faults, from FUZZ_SEED=${firstSeed}`).toEqual([]);
  // Each of the eight browsers sends an eighth of the requests, and some of them have to be accepted.
  for (const { name } of roles) expect(answered.get(`${name} 200`), name).toBeGreaterThan(count / 100);
});
