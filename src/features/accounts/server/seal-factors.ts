/** Secrets of authenticator apps are stored encrypted, bound to their account. */
import { eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import { factorPurpose, isSealed, seal, unseal } from '#server/vault.ts';

export const sealFactor = (userId: string, secret: string): string => seal(secret, factorPurpose(userId));

/** Null when the key of another site sealed it. Until the first start with a key, secrets stood in clear. */
export const openFactor = (userId: string, stored: string): string | null =>
  isSealed(stored) ? unseal(stored, factorPurpose(userId)) : stored;

/** Encrypts what an earlier release stored in clear. Returns the number of secrets that this site's key cannot open. */
export async function sealAllFactors(db: Database): Promise<{ unreadable: number }> {
  const rows = await db
    .select({ id: users.id, stored: users.totpSecret })
    .from(users)
    .where(isNotNull(users.totpSecret));
  let unreadable = 0;
  for (const { id, stored } of rows) {
    if (stored === null) continue;
    if (!isSealed(stored))
      await db
        .update(users)
        .set({ totpSecret: sealFactor(id, stored) })
        .where(eq(users.id, id));
    else if (openFactor(id, stored) === null) unreadable++;
  }
  return { unreadable };
}
