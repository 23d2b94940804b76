import { eq } from 'drizzle-orm';
import { users } from '#server/db/schema/index.ts';
import { giveBackToLimit, takeFromLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { verifyPassword } from './hash-password.ts';

const refusal = 'This is not your password.';

export const notYourPassword = (field: string) =>
  new Problem('invalid', refusal, { fields: { [field]: refusal }, trace: { refused: 'own-password' } });

/**
 * Checks that the person at the keyboard is the one who signed in. Wrong attempts count for this session
 * only: they do not block the log-in, and an attack on the log-in does not block the account page. Returns
 * the stored hash that matched.
 * @throws Problem 'too_many', 'invalid' naming `field`
 */
export async function checkOwnPassword(
  user: SessionUser,
  password: string,
  { db, now }: Pick<ApiRequest, 'db' | 'now'>,
  field = 'password',
): Promise<string> {
  const at = now();
  await takeFromLimit(db, 'own-password', user.sessionId, at);
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, user.id));
  const stored = row?.passwordHash ?? null;
  if (!(await verifyPassword(stored, password)) || stored === null) throw notYourPassword(field);
  await giveBackToLimit(db, 'own-password', user.sessionId, at);
  return stored;
}
