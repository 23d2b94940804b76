import { desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { csvDollars, csvRows, csvTime } from '#server/csv-rows.ts';
import type { Database } from '#server/db/client.ts';
import { moneyActs, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';

type Row = Awaited<ReturnType<typeof readRows>>[number];

/**
 * What staff have done about money, newest first, as a CSV file without formulas, for the books: refunds, credits, discounts,
 * and plans that no card pays for. Written to the audit log.
 */
export async function exportMoneyActs(
  { db, city }: Pick<Services, 'db' | 'city'>,
  { actorId }: { actorId: string },
): Promise<AsyncGenerator<string>> {
  await writeAudit(db, {
    actorId,
    action: 'billing.exported',
    subjectType: 'subscription',
    subjectId: 'money-acts',
    data: { rows: await db.$count(moneyActs) },
  });
  const { timeZone } = city.facts;
  const columns: Record<string, (row: Row) => string | number | null> = {
    number: ({ act }) => act.id,
    date: ({ act }) => csvTime(act.createdAt, timeZone),
    kind: ({ act }) => act.kind,
    amount: ({ act }) => csvDollars(act.cents),
    'percent off': ({ act }) => act.percentOff,
    months: ({ act }) => act.months,
    person: ({ person }) => person?.username ?? null,
    mailbox: ({ person }) => person?.email ?? null,
    plan: ({ act }) => act.subscriptionId,
    received: ({ act }) => act.receivedOn,
    reference: ({ act }) => act.reference,
    until: ({ act }) => csvTime(act.endsAt, timeZone),
    'ended early': ({ act }) => csvTime(act.endedAt, timeZone),
    by: ({ by }) => by,
    reason: ({ act }) => act.reason,
  };
  return csvRows({ columns, read: (after, limit) => readRows(db, after?.act, limit) });
}

const actors = alias(users, 'actors');
/** Dates of the program have milliseconds, those of the database more: they compare only when cut. */
const madeAt = sql`date_trunc('milliseconds', ${moneyActs.createdAt})`;

function readRows(db: Database, after: typeof moneyActs.$inferSelect | undefined, limit: number) {
  return db
    .select({ act: moneyActs, person: { username: users.username, email: users.email }, by: actors.username })
    .from(moneyActs)
    .leftJoin(users, eq(users.id, moneyActs.userId))
    .leftJoin(actors, eq(actors.id, moneyActs.actorId))
    .where(
      after && sql`(${madeAt}, ${moneyActs.id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
    )
    .orderBy(desc(madeAt), desc(moneyActs.id))
    .limit(limit);
}
