/** Refuses passwords that a guesser tries first: common and stolen ones, and those made of the person's or the town's name. */
import type { Env } from '#server/env.ts';
import { Problem } from '#shared/problem.ts';
import { wasBreached } from './breached-passwords.ts';

const common = 'This password is one of the most common ones. Please choose another.';
const breached =
  'This password was stolen from another site and is on the lists that guessers use. Please choose another.';
const fromNames = 'This password is easy to guess from your name or the town’s. Please choose another.';

/** A common password counts with up to this many digits and signs around it: 'Summer2025', 'Password123!'. */
const maxAround = 4;
/** The first so many of the list are refused with something around them, unless they are shorter than that. */
const commonestCount = 1000;
const minCoreLength = 6;
/** Names shorter than this are part of too many words. */
const minNameLength = 4;

/** Shorter ones are refused before, and would only fill the memory. */
const minPasswordLength = 8;

interface CommonPasswords {
  all: ReadonlySet<string>;
  commonest: ReadonlySet<string>;
}

let known: Promise<CommonPasswords> | undefined;

/** Loaded when the first password is chosen: most processes of a command never need it. */
async function readKnown(): Promise<CommonPasswords> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const all: readonly string[] = dictionary['passwords-common'];
  return {
    all: new Set(all.filter((one) => one.length >= minPasswordLength)),
    commonest: new Set(all.slice(0, commonestCount)),
  };
}

const lookalikes: Readonly<Record<string, string>> = {
  '@': 'a',
  $: 's',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
};
/** 'p@ssw0rd' as 'password'. */
const asLetters = (text: string) => text.replace(/[@$01345]/g, (sign) => lookalikes[sign] ?? sign);
const lettersOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

function isCommon(typed: string, { all, commonest }: CommonPasswords): boolean {
  const bare = typed.replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '');
  if (all.has(typed) || all.has(bare) || all.has(asLetters(bare))) return true;
  const core = typed.replace(/^[^\p{L}@$]+|[^\p{L}]+$/gu, '');
  if (core.length < minCoreLength || typed.length - core.length > maxAround) return false;
  return commonest.has(core) || commonest.has(asLetters(core));
}

/** True when nothing but digits and signs is left once the names are taken out. */
function isMadeOf(names: readonly string[], typed: string): boolean {
  let rest = lettersOf(typed);
  const before = rest;
  for (const name of names.map(lettersOf).toSorted((a, b) => b.length - a.length)) {
    if (name.length >= minNameLength) rest = rest.replaceAll(name, '');
  }
  return rest.length <= 2 && rest !== before;
}

interface Context {
  /** The form's name for the password. */
  field?: string;
  /** Names of the person and of the town. */
  names?: readonly string[];
  /** The longer list of `BREACHED_PASSWORDS_FILE`. */
  env?: Pick<Env, 'breachedPasswordsFile'>;
}

async function refusalOf(password: string, { names = [], env }: Context): Promise<string | undefined> {
  known ??= readKnown();
  const typed = password.normalize('NFKC').toLowerCase();
  if (isCommon(typed, await known)) return common;
  if (isMadeOf(names, typed)) return fromNames;
  return (await wasBreached(password, env?.breachedPasswordsFile)) ? breached : undefined;
}

/** Case does not matter, nor do letters written as digits. @throws Problem 'invalid' */
export async function checkNewPassword(password: string, context: Context = {}): Promise<void> {
  const { field = 'password' } = context;
  const refusal = await refusalOf(password, context);
  if (refusal !== undefined) throw new Problem('invalid', refusal, { fields: { [field]: refusal } });
}

/** The names with which a guesser begins: the person's, their mailbox's, the town's and the program's. */
export function namesAround(
  { username, email }: { username: string; email: string },
  { facts }: { facts: { name: string; region: string } },
): string[] {
  return [username, email.slice(0, email.indexOf('@')), facts.name, facts.region, 'Alameda'];
}
