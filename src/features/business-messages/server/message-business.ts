import { and, eq, or, sql } from 'drizzle-orm';
import { mailboxKey } from '#features/accounts/server/mailbox-key.ts';
import { readersOf } from '#features/businesses/server/readers-of.ts';
import { businesses, businessMessages, businessSlugs, users } from '#server/db/schema/index.ts';
import { fitsLimit, takeFromLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { oneLine } from '#server/mail/lay-out-letter.ts';
import { lendSecrets } from '#server/site-secret.ts';
import { Problem } from '#shared/problem.ts';
import { isMailboxBlocked } from './block-visitor.ts';
import { mailReaders, mailStopped } from './message-letters.ts';
import { findStoppedTalk } from './stopped-mailbox.ts';
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
  const said = { name: oneLine(name), email, text };
  const stopped = await findStopToMail({ business, said }, services);
  await db.transaction(async (tx) => {
    lendSecrets(db, tx);
    if (stopped !== null) {
      const token = await writeTalkToken(tx, stopped);
      await mailStopped(tx, { business, said, token }, { city, env });
    }
    // Counted, told of a stop and answered like any other: the visitor must not learn of the block.
    if (await isMailboxBlocked(tx, business.id, email)) return;
    const row = { businessId: business.id, ...said, createdAt: at };
    const [message] = await tx.insert(businessMessages).values(row).returning();
    if (message === undefined) throw new TypeError('an insert returned nothing');
    const readers = await readersOf(tx, { businessId: business.id, owner, kind: 'messages' });
    await mailReaders(tx, readers, { business, message, text, leftOut: [], mailId: message.id }, { city, env });
  });
}

interface WrittenByForm {
  business: typeof businesses.$inferSelect;
  said: { name: string; email: string; text: string };
}

/**
 * Finds the talk to name in the mail to a mailbox that wants no more answers: none can come. Anybody may type the address, so it is mailed once
 * a day. Null when there is nothing to mail.
 */
async function findStopToMail({ business, said }: WrittenByForm, { db, now }: Services): Promise<string | null> {
  const stopped = await findStoppedTalk(db, business.id, said.email);
  if (stopped === null) return null;
  return (await fitsLimit(db, 'stopped-mailbox', mailboxKey(`${business.id} ${said.email}`), now())) ? stopped : null;
}
