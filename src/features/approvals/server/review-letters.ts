/** The mails to an owner after a decision by staff. */
import { describePrice } from '#features/billing/price-story.ts';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';

interface Told {
  owner: { username: string; email: string };
  business: { id: string; name: string; slug: string };
  /** The mail waits until staff can no longer undo the decision. */
  startAfter: Date;
}

export async function mailApproval(
  tx: Database,
  { owner, business, startAfter, wasEdited }: Told & { wasEdited: boolean },
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<string | null> {
  const letter = layOutLetter(city, env, {
    subject: `${business.name} is now listed`,
    parts: [
      `Hello ${owner.username},`,
      `${business.name} has been approved and is now in the ${city.facts.name}, ${city.facts.region} business directory.`,
      ...(wasEdited ? ['We corrected a few details while we looked at it; please check that they are right.'] : []),
      { label: 'View', url: `${env.siteUrl}/business/${business.slug}` },
      'You can correct it at any time: what you change is online at once.',
      { label: 'Edit', url: `${env.siteUrl}/edit-business/${business.id}` },
    ],
  });
  return enqueue(tx, sendMail, { to: owner.email, ...letter }, { startAfter });
}

export async function mailRejection(
  tx: Database,
  { owner, business, startAfter, reason }: Told & { reason: string },
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<string | null> {
  const letter = layOutLetter(city, env, {
    subject: `${business.name} could not be listed yet`,
    parts: [
      `Hello ${owner.username},`,
      `We looked at ${business.name} and could not add it to the ${city.facts.name}, ${city.facts.region} business directory yet. This is why:`,
      { quote: reason },
      'Please correct it, and it comes back to us for another look.',
      { label: 'Edit', url: `${env.siteUrl}/edit-business/${business.id}` },
    ],
  });
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
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
  return `This business is in the directory already: ${placeOf(twin)}, ${twin.url}\n${next}`;
}

export async function mailDuplicate(
  tx: Database,
  { owner, business, startAfter, twin }: Told & { twin: Twin },
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<string | null> {
  const letter = layOutLetter(city, env, {
    subject: oneLine(`${business.name} is in the directory already`),
    parts: [
      `Hello ${owner.username},`,
      `Thank you for sending in ${business.name}. It is in the ${city.facts.name}, ${city.facts.region} business directory already, so we did not add it a second time:`,
      { quote: placeOf(twin) },
      { label: 'View', url: twin.url },
      ...(twin.claimUrl === null
        ? ['The listing has an owner already. If it is your business all the same, please answer this email.']
        : [
            'If it is your business, you can claim it: it keeps its address, its history and its visitors. We check that it is yours first.',
            { label: 'Claim it', url: twin.claimUrl },
          ]),
      'If these are two different businesses, please correct the name, the address or the phone number of yours, and it comes back to us for another look.',
      { label: 'Edit', url: `${env.siteUrl}/edit-business/${business.id}` },
    ],
  });
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
  return enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo }, { startAfter });
}

/** Offers the listing that is there, and asks for the proof that is missing. */
export async function mailGift(
  tx: Database,
  { owner, business, startAfter, twin, question, isFree }: Told & { twin: Twin; question: string; isFree: boolean },
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<string | null> {
  const price = describePrice(city.facts.prices, 'claim');
  const letter = layOutLetter(city, env, {
    subject: oneLine(`${business.name} is here already, and can be yours`),
    parts: [
      `Hello ${owner.username},`,
      `Thank you for sending in ${business.name}. It is in the ${city.facts.name}, ${city.facts.region} business directory already, and has no owner:`,
      { quote: placeOf(twin) },
      { label: 'View', url: twin.url },
      'We would like to give it to you, with its address, its history and its visitors. First we need to know:',
      { quote: question },
      ...(isFree
        ? [
            'It costs you nothing. Please answer with your claim on your dashboard, where you can add documents, too.',
            { label: 'Dashboard', url: `${env.siteUrl}/dashboard` },
          ]
        : [
            `A claim costs ${price}; nothing is charged before we approve it. Please claim the listing, and answer with your claim on your dashboard.`,
            { label: 'Claim it', url: twin.claimUrl ?? twin.url },
          ]),
      'If these are two different businesses, please answer this email.',
    ],
  });
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
  return enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo }, { startAfter });
}
