import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { siteSecrets } from '#server/db/schema/index.ts';
import { isSealed, openVault } from '#server/vault.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { queriesOn } from './db/client.ts';
import { hasForeignKey, renewSecrets, sealAllSecrets, siteSecret } from './site-secret.ts';

const database = testDatabase();
/** As another process: what was read once is forgotten. */
const another = () => queriesOn(database.pool);
const stored = async () =>
  Object.fromEntries((await database.db.select().from(siteSecrets)).map(({ name, value }) => [name, value]));

it('stand in the database encrypted, and are the same in every process', async () => {
  const secret = await siteSecret(another(), 'csrf');
  expect(secret).toHaveLength(32);
  expect(await siteSecret(another(), 'csrf')).toEqual(secret);
  const { csrf = '' } = await stored();
  expect(isSealed(csrf)).toBe(true);
  expect(csrf).not.toContain(secret.toString('base64url'));
});

it('of an earlier release are encrypted and stay the same', async () => {
  const value = Buffer.alloc(32, 7).toString('base64url');
  await database.db.insert(siteSecrets).values([
    { name: 'article-previews', value },
    { name: 'newsletter-links', value },
  ]);
  await sealAllSecrets(another(), { dataDir: '/srv/town' });
  const now = await stored();
  // The first one is there from the first start on: it tells another key.
  expect(isSealed(now.csrf ?? '')).toBe(true);
  expect([isSealed(now['article-previews'] ?? ''), now['newsletter-links']]).toEqual([true, value]);
  expect(await siteSecret(another(), 'article-previews')).toEqual(Buffer.alloc(32, 7));
});

it('are kept from a start with another key, and made anew when that is asked for, but for those that let readers leave and keep mail away', async () => {
  const names = ['csrf', 'newsletter-links', 'newsletter-suppressions'] as const;
  const all = async () => {
    const db = another();
    return Promise.all(names.map(async (name) => (await siteSecret(db, name)).toString('hex')));
  };
  const before = await all();
  const folder = mkdtempSync(join(tmpdir(), 'alameda-secrets-'));
  try {
    openVault(folder);
    await expect(siteSecret(another(), 'csrf')).rejects.toThrow('secret.key');
    const kept = await stored();
    await expect(sealAllSecrets(another(), { dataDir: '/srv/town' })).rejects.toThrow(
      /^\/srv\/town\/secret\.key is not the key .+: copy secret\.key from the machine that runs.+ --new-key$/,
    );
    expect([await hasForeignKey(another()), await stored()]).toEqual([true, kept]);
    expect(await renewSecrets(database.db)).toEqual({ renewed: 1 });
    expect(await hasForeignKey(another())).toBe(false);
    const after = await all();
    expect(after[0]).not.toBe(before[0]);
    expect(after.slice(1)).toEqual(before.slice(1));
  } finally {
    openVault(process.env.DATA_DIR ?? folder);
    rmSync(folder, { recursive: true });
    await database.db.delete(siteSecrets).where(eq(siteSecrets.name, 'csrf'));
  }
});
