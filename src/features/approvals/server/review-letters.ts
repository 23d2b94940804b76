/** The mails to an owner after a decision by staff. */

import { describePrice } from '#features/billing/price-story.ts';
import { duplicateStart } from '#features/businesses/reason-parts.ts';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { approvedMail, duplicateMail, giftMail, rejectedMail } from './review-texts.ts';

interface Told {
  owner: { username: string; email: string };
  business: { id: string; name: string; slug: string };
  /** The mail waits until staff can no longer undo the decision. */
  startAfter: Date;
}

const named = (owner: Told['owner'], { name: business }: Told['business']) => ({ username: owner.username, business });
const editUrl = ({ siteUrl }: Services['env'], { id }: Told['business']) => `${siteUrl}/edit-business/${id}`;

export async function mailApproval(
  tx: Database,
  { owner, business, startAfter, wasEdited }: Told & { wasEdited: boolean },
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<string | null> {
  const letter = composeLetter({ city, env }, approvedMail, {
    ...named(owner, business),
    corrected: wasEdited,
    view: `${env.siteUrl}/business/${business.slug}`,
    edit: editUrl(env, business),
  });
  return enqueue(tx, sendMail, { to: owner.email, ...letter }, { startAfter });
}

export async function mailRejection(
  tx: Database,
  { owner, business, startAfter, reason }: Told & { reason: string },
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<string | null> {
  const letter = composeLetter({ city, env }, rejectedMail, {
    ...named(owner, business),
    reason: [{ quote: reason }],
    edit: editUrl(env, business),
  });
  const replyTo = replyToTown(city);
  return enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo }, { startAfter });
}

/** The listing that a submission is a duplicate of. */
export interface Twin {
  name: string;
  address: string;
  url: string;
  /** Null when the listing has an owner. */
  claimUrl: string | null;
}

export const twinOf = (
  listing: { name: string; address: string; slug: string; ownerId: string | null },
  siteUrl: string,
): Twin => ({
  name: listing.name,
  address: listing.address,
  url: `${siteUrl}/business/${listing.slug}`,
  claimUrl: listing.ownerId === null ? `${siteUrl}/claim-business?business=${listing.slug}` : null,
});

export const placeOf = ({ name, address }: Twin) => (address === '' ? name : `${name}, ${address}`);

/** The reason as the dashboard shows it. */
export function duplicateReason(twin: Twin): string {
  const next =
    twin.claimUrl === null
      ? 'It has an owner already. If it is your business, please write to us.'
      : `If it is your business, you can claim it: ${twin.claimUrl}`;
  return `${duplicateStart}${placeOf(twin)}, ${twin.url}\n${next}`;
}

export async function mailDuplicate(
  tx: Database,
  { owner, business, startAfter, twin }: Told & { twin: Twin },
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<string | null> {
  const letter = composeLetter({ city, env }, duplicateMail, {
    ...named(owner, business),
    place: [{ quote: placeOf(twin) }],
    view: twin.url,
    owned: twin.claimUrl === null,
    claim: twin.claimUrl,
    edit: editUrl(env, business),
  });
  const replyTo = replyToTown(city);
  return enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo }, { startAfter });
}

/** Staff's question in the talk into which an answer by mail comes: of the claim that they began, or of the submission. */
export interface GiftTalk {
  id: string;
  postId: string;
  references: string[];
}

/** Offers the listing that is there, and asks for the proof that is missing. */
export async function mailGift(
  tx: Database,
  {
    owner,
    business,
    startAfter,
    twin,
    question,
    isFree,
    talk,
  }: Told & { twin: Twin; question: string; isFree: boolean; talk: GiftTalk },
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<string | null> {
  const price = describePrice(city.facts.prices, 'claim');
  const letter = composeLetter({ city, env }, giftMail, {
    ...named(owner, business),
    place: [{ quote: placeOf(twin) }],
    view: twin.url,
    question: [{ quote: question }],
    free: isFree,
    price,
    dashboard: `${env.siteUrl}/dashboard`,
    claim: twin.claimUrl ?? twin.url,
  });
  const replyTo = replyToTown(city);
  const { id, postId: mailId, references } = talk;
  const thread = { id, side: 'person' as const, mailId, references };
  return enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo, thread }, { startAfter });
}
