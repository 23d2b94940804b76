import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { auditLog, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { hourMs, minuteMs } from '#shared/times.ts';

interface Subject {
  subjectType: string;
  subjectId: string;
  /** Only these acts count: a note, or an edit after a decision, is no decision. */
  actions?: readonly string[];
  /** Tells the thing from others in the history of the same subject. */
  where?: SQL | undefined;
  /** Tells of somebody without staff rights whether the name of that person is known to them anyhow. */
  isColleague?: (actorId: string) => Promise<boolean>;
}

/** The person who asks, of an edit that this page does not know of. */
export const oneself = 'You, in another tab,';

/** ' just now', ' a minute ago', ' 5 minutes ago', ' 3 hours ago'; '' for what is older than a day. */
export function agoWords(ms: number): string {
  const minutes = Math.floor(ms / minuteMs);
  const hours = Math.floor(ms / hourMs);
  if (minutes < 1) return ' just now';
  if (minutes < 60) return minutes === 1 ? ' a minute ago' : ` ${minutes} minutes ago`;
  if (hours < 24) return hours === 1 ? ' an hour ago' : ` ${hours} hours ago`;
  return '';
}

/**
 * The person who changed a thing last, for the sentence of a refusal: 'amy', 'You, in another tab,' or 'Somebody else', and when:
 * ' a minute ago'. Read it where somebody was first; the history of a thing is short. Only staff and colleagues learn the names of others.
 */
export async function lastActor(
  db: Database,
  { subjectType, subjectId, actions, where, isColleague }: Subject,
  { user, now }: Pick<ApiRequest, 'user' | 'now'>,
): Promise<{ who: string; ago: string; isKnown: boolean }> {
  const [last] = await db
    .select({ id: auditLog.actorId, username: users.username, at: auditLog.at })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subjectType, subjectType),
        eq(auditLog.subjectId, subjectId),
        actions && inArray(auditLog.action, [...actions]),
        where,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  if (!last?.username) return { who: 'Somebody else', ago: '', isKnown: false };
  const ago = agoWords(now().getTime() - last.at.getTime());
  if (last.id === user?.id) return { who: oneself, ago, isKnown: true };
  const isKnown = user?.role === 'staff' || (last.id !== null && (await isColleague?.(last.id)) === true);
  return { who: isKnown ? last.username : 'Somebody else', ago, isKnown };
}

/**
 * The refusal of an act that came second: 'amy approved Fig Bar a minute ago.' Every refusal of this kind is made here, so that all
 * of them name who was first in the same words.
 * @param deed what that person did, with its object: 'approved Fig Bar'
 */
export async function wasFirst(
  db: Database,
  subject: Subject,
  deed: string,
  request: Pick<ApiRequest, 'user' | 'now'>,
): Promise<Problem> {
  const { who, ago } = await lastActor(db, subject, request);
  return new Problem('conflict', `${who} ${deed}${ago || ' already'}.`);
}
