import { eq, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { checkNewPassword } from './check-new-password.ts';
import { hashPassword } from './hash-password.ts';
import { makeLinkToken } from './link-tokens.ts';
import { setPassword } from './set-password.ts';
import { checkNotTaken } from './taken.ts';

interface NewStaff {
  email: string;
  /** Needed for a new account; an existing one keeps its own. */
  username: string | undefined;
  password: string | undefined;
  /** Of the staff who does it; null: the command line. */
  actorId: string | null;
}

export interface StaffAdded {
  userId: string;
  username: string;
  /** false: the account was there before. */
  isNew: boolean;
  /** Sets a password, once, within 60 minutes; null when a password was given. */
  linkToken: string | null;
}

/**
 * Makes a staff account, or an existing account staff; whoever names the address vouches for it. A given password
 * replaces the account's own and ends its sessions.
 * @throws Problem 'invalid' for a missing username or a common password, 'conflict' for a taken username
 */
export async function addStaff(
  db: Database,
  { email, username, password, actorId }: NewStaff,
  services: Pick<Services, 'city' | 'env' | 'now'>,
): Promise<StaffAdded> {
  if (password !== undefined) await checkNewPassword(password);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return db.transaction(async (tx) => {
    const [known] = await tx
      .update(users)
      .set({ role: 'staff' })
      .where(sql`lower(${users.email}) = lower(${email})`)
      .returning({ id: users.id, username: users.username });
    const user = known ?? (await addAccount(tx, email, username ?? '', services.now()));
    await writeAudit(tx, { actorId, action: 'account.made-staff', subjectType: 'user', subjectId: user.id });
    if (passwordHash !== null) {
      if (known) await setPassword(tx, { userId: user.id, passwordHash, action: 'account.password-set' }, services);
      else await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id));
    }
    const linkToken =
      passwordHash === null
        ? await makeLinkToken(tx, { userId: user.id, purpose: 'reset-password', now: services.now() })
        : null;
    return { userId: user.id, username: user.username, isNew: known === undefined, linkToken };
  });
}

async function addAccount(tx: Database, email: string, username: string, now: Date) {
  if (username === '') throw new Problem('invalid', 'A new account needs a username (--username NAME).');
  await checkNotTaken(tx, { username });
  const [added] = await tx
    .insert(users)
    .values({ email, username, role: 'staff', emailVerifiedAt: now, createdAt: now })
    .returning({ id: users.id, username: users.username });
  if (!added) throw new Error('the account was not stored');
  return added;
}
