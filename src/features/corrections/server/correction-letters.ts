/** The mails after a decision: to the listing's owner, and to the visitor who left an address. */
import { eq } from 'drizzle-orm';
import { describeValue, readValueNames } from '#features/businesses/server/describe-value.ts';
import { saidAndSays } from '#features/businesses/server/said-and-says.ts';
import { writtenFieldOf } from '#features/businesses/server/written-fields.ts';
import type { Database } from '#server/db/client.ts';
import { type businesses, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import {
  businessVariable,
  dashboardLink,
  defineMail,
  linkVariable,
  neededBlock,
  reasonBlock,
  usernameVariable,
} from '#server/mail/mail-text.ts';
import { optionalMail } from '#server/mail/optional-mail.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import type { ListingFieldName } from '#shared/listing-fields.ts';
import { cutText } from '#shared/whole-letters.ts';

type Business = typeof businesses.$inferSelect;
type Town = Pick<Services, 'city' | 'env'>;

const group = 'Messages and corrections';
const toOwner = {
  group,
  to: 'the owner of the listing',
  variables: {
    username: usernameVariable,
    business: businessVariable,
    change: neededBlock('what the listing said and what it says now', [
      'Phone. It said:',
      { quote: '210-555-0177' },
      'It says now:',
      { quote: '210-555-0100' },
    ]),
    edit: linkVariable('opens the form of the listing', '/edit-business/example'),
  },
} as const;

const correctedMail = defineMail({
  ...toOwner,
  variables: { ...toOwner.variables, dashboard: dashboardLink },
  name: 'correction-made',
  when: 'Staff correct a listing after a hint from a visitor. The link that stops it stands below the mail by itself.',
  subject: 'We corrected {{business}}',
  text: [
    'Hello {{username}},',
    'A visitor told us that something in the listing of {{business}} was not right. We looked at it and corrected it.',
    '{{change}}',
    'If this is not right, change it back on your dashboard, with one click, or answer this email.',
    '{{dashboard: Dashboard}}',
  ],
});

const correctionUndoneMail = defineMail({
  ...toOwner,
  name: 'correction-undone',
  when: 'Staff put such a correction back. The link that stops it stands below the mail by itself.',
  subject: 'We put back a change of {{business}}',
  text: [
    'Hello {{username}},',
    'We had corrected {{business}} after a hint from a visitor, and have put that back.',
    '{{change}}',
    'If this is not right, answer this email, or change it back. What you change is online at once.',
    '{{edit: Edit}}',
  ],
});

const thanksMail = defineMail({
  name: 'correction-thanks',
  group,
  when: 'Staff have corrected a listing after a hint from a visitor who left an address.',
  to: 'the visitor',
  variables: {
    business: businessVariable,
    view: linkVariable('opens the page of the business', '/business/fig-ladder'),
  },
  conditions: { shown: { means: 'the listing is in the directory', example: true } },
  subject: 'Thank you: {{business}} is corrected',
  text: [
    'Thank you for telling us what was not right in the listing of {{business}}. It is corrected, and everybody finds the right thing now.',
    '{{when shown}} {{view: View}}',
  ],
});

const declinedMail = defineMail({
  name: 'correction-declined',
  group,
  when: 'Staff decline a hint from a visitor who left an address, and say why.',
  to: 'the visitor',
  variables: {
    business: businessVariable,
    said: neededBlock('what the visitor suggested', [{ quote: '210-555-0100' }]),
    reason: reasonBlock,
    view: linkVariable('opens the page of the business', '/business/fig-ladder'),
  },
  conditions: { shown: { means: 'the listing is in the directory', example: true } },
  subject: 'Your suggestion for {{business}}',
  text: [
    'Thank you for writing to us about the listing of {{business}}. You suggested:',
    '{{said}}',
    'We looked at it, and left the listing as it is:',
    '{{reason}}',
    '{{when shown}} {{view: View}}',
    'If you know more, answer this email.',
  ],
});

export const correctionMails = [correctedMail, correctionUndoneMail, thanksMail, declinedMail] as const;

interface Waits {
  /** The mail waits until then, so that what it tells can be undone. */
  startAfter?: Date;
}

const waits = (startAfter: Date | undefined) => (startAfter ? { startAfter } : {});

interface Changed {
  business: Business;
  field: ListingFieldName;
  before: unknown;
  after: unknown;
  /** True: the value before the correction is back. */
  isUndone: boolean;
}

/** Tells the owner what the listing said and what it says now. Returns the mail's id; null: the listing has no owner, or one who has stopped such mail. */
export async function mailOwnerOfCorrection(
  tx: Database,
  { business, field, before, after, isUndone }: Changed,
  { city, env, startAfter }: Town & Waits,
): Promise<string | null> {
  if (business.ownerId === null) return null;
  const [owner] = await tx.select().from(users).where(eq(users.id, business.ownerId));
  if (owner === undefined || owner.mailsOff.includes('changes')) return null;
  const names = await readValueNames(tx, city);
  // Texts by strangers must not become links in a mail to an unconfirmed mailbox.
  const plain = owner.emailVerifiedAt === null ? withoutLinks : (text: string) => text;
  const written = writtenFieldOf(field);
  const [was, is] = [before, after].map((value) => plain(describeValue(written, value, names))) as [string, string];
  const values = {
    username: owner.username,
    business: plain(business.name),
    change: saidAndSays({ field: written, before: was, after: is }),
    edit: `${env.siteUrl}/edit-business/${business.id}`,
  };
  const optional = await optionalMail(tx, env, { userId: owner.id, kind: 'changes' });
  const letter = isUndone
    ? composeLetter({ city, env }, correctionUndoneMail, values, optional)
    : composeLetter({ city, env }, correctedMail, { ...values, dashboard: `${env.siteUrl}/dashboard` }, optional);
  const replyTo = replyToTown(city);
  return enqueue(tx, sendMail, { to: owner.email, ...letter, ...optional, replyTo }, waits(startAfter));
}

/** Returns the mail's id; null: the visitor left no address. */
export async function mailThanks(
  tx: Database,
  { email, business }: { email: string | null; business: Business },
  { city, env, startAfter }: Town & Waits,
): Promise<string | null> {
  if (email === null) return null;
  const letter = composeLetter({ city, env }, thanksMail, {
    business: withoutLinks(business.name),
    view: business.status === 'approved' ? `${env.siteUrl}/business/${business.slug}` : null,
    shown: business.status === 'approved',
  });
  const replyTo = replyToTown(city);
  return enqueue(tx, sendMail, { to: email, ...letter, replyTo }, waits(startAfter));
}

/** Returns the mail's id; null: the visitor left no address. */
export async function mailDeclined(
  tx: Database,
  { email, right, business, reason }: { email: string | null; right: string; business: Business; reason: string },
  { city, env, startAfter }: Town & Waits,
): Promise<string | null> {
  if (email === null) return null;
  // Anybody may have typed the address: what was suggested carries no link to it.
  const letter = composeLetter({ city, env }, declinedMail, {
    business: withoutLinks(business.name),
    said: [{ quote: withoutLinks(cutText(right, 1000)) }],
    reason: [{ quote: reason }],
    view: business.status === 'approved' ? `${env.siteUrl}/business/${business.slug}` : null,
    shown: business.status === 'approved',
  });
  const replyTo = replyToTown(city);
  return enqueue(tx, sendMail, { to: email, ...letter, replyTo }, waits(startAfter));
}
