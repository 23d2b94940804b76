import { and, arrayContains, isNull, sql } from 'drizzle-orm';
import { loadSampleContent } from '#app/cli/load-sample-content.ts';
import { fillPasskeyHosts } from '#features/accounts/server/fill-passkey-hosts.ts';
import { sealAllFactors } from '#features/accounts/server/seal-factors.ts';
import { syncCategories } from '#features/categories/server/sync-categories.ts';
import { otherSessions } from '#server/backup/target.ts';
import type { CityPack } from '#server/city-pack.ts';
import { refreshCity, storedCategories } from '#server/city-settings.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Env } from '#server/env.ts';
import { log } from '#server/log.ts';
import { sealQueuedMails } from '#server/mail/seal-queued-mails.ts';
import { renewSecrets, sealAllSecrets } from '#server/site-secret.ts';

/**
 * Brings the rows of a migrated database to this release and this pack; in the transaction of the migrations. Returns what the operator should do
 * next; null: nothing. @throws EnvError when DATABASE_URL leads to the database of a running site with another key
 */
export async function prepareDatabase(db: Database, env: Env, pack: CityPack): Promise<string | null> {
  if (env.databaseUrl === undefined || !(await isUsedByOthers(db))) await renewLostSecrets(db);
  await sealAllSecrets(db, env);
  // Staff may have changed the categories.
  await refreshCity(db, pack, log);
  await syncCategories(db, { categories: storedCategories(pack) });
  await sealQueuedMails(db);
  const { unreadable } = await sealAllFactors(db);
  if (unreadable > 0) {
    const text =
      'second factors were sealed with another secret.key: their people sign in with a recovery code and set them up anew';
    log.warn({ unreadable }, text);
  }
  await fillPasskeyHosts(db, env);
  if (env.sampleContent && (await loadSampleContent(db, pack, new Date()))) log.info('sample content was loaded');
  const isAdministrator = and(arrayContains(users.rights, ['administrator']), isNull(users.bannedAt));
  if ((await db.$count(users, isAdministrator)) > 0) return null;
  return 'Nobody is an administrator yet. To become one: npm run staff -- add you@example.org --username yourname';
}

/** Another machine of the site runs, or this one does: a reload. */
const isUsedByOthers = async (db: Database) =>
  (await otherSessions({ query: (text) => db.execute(sql.raw(text)) as never })) > 0;

/** Nobody else uses the keys that cannot be opened: this folder's key was lost, or left behind by a restore. */
async function renewLostSecrets(db: Database): Promise<void> {
  const { renewed } = await renewSecrets(db);
  if (renewed > 0)
    log.warn({ renewed }, 'keys of links and forms were sealed with another secret.key: there are new ones');
}
