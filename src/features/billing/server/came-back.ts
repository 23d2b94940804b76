/** A listing that was handed over and came back: its owner has canceled nothing, and the plan ends all the same. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { auditLog, claims } from '#server/db/schema/index.ts';

const acts = ['claim.approved', 'claim.ending', 'claim.resumed', 'claim.passed_on', 'claim.returned'];

type ClaimKey = Pick<typeof claims.$inferSelect, 'id' | 'businessId'>;

/** The ids of claims whose listings have come back and whose plans end with the hand-over, not by a cancellation before it. */
export async function claimsThatCameBack(tx: Database, asked: readonly ClaimKey[]): Promise<Set<string>> {
  const listings = [...new Set(asked.flatMap(({ businessId }) => businessId ?? []))];
  if (listings.length === 0) return new Set();
  const claimId = sql<string | null>`${auditLog.data} ->> 'claim'`;
  const rows = await tx
    .select({ action: auditLog.action, claimId })
    .from(auditLog)
    .where(
      and(eq(auditLog.subjectType, 'business'), inArray(auditLog.subjectId, listings), inArray(auditLog.action, acts)),
    )
    .orderBy(asc(auditLog.id));
  const back = asked.filter(({ id }) => endsByHandOver(rows.filter((row) => row.claimId === id)));
  return new Set(back.map(({ id }) => id));
}

/** Goes back over the detour to the state before it. */
function endsByHandOver(history: readonly { action: string }[]): boolean {
  let at = history.length - 1;
  const is = (index: number, act: string) => history[index]?.action === `claim.${act}`;
  if (!is(at, 'passed_on') && !(is(at, 'ending') && is(at - 1, 'returned'))) return false;
  while (is(at, 'passed_on') || is(at, 'returned') || (is(at, 'ending') && is(at - 1, 'returned'))) at--;
  return !is(at, 'ending');
}

/** The same for the plan of one claim. */
export async function hasComeBack(tx: Database, subscriptionId: string): Promise<boolean> {
  const rows = await tx.select().from(claims).where(eq(claims.subscriptionId, subscriptionId));
  return (await claimsThatCameBack(tx, rows)).size > 0;
}
