import type { Database } from '#server/db/client.ts';
import { conversationPosts, conversations } from '#server/db/schema/index.ts';

type Kind = (typeof conversations.$inferSelect)['kind'];
type NewPost = Omit<typeof conversationPosts.$inferInsert, 'conversationId' | 'createdAt'>;

/** Writes columns of a letter's conversation, which begins with the first of them. */
export async function writeConversation(
  tx: Database,
  letter: { id: string; kind: Kind },
  changed: Partial<Omit<typeof conversations.$inferInsert, 'id' | 'kind'>>,
): Promise<void> {
  await tx
    .insert(conversations)
    .values({ ...letter, ...changed })
    .onConflictDoUpdate({ target: conversations.id, set: { id: letter.id, ...changed } });
}

/** Keeps an answer, a reply or a note, and says who wrote last. Returns the post's id; null for a mail that is kept already. */
export async function addPost(
  tx: Database,
  letter: { id: string; kind: Kind },
  { awaitsReply = false, at, ...post }: NewPost & { awaitsReply?: boolean; at: Date },
): Promise<string | null> {
  const states = {
    answer: { lastWord: 'us', awaitsReply, closedAt: null, isUnread: false },
    reply: { lastWord: 'them', awaitsReply: false, closedAt: null, isUnread: true },
    note: {},
  } as const;
  await writeConversation(tx, letter, {});
  const [added] = await tx
    .insert(conversationPosts)
    .values({ ...post, conversationId: letter.id, createdAt: at })
    .onConflictDoNothing()
    .returning({ id: conversationPosts.id });
  if (added === undefined) return null;
  await writeConversation(tx, letter, { ...states[post.kind], lastAt: at });
  return added.id;
}
