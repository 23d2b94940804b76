/** Checks that e-mail and username are free. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { Problem } from '#shared/problem.ts';

const messages = {
  email: 'This email already has an account. Log in, or reset its password.',
  username: 'This username is taken. Please choose another.',
};

/** @throws Problem 'conflict' naming each taken field; case does not matter */
export async function checkNotTaken(
  db: Database,
  { email = '', username = '' }: { email?: string; username?: string },
  exceptId: string | null = null,
): Promise<void> {
  const { rows } = await db.execute<{ email: boolean; username: boolean }>(sql`
    select exists (select from users where lower(email) = lower(${email}) and id is distinct from ${exceptId}) as email,
      exists (select from users where lower(username) = lower(${username}) and id is distinct from ${exceptId}) as username`);
  const fields: Record<string, string> = {};
  if (rows[0]?.email) fields.email = messages.email;
  if (rows[0]?.username) fields.username = messages.username;
  const [first] = Object.values(fields);
  if (first !== undefined) throw new Problem('conflict', first, { fields });
}

const uniqueViolation = '23505';

/** The same when two register at once and the unique index refuses the second. Rethrows any other error. */
export function refuseTaken(error: unknown): never {
  const cause = (error as { cause?: { code?: string; constraint?: string } }).cause;
  if (cause?.code === uniqueViolation) {
    const field = cause.constraint === 'users_username_key' ? 'username' : 'email';
    throw new Problem('conflict', messages[field], { fields: { [field]: messages[field] } });
  }
  throw error;
}
