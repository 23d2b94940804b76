/** The mails to claimants and staff: one for each change of state. */
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { queueLinePath } from '#features/staff-frame/queue-line.ts';
import type { Database } from '#server/db/client.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { type LaidOutLetter, layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { formatDate, formatTime } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { ClaimLetter } from '../claim-states.ts';
import { creditPays } from '../first-charge.ts';
import { describeClaim } from '../plans.ts';
import type { Context, HeldClaim } from './claim-rows.ts';
import * as mails from './claim-texts.ts';
import { waitsForMailbox } from './find-doubts.ts';

const moment = (at: Date | null, { city }: Context) =>
  at === null ? 'soon' : `${formatDate(at, city.facts.timeZone)}, ${formatTime(at, city.facts.timeZone)}`;

/** The subject of the mail to staff; left out when staff did it themselves or are not concerned. */
const staffSubjects: Partial<Record<ClaimLetter, (name: string) => string>> = {
  submitted: (name) => `Claim to review: ${name}`,
  approved: (name) => `Claim approved by its email address: ${name}`,
  withdrawn: (name) => `Claim taken back: ${name}`,
  lapsed: (name) => `Claim ran out without a decision: ${name}`,
  ended: (name) => `Listing without owner again: ${name}`,
};

const simpleMails = {
  superseded: mails.supersededMail,
  withdrawn: mails.withdrawnMail,
  lapsed: mails.lapsedMail,
  ended: mails.endedMail,
};

function composeClaimLetter(
  change: ClaimLetter,
  { claim, business, claimant }: HeldClaim & { claimant: { username: string } },
  { name, isMailboxEnough, creditCents }: { name: string; isMailboxEnough: boolean; creditCents: number | null },
  context: Context,
): LaidOutLetter {
  const { siteUrl } = context.env;
  const values = { username: claimant.username, business: name, free: claim.amountCents === 0 };
  const dashboard = `${siteUrl}/dashboard`;
  if (change === 'submitted') {
    const due = moment(claim.dueAt, context);
    return composeLetter(context, mails.submittedMail, { ...values, due, mailbox: isMailboxEnough, dashboard });
  }
  if (change === 'approved') {
    const price = priceIn(claim.amountCents, context);
    const date = formatDate(claim.decidedAt ?? context.now(), context.city.facts.timeZone);
    const edit = business ? `${siteUrl}/edit-business/${business.id}` : null;
    const payment = paymentWords(claim.amountCents, creditCents, context);
    return composeLetter(context, mails.approvedMail, {
      ...values,
      price,
      payment,
      credit: payment !== '',
      date,
      edit,
    });
  }
  if (change === 'rejected') {
    return composeLetter(context, mails.rejectedMail, { ...values, reason: [{ quote: claim.reason }] });
  }
  const again = `${siteUrl}/claim-business${business ? `?business=${business.slug}` : ''}`;
  return composeLetter(context, simpleMails[change], { ...values, again });
}

/** '$25', '$25 plus tax' */
const priceIn = (cents: number, { env }: Context) =>
  `${formatDollars(cents)}${env.stripe?.collectsTax ? ' plus tax' : ''}`;

/** The part of a credit in the first month; empty: there is none, and the card pays all of it. */
function paymentWords(amountCents: number, creditCents: number | null, { env }: Context): string {
  if (creditCents === null) return 'Any credit that you have pays first, and your card is charged the rest.';
  return creditPays({ amountCents, creditCents, hasTax: env.stripe?.collectsTax ?? false });
}

interface Change {
  letter: ClaimLetter;
  /** For an approval; null: it is not known. */
  creditCents?: number | null;
  startAfter?: Date;
}

/** Queues the mails to the claimant and, unless staff did it themselves, to staff. Answers the id of the claimant's. */
export async function sendClaimMail(
  tx: Database,
  { letter: change, creditCents = 0, ...waits }: Change,
  held: HeldClaim,
  context: Context,
): Promise<string | null> {
  const { city, env } = context;
  const { business, claimant, claim } = held;
  const staff = staffSubjects[change];
  const name = oneLine(business?.name ?? 'a listing');
  let toClaimant: string | null = null;
  if (claimant !== null) {
    const isMailboxEnough = change === 'submitted' && (await waitsForMailbox(tx, held));
    const letter = composeClaimLetter(change, { ...held, claimant }, { name, isMailboxEnough, creditCents }, context);
    const replyTo = replyToTown(city);
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
        ? { label: 'Open it in the queue', url: env.siteUrl + queueLinePath(claim.id) }
        : { label: 'Open the listing', url: `${env.siteUrl}/staff/businesses/${business.id}` },
    ],
  });
  await mailStaff(tx, 'claims', letter, { city });
  return toClaimant;
}
