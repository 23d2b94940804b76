import { eq } from 'drizzle-orm';
import { catalogue, centsOf, type UpgradeInterval, upgradePriceKey } from '#features/billing/catalogue.ts';
import { premiumBenefits } from '#features/billing/price-story.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { blockVariable, dashboardLink, defineMail, textVariable, usernameVariable } from '#server/mail/mail-text.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { formatDollars } from '#shared/money.ts';

const benefits = { facts: premiumBenefits.map(({ name, text }) => [name, text] as const) };

export const purchaseMail = defineMail({
  name: 'premium-bought',
  group: 'Premium and payments',
  when: 'Somebody buys Premium.',
  to: 'the owner',
  variables: {
    username: usernameVariable,
    price: textVariable('what it costs', '$29 a month'),
    benefits: blockVariable('what Premium brings', [benefits]),
    dashboard: dashboardLink,
  },
  subject: 'Welcome to Premium',
  text: [
    'Hello {{username}},',
    'Thank you: all listings of your account have Premium now, also those that you add later. It costs {{price}} and renews by itself; you can cancel or change it at any time from your dashboard.',
    '{{benefits}}',
    '{{dashboard: Open your dashboard}}',
  ],
});

/** The welcome to Premium: the price, what it brings, and the way to end it. */
export async function mailPurchase(
  tx: Database,
  { userId, interval, amountCents }: { userId: string; interval: UpgradeInterval; amountCents: number | null },
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<void> {
  const [owner] = await tx
    .select({ username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (owner === undefined) return;
  const key = upgradePriceKey[interval];
  const cents = amountCents ?? centsOf(city.facts.prices, key);
  const letter = composeLetter({ city, env }, purchaseMail, {
    username: owner.username,
    price: `${formatDollars(cents)} a ${catalogue[key].interval}${env.stripe?.collectsTax ? ' plus tax' : ''}`,
    benefits: [benefits],
    dashboard: `${env.siteUrl}/dashboard`,
  });
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
  await enqueue(tx, sendMail, { to: owner.email, ...letter, replyTo });
}
