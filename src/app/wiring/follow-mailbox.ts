/** Carries out what follows when a mailbox is confirmed, or when an account has changed to it. */
import { eq } from 'drizzle-orm';
import { emailConfirmed } from '#features/accounts/server/email-confirmed.ts';
import { approveAfterConfirmation } from '#features/claims/server/approve-by-mailbox.ts';
import { replacePages } from '#features/claims/server/replace-pages.ts';
import { suggestionsFollow } from '#features/events/server/own-suggestions.ts';
import { giveToConfirmed } from '#features/listing-orders/server/ordered-listing.ts';
import { ordersFollow } from '#features/listing-orders/server/own-orders.ts';
import { users } from '#server/db/schema/index.ts';
import { bindJob } from '#server/jobs/bind-job.ts';

export const followMailboxJob = bindJob(emailConfirmed, async ({ userId, former, noCharge = false }, run) => {
  const [user] = await run.db.select({ id: users.id, email: users.email }).from(users).where(eq(users.id, userId));
  if (user === undefined) return;
  if (former !== undefined) {
    await suggestionsFollow(run.db, former, user.email);
    await ordersFollow(run.db, former, user);
  }
  if (!noCharge) await approveAfterConfirmation(userId, run);
  await giveToConfirmed(userId, run);
  await replacePages(userId, run);
});
