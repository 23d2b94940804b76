/** The words of the site's mails, for administrators. */
import * as z from 'zod/mini';
import { SettingHistory } from '#features/settings/history-contract.ts';
import { endpoint } from '#shared/endpoint.ts';

const Text = z.object({ subject: z.string(), text: z.string() });
export type Text = z.infer<typeof Text>;

const Place = z.object({
  name: z.string(),
  group: z.string(),
  /** A sentence. */
  when: z.string(),
  to: z.string(),
});

const Changed = z.object({
  /** Null when the built-in text counts. */
  changedAt: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
});

export const MailInList = z.extend(Place, { subject: z.string(), isChanged: z.boolean() });
export type MailInList = z.infer<typeof MailInList>;

const Variable = z.object({
  name: z.string(),
  kind: z.enum(['text', 'link', 'block']),
  means: z.string(),
  isNeeded: z.boolean(),
});

export const StaffMail = z.extend(z.extend(Place, Changed.shape), {
  value: Text,
  /** The words that the site came with. */
  builtIn: Text,
  variables: z.array(Variable),
  cases: z.array(z.object({ name: z.string(), means: z.string(), isInExample: z.boolean() })),
  /** Why the built-in text goes out in place of the stored one; usually null. */
  trouble: z.nullable(z.string()),
  history: SettingHistory,
});
export type StaffMail = z.infer<typeof StaffMail>;

const staff = { who: 'staff', rights: ['administrator'] } as const;
const params = z.object({ name: z.string().check(z.maxLength(60)) });

/** Kept as it was typed, apart from blanks around it. */
const Draft = z.object({
  subject: z.string().check(z.maxLength(1_000), z.trim()),
  text: z.string().check(z.maxLength(20_000), z.trim()),
});
/** A draft, and the cases for which it is shown. */
const Shown = z.extend(Draft, { cases: z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10)) });

export const getMailTexts = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/staff/mail-texts',
  summary: 'The mails to visitors, owners and readers whose words staff may change',
  answer: z.array(MailInList),
  problems: [],
});

export const getMailText = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/staff/mail-texts/{name}',
  summary: 'The words of one mail, what may stand in them, and who changed them when',
  params,
  answer: StaffMail,
  problems: ['not_found'],
});

export const putMailText = endpoint({
  ...staff,
  method: 'PUT',
  path: '/api/staff/mail-texts/{name}',
  summary: 'Changes the words of one mail; `changedAt` is that of the copy that was edited',
  params,
  body: z.extend(Draft, { changedAt: z.nullable(z.string()) }),
  answer: StaffMail,
  problems: ['not_found', 'conflict', 'invalid'],
});

export const resetMailText = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/api/staff/mail-texts/{name}',
  summary: 'Goes back to the built-in words of one mail; `changedAt` is that of the copy that is given up',
  params,
  query: z.object({ changedAt: z.optional(z.string().check(z.maxLength(40))) }),
  answer: StaffMail,
  problems: ['not_found', 'conflict'],
});

export const previewMailText = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/staff/mail-texts/{name}/preview',
  summary: 'Lays a draft of one mail out with made-up values, and stores nothing',
  params,
  body: Shown,
  answer: z.object({ subject: z.string(), text: z.string() }),
  problems: ['not_found', 'invalid'],
});

export const testMailText = endpoint({
  ...staff,
  method: 'POST',
  path: '/api/staff/mail-texts/{name}/test',
  summary: 'Mails a draft with made-up values to the person who asks for it',
  params,
  body: Shown,
  limit: 'mail-text-tests',
  answer: z.object({ to: z.string() }),
  problems: ['not_found', 'invalid'],
});
