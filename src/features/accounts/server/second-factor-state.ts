/** Tells how a session stands to the second factor of its person. */
import { eq, sql } from 'drizzle-orm';
import { citySettings } from '#server/db/schema/index.ts';
import type { Env } from '#server/env.ts';
import type { SessionUser } from '#server/http/serve.ts';

/** The row of `city_settings` with which an administrator lets staff do without. */
export const exceptionKey = 'secondFactorException';

/** One more column for a query on `users`. */
export const isExcepted = sql<boolean>`exists (select 1 from ${citySettings} where ${eq(citySettings.key, exceptionKey)})`;

/** One more column for a query on `users`: an authenticator app or a passkey is set up. */
export const hasFactor = sql<boolean>`(users.totp_confirmed_at is not null
  or exists (select 1 from passkeys where passkeys.user_id = users.id))`;

interface Standing {
  role: SessionUser['role'];
  hasFactor: boolean;
  isExcepted: boolean;
  /** Null while the session has not given it. */
  secondFactorAt: Date | null;
}

export function secondFactorState(
  { role, hasFactor, secondFactorAt, isExcepted }: Standing,
  { demandsSecondFactor }: Pick<Env, 'demandsSecondFactor'>,
): SessionUser['secondFactor'] {
  if (hasFactor) return secondFactorAt === null ? 'asked' : 'given';
  return role === 'staff' && demandsSecondFactor && !isExcepted ? 'demanded' : 'off';
}
