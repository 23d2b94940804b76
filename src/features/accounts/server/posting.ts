/** Owners who publish at once, and those whose posts staff look at first (docs/product-rules.md#owners-posts). */
import { and, eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { SessionUser } from '#server/http/serve.ts';
import { hasRight } from '#shared/has-right.ts';
import { Problem } from '#shared/problem.ts';

type Posting = (typeof users.$inferSelect)['posting'];

export async function postingOf(db: Database, user: SessionUser): Promise<Posting> {
  if (hasRight(user.rights, ['moderator'])) return 'direct';
  const [row] = await db.select({ posting: users.posting }).from(users).where(eq(users.id, user.id));
  return row?.posting ?? 'first';
}

export const postsDirectly = async (db: Database, user: SessionUser): Promise<boolean> =>
  (await postingOf(db, user)) === 'direct';

/**
 * Locks the person before the post that staff decide on: a ban locks the person first, too, and `trust` writes to that row after the
 * decision.
 */
export async function holdAuthor(tx: Database, userId: string | null): Promise<void> {
  if (userId === null) return;
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/** After staff's first yes. Answers whether it is new. */
export async function trust(tx: Database, userId: string | null): Promise<boolean> {
  if (userId === null) return false;
  const trusted = await tx
    .update(users)
    .set({ posting: 'direct' })
    .where(and(eq(users.id, userId), eq(users.posting, 'first')))
    .returning({ id: users.id });
  return trusted.length > 0;
}

/** For an undo of the decision that trusted this person. */
export async function trustAgainLater(tx: Database, userId: string | null): Promise<void> {
  if (userId === null) return;
  await tx
    .update(users)
    .set({ posting: 'first' })
    .where(and(eq(users.id, userId), eq(users.posting, 'direct')));
}

interface NewPosting {
  userId: string;
  posting: 'direct' | 'reviewed';
  actorId: string;
}

/** @throws Problem 'not_found' */
export async function setPosting(db: Database, { userId, posting, actorId }: NewPosting): Promise<void> {
  await db.transaction(async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
    if (person === undefined) throw new Problem('not_found', 'This person is not there any more.');
    if (person.posting === posting) return;
    await tx.update(users).set({ posting }).where(eq(users.id, userId));
    await writeAudit(tx, {
      actorId,
      action: posting === 'direct' ? 'user.posts-at-once' : 'user.posts-reviewed',
      subjectType: 'user',
      subjectId: userId,
      data: { username: person.username },
    });
  });
}
