import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, businessMessages, businessSlugs, listingManagers, users } from '#server/db/schema/index.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { Problem } from '#shared/problem.ts';

interface Message {
  /** The slug of an approved business, current or former. */
  slug: string;
  name: string;
  email: string;
  text: string;
}

/**
 * Stores a visitor's message and mails it to the listing's owner and managers, from the town and without the visitor's address.
 * @throws Problem 'not_found', 'conflict' when the listing takes no messages, 'too_many' for one listing
 */
export async function messageBusiness(
  { db, city, env, now }: Services,
  { slug, name, email, text }: Message,
): Promise<void> {
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
    const row = { businessId: business.id, name: oneLine(name), email, text, createdAt: at };
    await tx.insert(businessMessages).values(row);
    // A stranger's links do not go out in the town's name.
    const listing = withoutLinks(business.name);
    const from = withoutLinks(oneLine(name));
    const letterTo = (username: string) => ({
      subject: oneLine(`${from} wrote to ${listing}`),
      parts: [
        `Hello ${withoutLinks(username)},`,
        `${from} wrote to ${listing} with the form on ${city.facts.name}:`,
        { quote: withoutLinks(text) },
        `Answer on your page of messages. ${from} gets your answer from us and does not see your email address. An answer to this email reaches us, not ${from}.`,
        { label: 'Read and answer', url: `${env.siteUrl}/dashboard/messages` },
        'You can switch off messages to your listing on the same page.',
      ],
    });
    const replyTo = { name: city.facts.name, address: city.facts.contact.email };
    for (const { username, email: to } of [owner, ...(await managersOf(tx, business.id, owner.id))]) {
      await enqueue(tx, sendMail, { to, ...layOutLetter(city, env, letterTo(username)), replyTo });
    }
  });
}

/** Those who may answer for the owner: their place ends with the ownership of who gave it. */
function managersOf(tx: Database, businessId: string, ownerId: string) {
  return tx
    .select({ username: users.username, email: users.email })
    .from(listingManagers)
    .innerJoin(users, eq(users.id, listingManagers.userId))
    .where(
      and(
        eq(listingManagers.businessId, businessId),
        eq(listingManagers.invitedBy, ownerId),
        isNull(users.bannedAt),
        isNotNull(users.emailVerifiedAt),
      ),
    )
    .orderBy(listingManagers.createdAt);
}
