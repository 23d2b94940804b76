import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { priceIn } from './claim-letters.ts';
import type { Context, HeldClaim } from './claim-rows.ts';
import { givenBackMail } from './claim-texts.ts';

/** The action of the audit row; the claimant's dashboard reads it, too. */
export const givenBack = 'claim.given-back';

/**
 * Notes that the payment of a claim goes back, and tells the claimant, in place of letters that say that nothing was charged. The job
 * that cancels the claim makes the refund.
 */
export async function noteGivenBack(
  tx: Database,
  { claim, business, claimant }: HeldClaim,
  context: Context,
): Promise<void> {
  const { city, env } = context;
  const name = oneLine(business?.name ?? 'a listing');
  const subject = { subjectType: 'claim', subjectId: claim.id } as const;
  await writeAudit(tx, {
    ...{ actorId: null, by: 'site' as const },
    action: givenBack,
    ...subject,
    data: { business: name, cents: claim.amountCents },
  });
  if (claimant === null) return;
  const letter = composeLetter(context, givenBackMail, {
    username: claimant.username,
    business: name,
    free: false,
    price: priceIn(claim.amountCents, context),
    again: `${env.siteUrl}/claim-business${business ? `?business=${business.slug}` : ''}`,
  });
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
  await enqueue(tx, sendMail, { to: claimant.email, ...letter, replyTo });
}
