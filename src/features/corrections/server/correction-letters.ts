/** The mails after a decision: to the listing's owner, and to the visitor who left an address. */
import { eq } from 'drizzle-orm';
import { describeValue, readValueNames } from '#features/businesses/server/describe-value.ts';
import { writtenFieldOf } from '#features/businesses/server/written-fields.ts';
import type { Database } from '#server/db/client.ts';
import { type businesses, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { type ListingFieldName, labelOf } from '#shared/listing-fields.ts';

type Business = typeof businesses.$inferSelect;
type Town = Pick<Services, 'city' | 'env'>;

interface Changed {
  business: Business;
  field: ListingFieldName;
  before: unknown;
  after: unknown;
  /** True: the value before the correction is back. */
  isUndone: boolean;
}

/** Tells the owner what the listing said and what it says now. A listing without an owner gets no mail. */
export async function mailOwnerOfCorrection(
  tx: Database,
  { business, field, before, after, isUndone }: Changed,
  { city, env }: Town,
): Promise<void> {
  if (business.ownerId === null) return;
  const [owner] = await tx.select().from(users).where(eq(users.id, business.ownerId));
  if (owner === undefined) return;
  const names = await readValueNames(tx, city);
  // Texts by strangers must not become links in a mail to an unconfirmed mailbox.
  const plain = owner.emailVerifiedAt === null ? withoutLinks : (text: string) => text;
  const said = (value: unknown) => {
    const text = describeValue(writtenFieldOf(field), value, names);
    return text === '' ? '(nothing)' : plain(text);
  };
  const letter = layOutLetter(city, env, {
    subject: oneLine(`We ${isUndone ? 'put back a change of' : 'corrected'} ${plain(business.name)}`),
    parts: [
      `Hello ${plain(owner.username)},`,
      isUndone
        ? `We had corrected ${plain(business.name)} after a hint from a visitor, and have put that back.`
        : `A visitor told us that something in the listing of ${plain(business.name)} was not right. We looked at it and corrected it.`,
      `${labelOf(field)}. It said:`,
      { quote: said(before) },
      'It says now:',
      { quote: said(after) },
      'If this is not right, answer this email, or change it back. What you change is online at once.',
      { label: 'Edit', url: `${env.siteUrl}/edit-business/${business.id}` },
    ],
  });
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
  await enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo });
}

export async function mailThanks(
  tx: Database,
  { email, business }: { email: string | null; business: Business },
  { city, env }: Town,
): Promise<void> {
  if (email === null) return;
  const name = withoutLinks(business.name);
  const letter = layOutLetter(city, env, {
    subject: oneLine(`Thank you: ${name} is corrected`),
    parts: [
      `Thank you for telling us what was not right in the listing of ${name}. It is corrected, and everybody finds the right thing now.`,
      { label: 'View', url: `${env.siteUrl}/business/${business.slug}` },
    ],
  });
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
  await enqueue(tx, sendMail, { to: email, ...letter, replyTo });
}
