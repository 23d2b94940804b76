import type { Database } from '#server/db/client.ts';
import { conversationPosts, conversations } from '#server/db/schema/index.ts';
import { aBusiness } from '#tests/factories/a-business.ts';

/** A new listing about which staff have asked its sender. */
export async function askedBusiness(db: Database, ownerId: string): Promise<{ id: string }> {
  const { id } = await aBusiness(db, { ownerId, submittedById: ownerId, status: 'pending' });
  await db.insert(conversations).values({ id, kind: 'listing', lastWord: 'us', awaitsReply: true });
  await db.insert(conversationPosts).values({ conversationId: id, kind: 'answer', text: 'Is it in town?' });
  return { id };
}
