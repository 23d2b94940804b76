import type { Services } from '#server/http/serve.ts';
import { checkNewPassword, namesAround } from './check-new-password.ts';
import { checkUsername } from './check-username.ts';

/** The rules for name and password of every account that a person makes. @throws Problem 'invalid' */
export async function checkNewAccount(
  { username, email, password }: { username: string; email: string; password: string },
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<void> {
  checkUsername(username, [city.facts.name, 'Alameda']);
  await checkNewPassword(password, { names: namesAround({ username, email }, city), env });
}
