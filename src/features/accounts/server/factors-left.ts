/** The second factor of an account is an authenticator app, passkeys, or both; the recovery codes belong to all of it. */
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { passkeys, users } from '#server/db/schema/index.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

/** Call it with the person's row locked. */
export async function hasFactorNow(tx: Database, userId: string): Promise<boolean> {
  const [account] = await tx.select({ at: users.totpConfirmedAt }).from(users).where(eq(users.id, userId));
  return (account?.at ?? null) !== null || (await tx.$count(passkeys, eq(passkeys.userId, userId))) > 0;
}

/** Deletes the recovery codes when no factor is left. Returns whether none is. */
export async function dropCodesOfNoFactor(tx: Database, userId: string): Promise<boolean> {
  if (await hasFactorNow(tx, userId)) return false;
  await replaceRecoveryCodes(tx, userId, []);
  return true;
}
