/** The listings whose numbers somebody wants by mail each month. */
import { and, eq, sql } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, statisticsLetters, users } from '#server/db/schema/index.ts';
import type { ApiRequest, Services } from '#server/http/serve.ts';
import { addMonths, monthOf } from '#shared/dates.ts';
import { Problem } from '#shared/problem.ts';

const unconfirmed = () =>
  new Problem('conflict', 'Please confirm your email address first: your account page sends you the link.');

/** The first mail after a choice covers the month of the choice. */
const monthBefore = ({ now, city }: Pick<Services, 'now' | 'city'>) =>
  addMonths(monthOf(now(), city.facts.timeZone), -1);

const isStopped = (userId: string) => and(eq(users.id, userId), sql`${users.mailsOff} @> array['statistics']`);
const withoutStop = { mailsOff: sql`array_remove(${users.mailsOff}, 'statistics')` };

/**
 * @throws Problem 'signed_out', 'not_found' for another owner's listing, 'conflict' while the e-mail is not
 * confirmed
 */
export async function setStatisticsMail(
  { id, wanted }: { id: string; wanted: boolean },
  request: Pick<ApiRequest, 'db' | 'user' | 'now' | 'city'>,
): Promise<void> {
  const present = requireUser(request.user);
  const isOwn = and(eq(businesses.id, id), mayManage(present.id, 'own'));
  if ((await request.db.$count(businesses, isOwn)) === 0) throw new Problem('not_found', 'Business not found');
  const ofPerson = eq(statisticsLetters.userId, present.id);
  if (!wanted) {
    await request.db.delete(statisticsLetters).where(and(eq(statisticsLetters.businessId, id), ofPerson));
    return;
  }
  if (!present.emailVerified) throw unconfirmed();
  await request.db.transaction(async (tx) => {
    const { rowCount } = await tx.update(users).set(withoutStop).where(isStopped(present.id));
    // Somebody who had stopped them all asks for this listing alone.
    if (rowCount) await tx.delete(statisticsLetters).where(ofPerson);
    const row = { businessId: id, userId: present.id, lastMonth: monthBefore(request) };
    await tx.insert(statisticsLetters).values(row).onConflictDoNothing();
  });
}

/**
 * Sends the mails again for the listings of before, or, where there are none, for all that the person owns.
 * @throws Problem 'conflict' while the e-mail is not confirmed, and without a listing
 */
export async function startStatisticsMails(
  tx: Database,
  userId: string,
  services: Pick<Services, 'now' | 'city'>,
): Promise<void> {
  const [person] = await tx.select().from(users).where(eq(users.id, userId));
  if (!person?.emailVerifiedAt) throw unconfirmed();
  const month = monthBefore(services);
  const { rowCount: former } = await tx.execute(sql`
    update statistics_letters l set last_month = greatest(last_month, ${month}) from businesses b
    where l.user_id = ${userId} and b.id = l.business_id and b.owner_id = ${userId}`);
  if (!former) {
    const { rowCount } = await tx.execute(sql`
      insert into statistics_letters (business_id, user_id, last_month)
      select id, ${userId}, ${month} from businesses where owner_id = ${userId}
      on conflict do nothing`);
    if (!rowCount) throw new Problem('conflict', 'You have no listing whose numbers we could mail.');
  }
  await tx.update(users).set(withoutStop).where(isStopped(userId));
}
