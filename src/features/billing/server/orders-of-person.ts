import { eq, or, type SQL, sql } from 'drizzle-orm';
import { listingOrders } from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';

/** The orders that the person paid for while signed in, and those whose receipt went to the person's confirmed mailbox. */
export function isOrderOf({
  id,
  email,
  emailVerified,
}: Pick<SessionUser, 'id' | 'email' | 'emailVerified'>): SQL | undefined {
  const isToMailbox = emailVerified ? sql`lower(${listingOrders.email}) = lower(${email})` : undefined;
  return or(eq(listingOrders.userId, id), isToMailbox);
}
