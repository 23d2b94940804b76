import { and, isNotNull, lt } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { newsletterRecipients } from '#server/db/schema/index.ts';
import { dayMs } from '#shared/times.ts';

const keptDays = 90;

/** Forgets who got a newsletter 90 days after it went out. The rows stay as what staff see counted. */
export async function sweepRecipients(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs);
  const { finishedAt, subscriberId } = newsletterRecipients;
  await db
    .update(newsletterRecipients)
    .set({ subscriberId: null, answer: null })
    .where(and(lt(finishedAt, before), isNotNull(subscriberId)));
}
