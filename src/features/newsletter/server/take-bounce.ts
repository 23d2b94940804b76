/** A newsletter that came back, or that its reader calls spam: the report is addressed to the reader's own row. */
import { eq, sql } from 'drizzle-orm';
import { newsletterRecipients, newsletterSubscribers } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import type { DeliveryReport } from '#server/mail/delivery-report.ts';
import { noteBounce } from './receive-bounce.ts';
import { isAddressRefused } from './sending/judge-refusal.ts';
import { withoutAddresses } from './suppress.ts';

/** False when no reader has that id any more. Only a mailbox that is not there, and a complaint, end the mails to it. */
export async function takeBounce(
  recipientId: string,
  { kind, status, detail }: DeliveryReport,
  { db }: Pick<Services, 'db'>,
): Promise<boolean> {
  const [reader] = await db
    .select({ email: newsletterSubscribers.email })
    .from(newsletterRecipients)
    .innerJoin(newsletterSubscribers, eq(newsletterSubscribers.id, newsletterRecipients.subscriberId))
    .where(eq(newsletterRecipients.id, recipientId));
  if (reader === undefined) return false;
  const said = [status, detail].filter(Boolean).join(' ');
  if (kind === 'complaint') {
    await noteBounce(db, { email: reader.email, type: 'complaint', detail: said });
    return true;
  }
  if (kind === 'delayed') return true;
  await db
    .update(newsletterRecipients)
    .set({ status: 'failed', answer: withoutAddresses(`Came back: ${said}`) })
    .where(sql`${newsletterRecipients.id} = ${recipientId} and ${newsletterRecipients.status} = 'sent'`);
  // A report names no reply code: 550 stands for a mailbox, and the status decides.
  const isGone = isAddressRefused(status === '' ? 0 : 550, `${detail} ${status}`, 'RCPT TO');
  await noteBounce(db, { email: reader.email, type: isGone ? 'hard' : 'soft', detail: said });
  return true;
}
