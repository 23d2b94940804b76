import { eq } from 'drizzle-orm';
import { users } from '#server/db/schema/index.ts';
import { giveBackToLimit, takeFromLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { verifyPassword } from './hash-password.ts';
import { mailboxKey } from './mailbox-key.ts';

const refusal = 'This is not your password.';

/**
 * That the person at the keyboard is the one who signed in. Wrong tries count like wrong log-ins: an open session is no
 * way to guess.
 * @throws Problem 'too_many', 'invalid' naming `field`
 */
export async function checkOwnPassword(
  user: SessionUser,
  password: string,
  { db, now }: Pick<ApiRequest, 'db' | 'now'>,
  field = 'password',
): Promise<void> {
  const at = now();
  const key = mailboxKey(user.email);
  await takeFromLimit(db, 'log-in-account', key, at);
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, user.id));
  if (!(await verifyPassword(row?.passwordHash ?? null, password))) {
    throw new Problem('invalid', refusal, { fields: { [field]: refusal } });
  }
  await giveBackToLimit(db, 'log-in-account', key, at);
}
