/** Tells how a session stands to the second factor of its person. */
import { eq, sql } from 'drizzle-orm';
import { citySettings } from '#server/db/schema/index.ts';
import type { Env } from '#server/env.ts';
import type { SessionUser } from '#server/http/serve.ts';

/** The row of `city_settings` with which an administrator lets staff do without. */
export const exceptionKey = 'secondFactorException';

/** One more column for a query on `users`. */
export const isExcepted = sql<boolean>`exists (select 1 from ${citySettings} where ${eq(citySettings.key, exceptionKey)})`;

interface Standing {
  role: SessionUser['role'];
  totpConfirmedAt: Date | null;
  isExcepted: boolean;
  /** Null while the session has not given it. */
  secondFactorAt: Date | null;
}

export function secondFactorState(
  { role, totpConfirmedAt, secondFactorAt, isExcepted }: Standing,
  { demandsSecondFactor }: Pick<Env, 'demandsSecondFactor'>,
): SessionUser['secondFactor'] {
  if (totpConfirmedAt !== null) return secondFactorAt === null ? 'asked' : 'given';
  return role === 'staff' && demandsSecondFactor && !isExcepted ? 'demanded' : 'off';
}
