import { eq, sql } from 'drizzle-orm';
import { wasFirst } from '#features/audit/server/last-actor.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { newsletterSubscribers } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import type { Subscriber } from '../../subscribers-contract.ts';
import { addressHash, suppress } from '../suppress.ts';
import { readSubscriber } from './list-subscribers.ts';

/** @throws Problem 'not_found', or 'conflict' when it is suppressed already */
export async function suppressSubscriber(
  { id, suppressed, actorId }: { id: string; suppressed: boolean; actorId: string },
  request: Pick<ApiRequest, 'db' | 'user' | 'now'>,
): Promise<Subscriber> {
  const { db } = request;
  const hash = await addressHash(db);
  return db.transaction(async (tx) => {
    const { email, state, reason } = await readSubscriber(tx, hash, id);
    if ((state === 'suppressed') === suppressed) {
      const deed = suppressed ? 'suppressed' : 'allowed';
      const acts = { subjectType: 'subscriber', subjectId: id, actions: [`subscriber.${deed}`] };
      throw await wasFirst(tx, acts, `${deed} this address`, request);
    }
    if (suppressed) await suppress(tx, hash, { email, reason: 'staff' });
    else {
      await tx.execute(sql`delete from newsletter_suppressions where address_hash = ${hash.of(email)}`);
    }
    await writeAudit(tx, {
      actorId,
      action: suppressed ? 'subscriber.suppressed' : 'subscriber.allowed',
      subjectType: 'subscriber',
      subjectId: id,
      ...(reason ? { data: { reason } } : {}),
    });
    return readSubscriber(tx, hash, id);
  });
}

/**
 * Erases the address everywhere; the audit row does not name it. A suppressed address stays suppressed
 * through its hash.
 * @throws Problem 'not_found'
 */
export async function deleteSubscriber(db: Database, { id, actorId }: { id: string; actorId: string }): Promise<void> {
  const hash = await addressHash(db);
  await db.transaction(async (tx) => {
    await readSubscriber(tx, hash, id);
    await tx.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
    await writeAudit(tx, { actorId, action: 'subscriber.erased', subjectType: 'subscriber', subjectId: id });
  });
}
