/** A process that runs with another secret.key than its database says so. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { siteSecrets } from '#server/db/schema/index.ts';
import { checkDatabase } from '#server/site-checks/database-checks.ts';
import { siteSecret } from '#server/site-secret.ts';
import { openVault } from '#server/vault.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServices } from '#tests/support/test-services.ts';
import { testSite } from '#tests/support/test-site.ts';

const database = testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'foreign-key-'));
afterEach(async () => {
  openVault(process.env.DATA_DIR ?? '');
  await database.db.delete(siteSecrets);
  removeFolder(folder);
});

it('is not ready, and the check-up says it in the same words', async () => {
  const services = testServices(database, {
    env: { SITE_URL: 'http://localhost:3000', TRUST_PROXY: 'off', DATA_DIR: folder },
  });
  const site = testSite(services);
  const ready = async (address: string) => {
    const answer = await site.request('/readyz', {}, { incoming: { socket: { remoteAddress: address } } });
    return [answer.status, await answer.text()] as const;
  };
  const key = async () =>
    (await checkDatabase(database.db, services.env, () => new Date())).filter(({ name }) => name === 'Key');
  await siteSecret(database.db, 'listing-orders');
  expect([await ready('127.0.0.1'), await key()]).toEqual([[200, 'ok'], []]);
  openVault(folder);
  const [status, words] = await ready('127.0.0.1');
  expect([status, words]).toEqual([503, expect.stringContaining('copy secret.key from the machine that runs')]);
  expect(await ready('192.0.2.7')).toEqual([503, 'not ready']);
  expect(await key()).toMatchObject([{ state: 'wrong', text: `${words}.` }]);
});
