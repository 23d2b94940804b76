/** Mails to an owner when staff take a business off the site, bring it back, or merge it with another entry. */
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type LetterPart, layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';

type Context = Pick<Services, 'city' | 'env'>;

interface Told {
  business: { id: string; name: string; slug: string };
  /** null: nobody is told. */
  ownerId: string | null;
  /** Staff's words; '' when they gave none. */
  reason: string;
  /** The mail waits until staff can no longer undo what they did. */
  startAfter?: Date;
}

export function mailHidden(
  tx: Database,
  { business, ownerId, reason, startAfter }: Told,
  context: Context,
): Promise<string | null> {
  return mailOwner(tx, ownerId, context, {
    startAfter,
    subject: `${business.name} is not shown right now`,
    parts: [
      `We have taken ${business.name} off ${siteOf(context)}. Visitors do not find it for now; nothing of it is lost, and a paid plan goes on as before. This is why:`,
      { quote: reason },
      'Please correct what is not right, or answer this email. We will bring it back once it is settled.',
      { label: 'Edit', url: `${context.env.siteUrl}/edit-business/${business.id}` },
    ],
  });
}

export function mailShownAgain(
  tx: Database,
  { business, ownerId, reason, startAfter }: Told,
  context: Context,
): Promise<string | null> {
  return mailOwner(tx, ownerId, context, {
    startAfter,
    subject: `${business.name} is shown again`,
    parts: [
      `${business.name} is back on ${siteOf(context)}.`,
      ...words(reason),
      { label: 'View', url: `${context.env.siteUrl}/business/${business.slug}` },
    ],
  });
}

/** @param gone the entry that is part of `business` from now on */
export function mailMerged(
  tx: Database,
  { business, ownerId, reason, gone, startAfter }: Told & { gone: { name: string } },
  context: Context,
): Promise<string | null> {
  return mailOwner(tx, ownerId, context, {
    startAfter,
    subject: `Two entries of ${business.name} are one now`,
    parts: [
      `There were two entries of one place in ${siteOf(context)}, '${gone.name}' and '${business.name}'. We have made one of them: '${business.name}' stays and has the photos of both, and the address of the other leads to it.`,
      ...words(reason),
      'Please check that all of it is right; you can correct it at any time. If these are two places after all, answer this email.',
      { label: 'View', url: `${context.env.siteUrl}/business/${business.slug}` },
      { label: 'Edit', url: `${context.env.siteUrl}/edit-business/${business.id}` },
    ],
  });
}

const words = (reason: string): LetterPart[] => (reason === '' ? [] : ['We add:', { quote: reason }]);
const siteOf = ({ city: { facts } }: Context) => `the ${facts.name}, ${facts.region} business directory`;

async function mailOwner(
  tx: Database,
  ownerId: string | null,
  { city, env }: Context,
  { subject, parts, startAfter }: { subject: string; parts: readonly LetterPart[]; startAfter?: Date | undefined },
): Promise<string | null> {
  if (ownerId === null) return null;
  const [owner] = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, ownerId));
  if (owner === undefined) return null;
  const letter = layOutLetter(city, env, { subject: oneLine(subject), parts: [`Hello ${owner.username},`, ...parts] });
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
  return enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo }, startAfter ? { startAfter } : {});
}
