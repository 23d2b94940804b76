/** The mails about a subscription, each sent once: a failed payment, a coming end, the end. */
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, subscriptions, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type LetterPart, layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { isLive } from '#server/stripe/subscription-states.ts';
import { formatDate } from '#shared/dates.ts';

type Row = typeof subscriptions.$inferSelect;
type Context = Pick<Services, 'city' | 'env'>;

/** Runs in the transaction that wrote the row: a mail is sent if and only if its event is on record. */
export async function writeSubscriptionLetters(tx: Database, row: Row, context: Context): Promise<void> {
  if (row.userId === null) return;
  const told = await write(tx, row, row.userId, context);
  if (told !== null) await tx.update(subscriptions).set(told).where(eq(subscriptions.id, row.id));
}

/** Returns the columns that note the sent mails. */
async function write(tx: Database, row: Row, userId: string, context: Context): Promise<Partial<Row> | null> {
  const goesOn = isLive(row.status);
  if (goesOn && row.failedAt !== null) {
    if (row.toldUnpaidInvoiceId === row.latestInvoiceId) return null;
    await send(tx, userId, await failedLetter(tx, row, context), context);
    return { toldUnpaidInvoiceId: row.latestInvoiceId };
  }
  // A canceled hold has cost nothing; the claim's own mails explain it.
  if (row.paidThrough === null) return null;
  if (goesOn && row.endsAt !== null) {
    if (row.toldEndsAt?.getTime() === row.endsAt.getTime()) return null;
    await send(tx, userId, await endingLetter(tx, row, row.endsAt, context), context);
    return { toldEndsAt: row.endsAt };
  }
  if (goesOn) return row.toldEndsAt === null ? null : { toldEndsAt: null };
  // The letters of a claim tell its end.
  if (row.endedAt === null || row.toldEndedAt !== null || row.kind !== 'owner_premium') return null;
  await send(tx, userId, endedLetter(context), context);
  return { toldEndedAt: row.endedAt };
}

interface Words {
  subject: string;
  parts: LetterPart[];
}

async function send(tx: Database, userId: string, { subject, parts }: Words, { city, env }: Context): Promise<void> {
  const [owner] = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (owner === undefined) return;
  const letter = layOutLetter(city, env, {
    subject,
    parts: [`Hello ${owner.username},`, ...parts, { label: 'Open your dashboard', url: `${env.siteUrl}/dashboard` }],
  });
  await enqueue(tx, sendMail, { to: owner.email, ...letter });
}

async function nameOf(tx: Database, row: Row): Promise<string> {
  if (row.kind === 'owner_premium' || row.businessId === null) return 'Premium for your listings';
  const [business] = await tx
    .select({ name: businesses.name })
    .from(businesses)
    .where(eq(businesses.id, row.businessId));
  return `your plan for ${business?.name ?? 'your listing'}`;
}

async function failedLetter(tx: Database, row: Row, { city }: Context): Promise<Words> {
  const what = await nameOf(tx, row);
  const again = row.nextAttemptAt
    ? ` We try again on ${formatDate(row.nextAttemptAt.toISOString(), city.facts.timeZone)}.`
    : '';
  return {
    subject: 'Your payment did not go through',
    parts: [
      `The payment for ${what} did not go through.${again}`,
      'Please look at your card: Manage billing on your dashboard is the place. Your listing stays online either way.',
      // For a claim (features/claims/claim-rules.ts).
      ...(row.kind !== 'owner_premium' && row.paidThrough === null
        ? ['If the first payment does not go through within 7 days, the listing has no owner again.']
        : []),
    ],
  };
}

async function endingLetter(tx: Database, row: Row, endsAt: Date, { city }: Context): Promise<Words> {
  const date = formatDate(endsAt.toISOString(), city.facts.timeZone);
  return {
    subject: `Your plan ends on ${date}`,
    parts: [
      `${await nameOf(tx, row)} is cancelled and ends on ${date}. Until then everything stays as it is, and no further payment is taken.`.replace(
        /^y/,
        'Y',
      ),
      'If you change your mind before that day, Manage billing on your dashboard takes the cancellation back.',
    ],
  };
}

function endedLetter({ city }: Context): Words {
  return {
    subject: 'Premium has ended',
    parts: [
      'Premium for your listings has ended. They stay in the directory, as basic listings, with everything you have written.',
      `Thank you for having been with us. If you would like to be among the first in ${city.facts.name} again, you can upgrade at any time.`,
    ],
  };
}
