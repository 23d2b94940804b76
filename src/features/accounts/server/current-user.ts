import { eq } from 'drizzle-orm';
import { users } from '#server/db/schema/index.ts';
import type { Services, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { CurrentUser } from '../contract.ts';
import { hasFactor, isExcepted, secondFactorState } from './second-factor-state.ts';

/** Returns the signed-in user. @throws Problem 'signed_out' */
export function requireUser(user: SessionUser | null): SessionUser {
  if (user === null) throw new Problem('signed_out', 'Please log in first.');
  return user;
}

/**
 * Returns the user for an action that a stolen password alone must not allow.
 * @throws Problem 'signed_out', and 'second_factor' while a second factor is set up but not given
 */
export function requireWholeSession(user: SessionUser | null): SessionUser {
  const present = requireUser(user);
  if (present.secondFactor === 'asked') {
    throw new Problem('second_factor', 'Please give your second factor first.');
  }
  return present;
}

/** The person's own data, as /api/auth/me returns it. */
export const asCurrentUser = <U extends Pick<SessionUser, 'rights'>>({ rights, ...user }: U) =>
  rights.length > 0 ? { ...user, rights } : user;

/** The new session's user, as /api/auth/me will return it. */
export async function newlySignedIn(
  { db, env }: Pick<Services, 'db' | 'env'>,
  userId: string,
  { secondFactorAt }: { secondFactorAt: Date | null },
): Promise<CurrentUser> {
  const { id, username, email, role, rights, emailVerifiedAt } = users;
  const [row] = await db
    .select({ id, username, email, role, rights, emailVerifiedAt, hasFactor, isExcepted })
    .from(users)
    .where(eq(users.id, userId));
  if (!row) throw new Problem('signed_out', 'Please log in first.');
  return {
    ...asCurrentUser(row),
    emailVerified: row.emailVerifiedAt !== null,
    secondFactor: secondFactorState({ ...row, secondFactorAt }, env),
  };
}
