/** The one place where a mail gets its words: those of staff when they have changed them, else the built-in ones. */
import * as z from 'zod/mini';
import type { CityPack } from '#server/city-pack.ts';
import { storedMailText } from '#server/city-settings.ts';
import type { Env } from '#server/env.ts';
import { log } from '#server/log.ts';
import { type LaidOutLetter, type LeaveLink, layOutLetter } from './lay-out-letter.ts';
import { type MailDefinition, type MailText, type MailValues, usernameVariable } from './mail-text.ts';
import { type FilledValue, fillMailText, mailTextFaults } from './read-mail-text.ts';
import { withoutLinks } from './without-links.ts';

interface Town {
  city: CityPack;
  env: Env;
}

const StoredText = z.object({ subject: z.string(), text: z.string() });

/**
 * Lays the mail out with the values. A stored text that this release cannot use, for example because it names a variable that
 * the mail has lost, is passed over with a line in the log: the mail has to go out.
 */
export function composeLetter<M extends MailDefinition>(
  town: Town,
  mail: M,
  values: MailValues<M>,
  options: LeaveLink = {},
): LaidOutLetter {
  return fillLetter(town, mail, currentText(town.city, mail), values as Record<string, FilledValue>, options);
}

/** The same for a given text without faults. */
export function fillLetter(
  { city, env }: Town,
  mail: MailDefinition,
  text: MailText,
  values: Readonly<Record<string, FilledValue>>,
  options: LeaveLink = {},
): LaidOutLetter {
  const { name, region } = city.facts;
  const filled = fillMailText(mail, text, {
    site: name,
    town: `${name}, ${region}`,
    ...values,
    ...safeNames(mail, values),
  });
  return layOutLetter(city, env, { ...filled, ...options });
}

/** Anybody can sign up as 'evil.com' with the mailbox of somebody else, whom the next mail would greet with that link. */
const safeNames = (mail: MailDefinition, values: Readonly<Record<string, FilledValue>>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      mail.variables[name] === usernameVariable && typeof value === 'string' ? [[name, withoutLinks(value)]] : [],
    ),
  );

/** The text that goes out now. */
export function currentText(city: CityPack, mail: MailDefinition): MailText {
  const stored = storedMailText(city, mail.name);
  if (stored === undefined) return mail.builtIn;
  const read = z.safeParse(StoredText, stored);
  const faults = read.success ? Object.values(mailTextFaults(mail, read.data)) : ['Not a text.'];
  if (read.success && faults.length === 0) return read.data;
  log.warn(
    { part: 'mail', mail: mail.name, faults },
    'a stored text of a mail cannot be used: the built-in one goes out',
  );
  return mail.builtIn;
}
