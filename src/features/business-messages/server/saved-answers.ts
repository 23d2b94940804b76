/** Answers that owners and managers keep for a listing. The listing's row is held while one is written, for the limit. */
import { and, asc, eq, ne } from 'drizzle-orm';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, ownerAnswers } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { maxSavedAnswers, type SavedAnswer } from '../answers-contract.ts';

interface Place {
  /** Id of the listing. */
  id: string;
  userId: string;
}

const answerGone = () => new Problem('not_found', 'This answer is not there any more.');

/** @throws Problem 'not_found', also for another owner's listing */
async function lockListing(tx: Database, { id, userId }: Place): Promise<void> {
  const [row] = await tx
    .select({ id: businesses.id })
    .from(businesses)
    .where(and(eq(businesses.id, id), mayManage(userId, 'messages')))
    .for('update');
  if (row === undefined) throw new Problem('not_found', 'Business not found');
}

const read = (db: Database, id: string): Promise<SavedAnswer[]> =>
  db
    .select({ id: ownerAnswers.id, text: ownerAnswers.text })
    .from(ownerAnswers)
    .where(eq(ownerAnswers.businessId, id))
    .orderBy(asc(ownerAnswers.createdAt), asc(ownerAnswers.id));

/** @throws Problem 'not_found', also for another owner's listing */
export async function listSavedAnswers(db: Database, { id, userId }: Place): Promise<SavedAnswer[]> {
  const isTheirs = and(eq(businesses.id, id), mayManage(userId, 'messages'));
  if ((await db.$count(businesses, isTheirs)) === 0) throw new Problem('not_found', 'Business not found');
  return read(db, id);
}

/** @throws Problem 'not_found', 'conflict' when there are too many */
export function saveAnswer(db: Database, { text, ...place }: Place & { text: string }): Promise<SavedAnswer[]> {
  return db.transaction(async (tx) => {
    await lockListing(tx, place);
    const kept = await read(tx, place.id);
    if (kept.some((one) => one.text === text)) return kept;
    if (kept.length >= maxSavedAnswers) {
      throw new Problem('conflict', `There is room for ${maxSavedAnswers} saved answers. Please remove one first.`);
    }
    await tx.insert(ownerAnswers).values({ businessId: place.id, text });
    return read(tx, place.id);
  });
}

interface One extends Place {
  answerId: string;
}

const isOne = ({ id, answerId }: One) => and(eq(ownerAnswers.businessId, id), eq(ownerAnswers.id, answerId));

/** @throws Problem 'not_found', 'conflict' when another one says the same */
export function changeSavedAnswer(db: Database, { text, ...one }: One & { text: string }): Promise<SavedAnswer[]> {
  return db.transaction(async (tx) => {
    await lockListing(tx, one);
    const isSame = and(
      eq(ownerAnswers.businessId, one.id),
      eq(ownerAnswers.text, text),
      ne(ownerAnswers.id, one.answerId),
    );
    if ((await tx.$count(ownerAnswers, isSame)) > 0) {
      throw new Problem('conflict', 'Another saved answer says the same already.');
    }
    const changed = await tx.update(ownerAnswers).set({ text }).where(isOne(one)).returning({ id: ownerAnswers.id });
    if (changed.length === 0) throw answerGone();
    return read(tx, one.id);
  });
}

/** @throws Problem 'not_found' */
export function removeSavedAnswer(db: Database, one: One): Promise<SavedAnswer[]> {
  return db.transaction(async (tx) => {
    await lockListing(tx, one);
    const removed = await tx.delete(ownerAnswers).where(isOne(one)).returning({ id: ownerAnswers.id });
    if (removed.length === 0) throw answerGone();
    return read(tx, one.id);
  });
}
