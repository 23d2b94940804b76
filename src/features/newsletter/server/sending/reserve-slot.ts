import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

/**
 * Reserves the time of the next mail. Every sender reserves here, so the pace holds for all of them together
 * and across restarts. A time after `until` is returned but not reserved.
 */
export async function reserveSlot(db: Database, until: Date): Promise<Date> {
  const gap = sql`interval '1 minute' / mails_per_minute`;
  const taken = await db.execute<{ at: string }>(sql`
    update newsletter_settings set next_slot_at = greatest(next_slot_at, clock_timestamp()) + ${gap}
    where next_slot_at <= ${until.toISOString()}::timestamptz
    returning (next_slot_at - ${gap})::text as at`);
  if (taken.rows[0]) return new Date(taken.rows[0].at);
  const { rows } = await db.execute<{ at: string }>(sql`select next_slot_at::text as at from newsletter_settings`);
  if (rows[0]) return new Date(rows[0].at);
  await db.execute(sql`insert into newsletter_settings (id) values (1) on conflict do nothing`);
  return reserveSlot(db, new Date(Math.max(until.getTime(), Date.now() + 1000)));
}
