import { and, eq, or, sql } from 'drizzle-orm';
import { readersOf } from '#features/businesses/server/readers-of.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessMessages, businessSlugs, users } from '#server/db/schema/index.ts';
import { fitsLimit, takeFromLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { oneLine } from '#server/mail/lay-out-letter.ts';
import { lendSecrets } from '#server/site-secret.ts';
import { Problem } from '#shared/problem.ts';
import { isMailboxBlocked } from './block-visitor.ts';
import { mailReaders, mailStopped } from './message-letters.ts';
import { isMailboxStopped } from './stopped-mailbox.ts';
import { writeTalkToken } from './talk-link.ts';

interface Message {
  /** The slug of an approved business, current or former. */
  slug: string;
  name: string;
  email: string;
  text: string;
}

/**
 * Stores a visitor's message and mails it to the listing's owner and managers, from the town and without the visitor's address. The message
 * of a blocked mailbox is dropped.
 * @throws Problem 'not_found', 'conflict' when the listing takes no messages, 'too_many' for one listing
 */
export async function messageBusiness(services: Services, { slug, name, email, text }: Message): Promise<void> {
  const { db, city, env, now } = services;
  const formerly = db.select({ id: businessSlugs.businessId }).from(businessSlugs).where(eq(businessSlugs.slug, slug));
  const [found] = await db
    .select({ business: businesses, owner: users })
    .from(businesses)
    .leftJoin(users, eq(users.id, businesses.ownerId))
    .where(and(eq(businesses.status, 'approved'), or(eq(businesses.slug, slug), sql`${businesses.id} in ${formerly}`)));
  if (found === undefined) throw new Problem('not_found', 'Business not found');
  const { business, owner } = found;
  if (owner === null || owner.bannedAt !== null || !business.takesMessages) {
    throw new Problem('conflict', "This business doesn't take messages here. Please call or visit it.");
  }
  await takeFromLimit(db, 'business-messages-listing', business.id, now());
  const at = now();
  await db.transaction(async (tx) => {
    lendSecrets(db, tx);
    // Counted above like any other, and answered like any other: the visitor must not learn of the block.
    if (await isMailboxBlocked(tx, business.id, email)) return;
    const row = { businessId: business.id, name: oneLine(name), email, text, createdAt: at };
    const [message] = await tx.insert(businessMessages).values(row).returning();
    if (message === undefined) throw new TypeError('an insert returned nothing');
    if (await mayTellOfStop(tx, message, services)) {
      const token = await writeTalkToken(db, message.id);
      await mailStopped(tx, { business, message, to: email, token }, { city, env });
    }
    const readers = await readersOf(tx, { businessId: business.id, owner, kind: 'messages' });
    await mailReaders(tx, readers, { business, message, text, leftOut: [], mailId: message.id }, { city, env });
  });
}

/** Anybody may type the address, so its mailbox is told once a day. */
async function mayTellOfStop(
  tx: Database,
  message: typeof businessMessages.$inferSelect,
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<boolean> {
  if (message.email === null || !(await isMailboxStopped(tx, message))) return false;
  return fitsLimit(db, 'stopped-mailbox', `${message.businessId} ${message.email.toLowerCase()}`, now());
}
