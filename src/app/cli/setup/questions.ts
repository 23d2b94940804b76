/** The questions of `npm run setup`: each answer is a setting, or a wish that is carried out afterwards. */
import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Email, Username } from '#features/accounts/sign-in-contract.ts';
import { readEnv } from '#server/env.ts';
import { EnvError } from '#server/env-variable.ts';
import type { Asker } from './asker.ts';
import type { Settings } from './settings-file.ts';

export interface Wishes {
  /** Gets a test mail; '' for none. */
  testMail: string;
  /** The first administrator; '' for none. */
  staffEmail: string;
  staffName: string;
}

/** Says what is wrong with one setting, in the words of the start. @param others settings without which it is refused */
function checkSetting(name: string, value: string, others: Settings): string | null {
  try {
    readEnv({ ...others, [name]: value });
    return null;
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.message.split('\n').find((line) => line.startsWith(`${name} is `)) ?? null;
  }
}

const checkWith = (schema: typeof Email) => (text: string) => {
  const result = text === '' ? undefined : z.safeParse(schema, text);
  return result === undefined || result.success ? null : (result.error.issues[0]?.message ?? 'That is not valid.');
};

/** Makes the folder when it is missing. */
export function checkFolder(path: string): string | null {
  if (path === '') return null;
  if (!path.startsWith('/')) return 'Please give the whole path, from / on.';
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return null;
  } catch (error) {
    return `${path} cannot be made (${(error as NodeJS.ErrnoException).code}).`;
  }
}

export const checkEmail = checkWith(Email);
export const checkName = checkWith(Username);

type AskSetting = (name: string, text: string, options?: { others?: Settings }) => Promise<string>;

/** Where people's replies come back to, and the mailbox from which the site fetches them. */
async function askReplies(setting: AskSetting): Promise<void> {
  const address = await setting(
    'INBOUND_ADDRESS',
    'Address for replies, with * for a token, as reply+*@town.example (empty: they go to the town’s own mailbox)',
  );
  if (address === '') return;
  await setting(
    'IMAP_URL',
    'Its mailbox, as imaps://user:password@host/INBOX, @ in the user as %40 (empty: replies come in another way)',
    { others: { INBOUND_ADDRESS: address } },
  );
}

/** Settings that hold a password or a key. */
const secrets = /SECRET|SMTP_URL|IMAP_URL/;

/** @param given settings that are known already: their values are the fallbacks */
export async function askEverything(asker: Asker, given: Settings): Promise<{ settings: Settings; wishes: Wishes }> {
  const settings: Settings = {};
  const setting = async (name: string, text: string, { fallback = '', others = {} as Settings } = {}) => {
    const answer = await asker.ask({
      text,
      fallback: given[name] ?? fallback,
      check: (value) => (value === '' ? null : checkSetting(name, value, others)),
      isSecret: secrets.test(name),
    });
    settings[name] = answer;
    return answer;
  };

  const towns = (await readdir(join(import.meta.dirname, '../../../../cities'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  asker.heading('The town');
  settings.CITY_PACK = await asker.ask({
    text: `Which town (${towns.join(', ')})`,
    fallback: given.CITY_PACK ?? 'olmos-park',
    check: (town) =>
      towns.includes(town) ? null : `There is no folder cities/${town}. docs/city-pack.md tells how to make one.`,
  });

  asker.heading('The address');
  const port = await setting('PORT', 'Port on which the site listens', { fallback: '3000' });
  const siteUrl = await setting('SITE_URL', 'Address that visitors type, with https://', {
    fallback: `http://localhost:${port}`,
  });
  if (siteUrl.startsWith('https:'))
    await setting('TRUST_PROXY', 'Proxies in front, which hold the certificate (usually 1)', { fallback: '1' });
  await setting('DATA_DIR', 'Folder for the database, pictures and mails', { fallback: '.data' });

  asker.heading('Mail');
  const smtp = await setting(
    'SMTP_URL',
    'Mail server, as smtp://user:password@host:587, / in the password as %2F (empty: no mail is sent)',
  );
  if (smtp !== '')
    await setting('MAIL_FROM', 'Sender of the mails', { fallback: `no-reply@${new URL(siteUrl).hostname}` });
  const testMail = smtp === '' ? '' : await asker.ask({ text: 'Send a test mail to (empty: none)', check: checkEmail });

  if (smtp !== '') await askReplies(setting);

  asker.heading('Payments');
  const key = await setting('STRIPE_SECRET_KEY', 'Stripe secret key (empty: nobody can pay with a real card)', {
    others: { SITE_URL: siteUrl },
  });
  for (const [name, text] of [
    ['STRIPE_PUBLISHABLE_KEY', 'Stripe publishable key'],
    ['STRIPE_WEBHOOK_SECRET', `Signing secret of the webhook ${siteUrl}/api/stripe/webhook`],
  ] as const) {
    if (key === '') settings[name] = '';
    else await setting(name, text);
  }

  asker.heading('Staff and backups');
  const staffEmail = await asker.ask({ text: 'Email of the first administrator (empty: later)', check: checkEmail });
  const staffName =
    staffEmail === ''
      ? ''
      : await asker.ask({ text: 'Their name', fallback: staffEmail.split('@')[0] ?? '', check: checkName });
  settings.BACKUP_DIR = await asker.ask({
    text: 'Folder for a backup each night, best on another disk (empty: none)',
    fallback: given.BACKUP_DIR ?? '',
    check: checkFolder,
  });

  if (settings.BACKUP_DIR !== '') {
    await setting(
      'BACKUP_RECIPIENT',
      'Public key that encrypts them, age1… (npm run backup -- --make-identity FILE makes one; empty: not encrypted)',
    );
  }

  asker.heading('Pictures on several machines');
  const endpoint = await setting('S3_ENDPOINT', 'Address of an S3 store (empty: pictures stay in the folder)');
  for (const [name, text] of [
    ['S3_REGION', 'Its region'],
    ['S3_BUCKET', 'Its bucket, which belongs to this site alone'],
    ['S3_ACCESS_KEY_ID', 'Access key'],
    ['S3_SECRET_ACCESS_KEY', 'Secret access key'],
  ] as const) {
    if (endpoint === '') settings[name] = '';
    else await setting(name, text);
  }
  return { settings, wishes: { testMail, staffEmail, staffName } };
}
