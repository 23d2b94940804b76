/** The mails about a listing's managers and its hand-over. */
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type LetterPart, layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';

type Town = Pick<Services, 'city' | 'env'>;

interface Invitation {
  kind: 'manager' | 'owner';
  email: string;
  /** The owner's username. */
  by: string;
  business: string;
  token: string;
}

/** To a mailbox that anybody may have typed. */
export async function mailInvitation(tx: Database, invitation: Invitation, { city, env }: Town): Promise<void> {
  const { kind, email, token } = invitation;
  const [by, business] = [withoutLinks(invitation.by), withoutLinks(invitation.business)];
  const isOwner = kind === 'owner';
  const letter = layOutLetter(city, env, {
    subject: oneLine(isOwner ? `${business} could be yours` : `${by} invites you to manage ${business}`),
    parts: [
      isOwner
        ? `${by} wants to hand the listing of ${business} on ${city.facts.name} over to you.`
        : `${by} invites you to help with the listing of ${business} on ${city.facts.name}.`,
      isOwner
        ? 'When you accept, it is yours with its address, history and visitors, and the former owner and their managers lose access. A plan that the former owner pays does not come with it.'
        : 'A manager edits the listing, answers messages and sees its numbers. Money, the other managers and the listing itself stay with the owner.',
      `Log in or sign up with this address (${email}), confirm it, and accept. The link works for ${isOwner ? '72 hours' : '7 days'}.`,
      { label: 'See the invitation', url: `${env.siteUrl}/listing-invitation?token=${token}` },
      'Do you not know what this is about? Then ignore this email, and nothing happens.',
    ],
  });
  await enqueue(tx, sendMail, { to: email, ...letter });
}

interface Told {
  to: { email: string; username: string };
  subject: string;
  parts: readonly LetterPart[];
  /** The mail waits until staff can no longer undo what it tells. */
  startAfter?: Date;
}

/** Returns the id of the queued mail. */
export async function mailPerson(
  tx: Database,
  { to, subject, parts, startAfter }: Told,
  { city, env }: Town,
): Promise<string | null> {
  const letter = layOutLetter(city, env, {
    subject: oneLine(subject),
    parts: [
      `Hello ${withoutLinks(to.username)},`,
      ...parts,
      { label: 'Open your dashboard', url: `${env.siteUrl}/dashboard` },
      'Is this not right? Answer this email, and we look into it.',
    ],
  });
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
  return enqueue(tx, sendMail, { to: to.email, ...letter, replyTo }, startAfter ? { startAfter } : {});
}
