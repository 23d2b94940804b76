/** Reads, checks and lays out the words of a mail for staff. */

import { readSettingHistory } from '#features/settings/server/read-history.ts';
import { readRow, type StoredRow } from '#features/settings/server/read-setting.ts';
import { putRow, resetRow } from '#features/settings/server/write-setting.ts';
import { mailTextKey } from '#server/city-settings.ts';
import type { ApiRequest, Services } from '#server/http/serve.ts';
import { currentText, fillLetter } from '#server/mail/compose-letter.ts';
import type { LaidOutLetter } from '#server/mail/lay-out-letter.ts';
import { exampleValues } from '#server/mail/mail-examples.ts';
import { commonVariables, type MailDefinition, mailGroups } from '#server/mail/mail-text.ts';
import { mailTextFaults } from '#server/mail/read-mail-text.ts';
import { Problem } from '#shared/problem.ts';
import type { MailInList, StaffMail, Text } from '../staff-contract.ts';

export type Mails = readonly MailDefinition[];

const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'subject' in value && 'text' in value;

/** @throws Problem 'not_found' */
export function findMail(mails: Mails, name: string): MailDefinition {
  const found = mails.find((mail) => mail.name === name);
  if (found === undefined) throw new Problem('not_found', 'There is no such mail.');
  return found;
}

/** In the order of the groups. */
export function listMails(mails: Mails, { city }: Services): MailInList[] {
  return mailGroups.flatMap((group) =>
    mails
      .filter((mail) => mail.group === group)
      .map((mail) => {
        const { name, when, to, builtIn } = mail;
        const text = currentText(city, mail);
        return { name, group, when, to, subject: text.subject, isChanged: text !== builtIn };
      }),
  );
}

export async function readMail(mail: MailDefinition, request: Pick<ApiRequest, 'db'>): Promise<StaffMail> {
  const { name, group, when, to, builtIn, variables, conditions } = mail;
  const row: StoredRow | null = await readRow(request.db, mailTextKey(name));
  const value = isText(row?.value) ? row.value : builtIn;
  return {
    name,
    group,
    when,
    to,
    builtIn,
    value,
    changedAt: row?.changedAt ?? null,
    changedBy: row?.changedBy ?? null,
    variables: Object.entries({ ...variables, ...commonVariables }).map(([variable, { kind, means, isNeeded }]) => ({
      name: variable,
      kind,
      means,
      isNeeded,
    })),
    cases: Object.entries(conditions).map(([condition, { means, example }]) => ({
      name: condition,
      means,
      isInExample: example,
    })),
    trouble: Object.values(mailTextFaults(mail, value))[0] ?? null,
    history: await readSettingHistory(request.db, mailTextKey(name)),
  };
}

/** @throws Problem 'invalid' with a sentence for each field */
function checkText(mail: MailDefinition, { subject, text }: Text): Text {
  const faults = mailTextFaults(mail, { subject, text });
  if (Object.keys(faults).length > 0) {
    throw new Problem('invalid', 'Please check the marked fields.', { fields: faults });
  }
  return { subject, text };
}

/** @throws Problem 'invalid', 'conflict' */
export async function putMail(
  mail: MailDefinition,
  { changedAt, ...draft }: Text & { changedAt: string | null },
  request: ApiRequest,
): Promise<void> {
  const value = checkText(mail, draft);
  await putRow<Text>({ key: mailTextKey(mail.name), value, changedAt, own: mail.builtIn }, request);
}

/** @throws Problem 'conflict' */
export async function resetMail(
  mail: MailDefinition,
  { changedAt }: { changedAt?: string | undefined },
  request: ApiRequest,
): Promise<void> {
  const refusal = 'This is the built-in text already.';
  await resetRow({ key: mailTextKey(mail.name), own: mail.builtIn, refusal, changedAt }, request);
}

/** The draft with made-up values, in the given cases. @throws Problem 'invalid' */
export function layOutDraft(
  mail: MailDefinition,
  { cases, ...draft }: Text & { cases: readonly string[] },
  { city, env }: Pick<Services, 'city' | 'env'>,
): LaidOutLetter {
  const text = checkText(mail, draft);
  const given = Object.fromEntries(Object.keys(mail.conditions).map((name) => [name, cases.includes(name)]));
  return fillLetter({ city, env }, mail, text, { ...exampleValues(mail, env.siteUrl), ...given });
}
