/** The mails about what staff have done with a person's money or plan. */
import { eq } from 'drizzle-orm';
import { planNameOf } from '#features/billing/server/subscription-letters.ts';
import type { Database } from '#server/db/client.ts';
import { type subscriptions, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { type LetterPart, layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { formatDate, startOfDay } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { ActRow } from './record-act.ts';

type Context = Pick<Services, 'city' | 'env'>;

interface Words {
  subject: string;
  parts: readonly LetterPart[];
}

/** Answers go to the town, because money invites questions. */
async function mailPerson(
  tx: Database,
  userId: string | null,
  { subject, parts }: Words,
  { city, env }: Context,
): Promise<void> {
  if (userId === null) return;
  const [person] = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (person === undefined) return;
  const letter = layOutLetter(city, env, {
    subject,
    parts: [`Hello ${person.username},`, ...parts, { label: 'Open your dashboard', url: `${env.siteUrl}/dashboard` }],
  });
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
  await enqueue(tx, sendMail, { to: person.email, ...letter, replyTo });
}

const capital = (text: string) => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

interface Refund {
  row: Pick<typeof subscriptions.$inferSelect, 'userId' | 'kind' | 'businessId'>;
  cents: number;
  paidCents: number;
  isWhole: boolean;
  reason: string;
}

export async function mailRefund(
  tx: Database,
  { row, cents, paidCents, isWhole, reason }: Refund,
  context: Context,
): Promise<void> {
  const plan = await planNameOf(tx, row);
  const amount = formatDollars(cents);
  const words = {
    subject: `${amount} goes back to your card`,
    parts: [
      `We have given back ${amount} of the ${formatDollars(paidCents)} that you last paid for ${plan}. It goes to the card that paid; banks take up to ten days to show it.`,
      'This is why:',
      { quote: reason },
      isWhole
        ? `With that nothing of the payment is left, so ${plan} ends now. Your listing stays in the directory.`
        : `${capital(plan)} goes on as before.`,
    ],
  };
  await mailPerson(tx, row.userId, words, context);
}

const lastDay = (endsAt: Date, { city }: Context) => formatDate(endsAt, city.facts.timeZone);

type PlanRow = Refund['row'];

export async function mailCredit(tx: Database, row: PlanRow, act: ActRow, context: Context): Promise<void> {
  const amount = formatDollars(act.cents ?? 0);
  const words = {
    subject: `${amount} to your credit`,
    parts: [
      `We have credited you ${amount}. It pays for what is due next, before your card does; what is left of it counts for the payment after that.`,
      'This is why:',
      { quote: act.reason },
    ],
  };
  await mailPerson(tx, row.userId, words, context);
}

export async function mailDiscount(tx: Database, row: PlanRow, act: ActRow, context: Context): Promise<void> {
  const { percentOff, months, reason } = act;
  const time =
    months === null ? 'for as long as it runs' : months === 1 ? 'for the next month' : `for the next ${months} months`;
  const words = {
    subject: `${percentOff}% off your plan`,
    parts: [
      `From the next payment on, ${percentOff}% is taken off ${await planNameOf(tx, row)}, ${time}. You need to do nothing.`,
      'This is why:',
      { quote: reason },
    ],
  };
  await mailPerson(tx, row.userId, words, context);
}

/** The letter about a plan that staff give; for a cash plan it is the receipt. */
export async function mailPlan(tx: Database, act: ActRow, context: Context): Promise<void> {
  const { kind, cents, receivedOn, reference, endsAt, reason, userId } = act;
  if (endsAt === null) return;
  const { timeZone } = context.city.facts;
  const until = lastDay(endsAt, context);
  const covers = `All listings of your account have Premium up to and including ${until}, also those that you add later. It then ends by itself, and no card is charged for it. We write to you two weeks before.`;
  const words =
    kind === 'cash'
      ? {
          subject: `Your receipt: Premium until ${until}`,
          parts: [
            `Thank you: we have your payment. ${covers}`,
            {
              facts: [
                ['For', `Premium for all your listings, until ${until}`],
                ['Amount', formatDollars(cents ?? 0)],
                ...(receivedOn === null
                  ? []
                  : [['Received on', formatDate(startOfDay(receivedOn, timeZone), timeZone)] as const]),
                ...(reference ? [['Reference', reference] as const] : []),
                ['Receipt', act.id],
              ] as const,
            },
            'A note from us:',
            { quote: reason },
          ],
        }
      : {
          subject: `Premium until ${until}, with our compliments`,
          parts: [covers, 'This is why:', { quote: reason }],
        };
  await mailPerson(tx, userId, words, context);
}

export async function mailPlanEnding(tx: Database, act: ActRow, context: Context): Promise<void> {
  if (act.endsAt === null) return;
  const until = lastDay(act.endsAt, context);
  const words = {
    subject: `Premium ends on ${until}`,
    parts: [
      `The Premium that your listings have from us ends on ${until}, by itself: nothing is charged.`,
      'To keep it, upgrade on your dashboard once it has ended, or answer this email. Whatever you do, your listings and all that you have stored stay.',
    ],
  };
  await mailPerson(tx, act.userId, words, context);
}

/** @param reason of an end before the day; null at the day itself */
export async function mailPlanEnded(tx: Database, act: ActRow, reason: string | null, context: Context): Promise<void> {
  const words = {
    subject: 'Premium has ended',
    parts: [
      'The Premium that your listings had from us has ended. They stay in the directory, as basic listings, with everything you have stored.',
      ...(reason === null ? [] : ['It ends before its day. This is why:', { quote: reason }]),
      'You can upgrade at any time; then everything is shown again at once.',
    ],
  };
  await mailPerson(tx, act.userId, words, context);
}
