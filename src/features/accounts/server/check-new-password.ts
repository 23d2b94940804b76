import { Problem } from '#shared/problem.ts';

const refusal = 'This password is one of the most common ones. Please choose another.';
/** Counts only passwords that are long enough, so that the list is not filled with '1234' (docs/product-rules.md#passwords). */
const refused = 10_000;

let commonest: Promise<ReadonlySet<string>> | undefined;

/** Loaded when the first password is chosen: most processes of a command never need it. */
async function readCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const passwords: readonly string[] = dictionary['passwords-common'];
  return new Set(passwords.filter((password) => password.length >= 8).slice(0, refused));
}

/**
 * @param field the form's name for it @throws Problem 'invalid' for one of the 10,000 most common passwords;
 * case does not matter
 */
export async function checkNewPassword(password: string, field = 'password'): Promise<void> {
  commonest ??= readCommonest();
  if ((await commonest).has(password.normalize('NFKC').toLowerCase())) {
    throw new Problem('invalid', refusal, { fields: { [field]: refusal } });
  }
}
