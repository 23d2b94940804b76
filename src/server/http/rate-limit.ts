import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { Problem } from '#shared/problem.ts';
import { hourSeconds } from '#shared/times.ts';
import { addressGroup } from './client-address.ts';
import { type LimitName, limits } from './limits.ts';

const limitKey = (name: LimitName, client: string) => `${name}:${addressGroup(client).slice(0, 64)}`;

/**
 * Counts one use of a limit. The window slides: hits of the previous window count by the share of it that is
 * still within reach, so that nobody gets twice the limit around the turn of an hour, and two rows per client
 * are enough. One statement counts and decides, so it is safe between processes. A refused attempt is not
 * counted, so waiting always helps.
 *
 * @param client a network address (addresses of one IPv6 /64 count as one client), or another key of at most 64
 * characters; longer ones are cut, so hash a mailbox (mailboxKey)
 * @returns the number of counted uses, this one included
 * @throws Problem 'too_many' with the seconds until the next attempt can succeed
 */
export async function takeFromLimit(db: Database, name: LimitName, client: string, now: Date): Promise<number> {
  const { max, perSeconds } = limits[name];
  const windowMs = perSeconds * 1000;
  const start = Math.floor(now.getTime() / windowMs) * windowMs;
  const share = 1 - (now.getTime() - start) / windowMs;
  const key = limitKey(name, client);
  const windowStart = sql`${new Date(start).toISOString()}::timestamptz`;
  const before = sql`coalesce((select hits from rate_limits
    where key = ${key} and window_start = ${new Date(start - windowMs).toISOString()}::timestamptz), 0)`;

  const taken = await db.execute<{ used: number }>(sql`
    insert into rate_limits (key, window_start, hits)
    select ${key}, ${windowStart}, 1 where ${before} * ${share}::float8 + 1 <= ${max}
    on conflict (key, window_start) do update set hits = rate_limits.hits + 1
    where ${before} * ${share}::float8 + rate_limits.hits + 1 <= ${max}
    returning hits + ${before} * ${share}::float8 as used`);
  const used = taken.rows[0]?.used;
  if (used !== undefined) return used;

  const { rows } = await db.execute<{ hits: number; before: number }>(sql`
    select coalesce((select hits from rate_limits where key = ${key} and window_start = ${windowStart}), 0) as hits,
      ${before} as before`);
  const { hits, before: hitsBefore } = rows[0] ?? { hits: max, before: 0 };
  const freeAt =
    hits < max
      ? start + windowMs * (1 - (max - hits - 1) / Math.max(1, hitsBefore))
      : start + windowMs + windowMs * (1 - (max - 1) / hits);
  const seconds = Math.max(1, Math.floor((freeAt - now.getTime()) / 1000) + 1);
  throw new Problem('too_many', `That was a lot in a short time. Please try again in ${inWords(seconds)}.`, {
    retryAfterSeconds: seconds,
    trace: { limit: name },
  });
}

/** The same with an answer: false instead of the refusal. */
export async function fitsLimit(db: Database, name: LimitName, client: string, now: Date): Promise<boolean> {
  try {
    await takeFromLimit(db, name, client, now);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_many') return false;
    throw error;
  }
}

/** Gives an attempt back when it did not count, for example after a correct password. */
export async function giveBackToLimit(db: Database, name: LimitName, client: string, takenAt: Date): Promise<void> {
  const windowMs = limits[name].perSeconds * 1000;
  const start = new Date(Math.floor(takenAt.getTime() / windowMs) * windowMs).toISOString();
  await db.execute(sql`
    update rate_limits set hits = hits - 1
    where key = ${limitKey(name, client)} and window_start = ${start}::timestamptz and hits > 0`);
}

/** Resets the count: somebody else made the earlier attempts. */
export async function forgetLimit(db: Database, name: LimitName, client: string): Promise<void> {
  await db.execute(sql`delete from rate_limits where key = ${limitKey(name, client)}`);
}

/** '40 seconds', '3 minutes', '1 hour' */
function inWords(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [seconds, 'second']
      : seconds < 5400
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / hourSeconds), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Removes windows that no limit reads any more. */
export async function sweepLimits(db: Database, now: Date): Promise<number> {
  const maxMs = Math.max(...Object.values(limits).map((limit) => limit.perSeconds)) * 1000;
  const oldest = new Date(now.getTime() - 2 * maxMs).toISOString();
  const { rowCount } = await db.execute(sql`delete from rate_limits where window_start < ${oldest}::timestamptz`);
  return rowCount ?? 0;
}
