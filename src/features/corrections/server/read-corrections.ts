import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import { describeValue, readValueNames } from '#features/businesses/server/describe-value.ts';
import { fieldValue, isSameValue, writtenFieldOf } from '#features/businesses/server/written-fields.ts';
import { businesses, corrections, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { canTakeOver } from '../correction-fields.ts';
import type { StaffCorrection } from '../staff-contract.ts';

type Sources = Pick<Services, 'db' | 'city'>;

/** Newest first. */
export async function readCorrections(
  { db, city }: Sources,
  where: SQL | undefined,
  limit: number,
): Promise<StaffCorrection[]> {
  const rows = await db
    .select({ row: corrections, business: businesses, by: users.username })
    .from(corrections)
    .innerJoin(businesses, eq(businesses.id, corrections.businessId))
    .leftJoin(users, eq(users.id, corrections.decidedById))
    .where(where)
    .orderBy(desc(corrections.id))
    .limit(limit);
  if (rows.length === 0) return [];
  const names = await readValueNames(db, city);
  return rows.map(({ row, business, by }) => {
    const { field, status } = row;
    const column = field === 'other' ? null : writtenFieldOf(field);
    const words = (value: unknown) => (column === null ? '' : describeValue(column, value, names));
    const wasWritten = status === 'accepted' || status === 'undone';
    const now = column === null ? null : fieldValue(business, column);
    return {
      ...{ id: row.id, field, status, source: row.source, email: row.email },
      before: words(wasWritten ? row.before : now),
      after: wasWritten ? words(row.after) : row.right,
      createdAt: row.createdAt.toISOString(),
      decided: row.decidedAt === null ? null : { at: row.decidedAt.toISOString(), by },
      canTakeOver: status === 'waiting' && canTakeOver(field),
      canUndo: status === 'accepted' && !isSameValue(row.before, row.after) && isSameValue(now, row.after),
      business: { id: business.id, slug: business.slug, name: business.name, status: business.status },
    };
  });
}

/** Newest first. */
export function listCorrections(
  from: Sources,
  { state, cursor, limit }: { state: 'open' | 'all'; cursor: string | undefined; limit: number },
): Promise<StaffCorrection[]> {
  const isWanted = state === 'open' ? eq(corrections.status, 'waiting') : undefined;
  return readCorrections(from, and(isWanted, cursor ? lt(corrections.id, cursor) : undefined), limit);
}

/** @throws Problem 'not_found' */
export async function getCorrection(from: Sources, id: string): Promise<StaffCorrection> {
  const [found] = await readCorrections(from, eq(corrections.id, id), 1);
  if (found === undefined) throw new Problem('not_found', 'This suggestion is not there any more.');
  return found;
}
