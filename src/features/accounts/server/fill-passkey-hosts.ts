import { isNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { passkeys } from '#server/db/schema/index.ts';
import type { Env } from '#server/env.ts';
import { siteOf } from './check-passkey.ts';

/** Passkeys of a release that did not store their host name were made for the address at which the site runs. */
export async function fillPasskeyHosts(db: Database, env: Pick<Env, 'siteUrl'>): Promise<void> {
  await db
    .update(passkeys)
    .set({ rpId: siteOf(env).expectedRPID })
    .where(isNull(passkeys.rpId));
}
