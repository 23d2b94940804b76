/** Accounts that are staff from the beginning. */
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { accountDeletions, passkeys, users, userTokens } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffRight } from '#shared/staff-rights.ts';
import { endSessions } from './end-sessions.ts';
import { checkNotTaken } from './taken.ts';

interface Credentials {
  email: string;
  username: string | undefined;
  rights: StaffRight[];
  passwordHash: string | null;
  now: Date;
}

/** @throws Problem 'invalid' without a username, 'conflict' for a taken one */
export async function insertStaffAccount(tx: Database, { email, username, rights, passwordHash, now }: Credentials) {
  if (username === undefined) throw new Problem('invalid', 'A new account needs a username (--username NAME).');
  await checkNotTaken(tx, { username });
  const [added] = await tx
    .insert(users)
    .values({ email, username, passwordHash, role: 'staff', rights, emailVerifiedAt: now, createdAt: now })
    .returning({ id: users.id, username: users.username });
  if (!added) throw new Error('the account was not stored');
  return added;
}

/**
 * Removes everything with which the account's maker could open it: password, sessions, links, second factor
 * and name.
 * @throws Problem 'invalid' without a username, 'conflict' for a taken one
 */
export async function takeOver(
  tx: Database,
  known: typeof users.$inferSelect,
  { email, username, rights, passwordHash, now }: Credentials,
) {
  if (username === undefined) {
    throw new Problem(
      'invalid',
      'Nobody has confirmed the mailbox of this account, so a stranger may have made it. Give the username it is to have (--username NAME).',
    );
  }
  await checkNotTaken(tx, { username }, known.id);
  await tx
    .update(users)
    .set({
      email,
      username,
      passwordHash,
      role: 'staff',
      rights,
      // Without a password the link confirms the mailbox; until then nobody can log in.
      emailVerifiedAt: passwordHash === null ? null : now,
      totpSecret: null,
      totpConfirmedAt: null,
      totpLastStep: null,
      bannedAt: null,
    })
    .where(eq(users.id, known.id));
  await endSessions(tx, known.id);
  await tx.delete(passkeys).where(eq(passkeys.userId, known.id));
  await tx.delete(userTokens).where(eq(userTokens.userId, known.id));
  // The stranger may have asked for the account's deletion at a later date.
  await tx.delete(accountDeletions).where(eq(accountDeletions.userId, known.id));
  return { id: known.id, username };
}
