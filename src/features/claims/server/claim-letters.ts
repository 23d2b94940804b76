/** The mails to claimants and staff: one for each change of state. */
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import type { Database } from '#server/db/client.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type LetterPart, layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { formatDate, formatTime } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { ClaimLetter } from '../claim-states.ts';
import { describeClaim } from '../plans.ts';
import type { Context, HeldClaim } from './claim-rows.ts';

interface Wording {
  subject: (name: string) => string;
  parts: (held: HeldClaim, name: string, context: Context) => LetterPart[];
  /** The sentence for staff; left out when staff did it themselves or are not concerned. */
  staff?: (name: string) => string;
}

const isFree = ({ claim }: HeldClaim) => claim.amountCents === 0;
/** Nothing for a claim without a price. */
const uncharged = (held: HeldClaim) => (isFree(held) ? [] : ['Your card was not charged, and the hold on it is gone.']);
const dashboard = ({ env }: Context): LetterPart => ({ label: 'Dashboard', url: `${env.siteUrl}/dashboard` });
const moment = (at: Date | null, { city }: Context) =>
  at === null ? 'soon' : `${formatDate(at, city.facts.timeZone)}, ${formatTime(at, city.facts.timeZone)}`;
const again = ({ business }: HeldClaim, { env }: Context): LetterPart => ({
  label: 'Claim it again',
  url: `${env.siteUrl}/claim-business${business ? `?business=${business.slug}` : ''}`,
});

const wordings: Record<ClaimLetter, Wording> = {
  submitted: {
    subject: (name) => `We have your claim on ${name}`,
    parts: (held, name, context) => [
      `Thank you for claiming ${name}. We will check that it is yours and answer by ${moment(held.claim.dueAt, context)}.`,
      `${isFree(held) ? '' : 'Your card is not charged until we have approved your claim. '}On your dashboard you can tell us more about you and the business, or take the claim back.`,
      dashboard(context),
    ],
    staff: (name) => `Claim to review: ${name}`,
  },
  approved: {
    subject: (name) => `${name} is yours`,
    parts: (held, name, context) => [
      `Your claim on ${name} is approved. The listing is yours now, and what you change is online at once.`,
      ...(held.business ? [{ label: 'Edit', url: `${context.env.siteUrl}/edit-business/${held.business.id}` }] : []),
      isFree(held)
        ? 'It costs you nothing.'
        : `The first month, ${formatDollars(held.claim.amountCents)}${context.env.stripe?.collectsTax ? ' plus tax' : ''}, is now charged to your card. You can cancel at any time from the dashboard.`,
    ],
    staff: (name) => `Claim approved by its email address: ${name}`,
  },
  rejected: {
    subject: (name) => `Your claim on ${name} was not approved`,
    parts: (held, name) => [
      `We looked at your claim on ${name} and could not approve it. This is why:`,
      { quote: held.claim.reason },
      ...uncharged(held),
      'If this is a mistake, answer this email, or claim the listing again and tell us more.',
    ],
  },
  superseded: {
    subject: (name) => `${name} went to somebody else`,
    parts: (held, name) => [
      [`Somebody else's claim on ${name} was approved before yours.`, ...uncharged(held)].join(' '),
      'If the business is yours all the same, please answer this email.',
    ],
  },
  withdrawn: {
    subject: (name) => `You took back your claim on ${name}`,
    parts: (held, name) => [[`You took back your claim on ${name}.`, ...uncharged(held)].join(' ')],
    staff: (name) => `Claim taken back: ${name}`,
  },
  lapsed: {
    subject: (name) => `Your claim on ${name} has run out`,
    parts: (held, name, context) => [
      [`We did not decide on your claim on ${name} in time, and we are sorry.`, ...uncharged(held)].join(' '),
      again(held, context),
    ],
    staff: (name) => `Claim ran out without a decision: ${name}`,
  },
  ended: {
    subject: (name) => `Your plan for ${name} has ended`,
    parts: (held, name, context) => [
      `Your plan for ${name} has ended, and the listing has no owner any more. It stays in the directory as you left it.`,
      again(held, context),
    ],
    staff: (name) => `Listing without owner again: ${name}`,
  },
};

interface Change {
  letter: ClaimLetter;
  startAfter?: Date;
}

/** Queues the mails to the claimant and, unless staff did it themselves, to staff. Answers the id of the claimant's. */
export async function sendClaimMail(
  tx: Database,
  { letter: change, ...waits }: Change,
  held: HeldClaim,
  context: Context,
): Promise<string | null> {
  const { city, env } = context;
  const { business, claimant, claim } = held;
  const { subject, parts, staff } = wordings[change];
  const name = oneLine(business?.name ?? 'a listing');
  let toClaimant: string | null = null;
  if (claimant !== null) {
    const letter = layOutLetter(city, env, {
      subject: subject(name),
      parts: [`Hello ${claimant.username},`, ...parts(held, name, context)],
    });
    const replyTo = { name: city.facts.name, address: city.facts.contact.email };
    toClaimant = await enqueue(tx, sendMail, { to: claimant.email, ...letter, replyTo }, waits);
  }
  const isByStaff = change === 'approved' && claim.decidedBy === 'staff';
  if (staff === undefined || isByStaff) return toClaimant;
  const letter = layOutLetter(city, env, {
    subject: staff(name),
    parts: [
      {
        facts: [
          ['Business', name],
          ['Address', business?.address ?? ''],
          ['Claimed by', claimant ? `${claimant.username} (${claimant.email})` : 'a deleted account'],
          ['Plan', describeClaim(claim.plan, claim.amountCents)],
          ...(change === 'submitted' ? [['Answer by', moment(claim.dueAt, context)] as const] : []),
        ],
      },
      change === 'submitted' || business === null
        ? { label: 'Open the review queue', url: `${env.siteUrl}/staff` }
        : { label: 'Open the listing', url: `${env.siteUrl}/staff/businesses/${business.id}` },
    ],
  });
  await mailStaff(tx, 'claims', letter, { city });
  return toClaimant;
}
