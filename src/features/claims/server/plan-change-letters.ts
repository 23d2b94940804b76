/** The mails about a claim that becomes the other one: Claim, or Claim Premium. */
import { eq } from 'drizzle-orm';
import { type ClaimPlan, productNames } from '#features/billing/catalogue.ts';
import type { readFirstDue } from '#features/billing/server/read-first-due.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, type subscriptions, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { oneLine } from '#server/mail/lay-out-letter.ts';
import { businessVariable, dashboardLink, defineMail, textVariable, usernameVariable } from '#server/mail/mail-text.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import type { ClaimRow } from './claim-rows.ts';

const shared = { group: 'Claims', to: 'the owner' } as const;
const variables = {
  username: usernameVariable,
  business: businessVariable,
  plan: textVariable('the plan', 'Claim'),
  price: textVariable('what it costs', '$25 a month'),
  dashboard: dashboardLink,
};
const premium = { means: 'it is the change to Claim Premium', example: true };
const button = '{{dashboard: Open your dashboard}}';

const plannedMail = defineMail({
  ...shared,
  name: 'claim-change-planned',
  when: 'Somebody changes between Claim and Claim Premium.',
  variables: {
    ...variables,
    next: textVariable('the plan that it becomes', 'Claim Premium'),
    cost: textVariable('what that costs', '$50 a month'),
    date: textVariable('the day of the change', 'June 12, 2027'),
  },
  conditions: { premium },
  subject: '{{business}} becomes {{next}} on {{date}}',
  text: [
    'Hello {{username}},',
    'On {{date}} {{business}} changes from {{plan}}, {{price}}, to {{next}}, {{cost}}. Nothing is charged before; the payment of that day is the first one at the new price, less any discount and credit that you have.',
    '{{when premium}} The listing has Premium as soon as that payment is made.',
    '{{when not premium}} Until then the listing keeps its Premium. Then it stays yours, and what you have written and uploaded for Premium is kept: it is shown again whenever the listing has Premium.',
    'If you change your mind before that day, your dashboard takes the change back.',
    button,
  ],
});

const changedMail = defineMail({
  ...shared,
  name: 'claim-changed',
  when: 'The change between Claim and Claim Premium has happened.',
  variables,
  conditions: { premium },
  subject: '{{business}} is {{plan}} now',
  text: [
    'Hello {{username}},',
    'As you asked, {{business}} is {{plan}} now: {{price}}.',
    '{{when premium}} The listing has Premium from now on.',
    '{{when not premium}} The listing stays yours. What you have written and uploaded for Premium is kept, and shown again whenever the listing has Premium.',
    'You can change or cancel it at any time from the dashboard.',
    button,
  ],
});

const staysMail = defineMail({
  ...shared,
  name: 'claim-change-dropped',
  when: 'A change between Claim and Claim Premium is taken back, or Premium for all listings makes it needless.',
  variables,
  conditions: { covered: { means: 'the owner has Premium for all listings by now', example: false } },
  subject: '{{business}} stays {{plan}}',
  text: [
    'Hello {{username}},',
    '{{when covered}} You have Premium for all your listings now, so that Claim Premium would add nothing to {{business}}. Its change is off.',
    '{{when not covered}} The change of {{business}} is taken back.',
    'It stays {{plan}}, {{price}}.',
    button,
  ],
});

const chosenMail = defineMail({
  ...shared,
  name: 'claim-plan-chosen',
  when: 'Somebody changes between Claim and Claim Premium before the first payment.',
  variables: {
    ...variables,
    former: textVariable('the plan that was chosen before', 'Claim Premium'),
    date: textVariable('the day of the first payment', 'June 12, 2027'),
  },
  conditions: { premium, had: { means: 'the former owner has paid for Premium until that day', example: false } },
  subject: '{{plan}} begins for {{business}} on {{date}}',
  text: [
    'Hello {{username}},',
    'As you asked, {{business}} goes on with {{plan}} instead of {{former}}: {{price}}. Nothing is charged now; the first payment is due on {{date}}.',
    '{{when premium}} {{when not had}} Premium begins on that day, with that payment.',
    '{{when premium}} {{when had}} The listing keeps the Premium that it has.',
    '{{when not premium}} {{when had}} Until then the listing keeps its Premium. What you have written and uploaded for Premium is kept, and shown again whenever the listing has Premium.',
    'If you change your mind before that day, your dashboard changes it again.',
    button,
  ],
});

export const planChangeMails = [plannedMail, changedMail, staysMail, chosenMail] as const;

interface Change {
  kind: 'planned' | 'changed' | 'stays';
  claim: ClaimRow;
  /** The plan that the claim is now. */
  plan: ClaimPlan;
  row: typeof subscriptions.$inferSelect;
  nextPlan: ClaimPlan | null;
  isCovered: boolean;
  /** The first payment is still to come. */
  first?: Awaited<ReturnType<typeof readFirstDue>>;
}

/** Runs in the transaction that notes the change. */
export async function mailPlanChange(
  tx: Database,
  change: Change,
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<void> {
  const { claim, row } = change;
  const [owner] = await tx
    .select()
    .from(users)
    .where(eq(users.id, claim.userId ?? ''));
  const [business] = await tx
    .select()
    .from(businesses)
    .where(eq(businesses.id, claim.businessId ?? ''));
  if (owner === undefined) return;
  const price = (cents: number | null) =>
    cents === null ? 'its price' : `${formatDollars(cents)} a month${env.stripe?.collectsTax ? ' plus tax' : ''}`;
  const values = {
    username: owner.username,
    business: oneLine(business?.name ?? 'your listing'),
    plan: productNames[`claim_${change.plan}`],
    price: price(row.priceCents),
    dashboard: `${env.siteUrl}/dashboard`,
  };
  const letter = compose(values, change, price(row.nextPriceCents), { city, env });
  const replyTo = replyToTown(city);
  await enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo });
}

type Values = Record<'username' | 'business' | 'plan' | 'price' | 'dashboard', string>;

function compose(
  values: Values,
  { kind, claim, plan, row, nextPlan, isCovered, first = null }: Change,
  cost: string,
  town: Pick<Services, 'city' | 'env'>,
) {
  switch (kind) {
    case 'planned': {
      const at = row.paidThrough?.toISOString();
      const date = at === undefined ? 'the day of its next payment' : formatDate(at, town.city.facts.timeZone);
      const next = productNames[`claim_${nextPlan ?? plan}`];
      return composeLetter(town, plannedMail, { ...values, next, cost, date, premium: nextPlan === 'premium' });
    }
    case 'changed':
      if (first !== null) {
        const former = productNames[`claim_${claim.plan}`];
        const date = formatDate(first.at, town.city.facts.timeZone);
        const conditions = { premium: plan === 'premium', had: first.hasPremium };
        return composeLetter(town, chosenMail, { ...values, former, date, ...conditions });
      }
      return composeLetter(town, changedMail, { ...values, premium: plan === 'premium' });
    case 'stays':
      return composeLetter(town, staysMail, { ...values, covered: isCovered });
  }
}
