import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { conversationPosts, conversations, users } from '#server/db/schema/index.ts';

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

/** Keeps an answer, a reply or a note, and says who wrote last. With `awaitsReply`, a partial reply keeps the question open. Returns the post's id; null for a mail that is kept already. */
export async function addPost(
  tx: Database,
  letter: { id: string; kind: Kind },
  { awaitsReply = false, at, ...post }: NewPost & { awaitsReply?: boolean; at: Date },
): Promise<string | null> {
  const states = {
    answer: { lastWord: 'us', awaitsReply, closedAt: null, isUnread: false },
    reply: { lastWord: 'them', awaitsReply, closedAt: null, isUnread: true },
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

/** The conversation before an answer that can still be taken back; null: there was none. Instants are texts once they were stored. */
export type TalkBefore = Omit<typeof conversations.$inferSelect, 'closedAt' | 'lastAt'> &
  Record<'closedAt' | 'lastAt', Date | string | null>;

export async function readTalk(tx: Database, id: string): Promise<TalkBefore | null> {
  const [row] = await tx.select().from(conversations).where(eq(conversations.id, id));
  return row ?? null;
}

/** Takes an answer back whose mail was not sent. */
export async function takePostBack(
  tx: Database,
  id: string,
  { postId, before }: { postId: string; before: TalkBefore | null },
): Promise<void> {
  if (before === null) {
    await tx.delete(conversations).where(eq(conversations.id, id));
    return;
  }
  const [gone] = await tx.delete(conversationPosts).where(eq(conversationPosts.id, postId)).returning();
  const { lastWord, awaitsReply, isUnread, closedAt, lastAt } = before;
  const asDate = (instant: Date | string | null) => (instant === null ? null : new Date(instant));
  await tx
    .update(conversations)
    .set({ lastWord, awaitsReply, isUnread, closedAt: asDate(closedAt), lastAt: asDate(lastAt) })
    // Something said since keeps its place.
    .where(and(eq(conversations.id, id), eq(conversations.lastAt, gone?.createdAt ?? new Date(0))));
}

/**
 * The mails of a conversation to one side, oldest first, for mail programs that show them together: our own by their posts, the others
 * by their Message-IDs.
 */
export async function mailIds(tx: Database, id: string, side: 'person' | 'owner'): Promise<string[]> {
  const rows = await tx
    .select({ id: conversationPosts.id, mailId: conversationPosts.mailId, kind: conversationPosts.kind })
    .from(conversationPosts)
    .where(and(eq(conversationPosts.conversationId, id), ne(conversationPosts.kind, 'note')))
    .orderBy(desc(conversationPosts.createdAt), desc(conversationPosts.id))
    .limit(20);
  const ours = side === 'person' ? 'answer' : 'reply';
  return rows
    .toReversed()
    .flatMap(({ id: own, mailId, kind }) => (kind === ours ? [own] : mailId === null ? [] : [mailId]));
}

/** The latest words that came back; null when none did. @param isOwn leaves out those from another mailbox than the person's */
export async function lastReplyOf(tx: Database, id: string, { isOwn = false } = {}): Promise<string | null> {
  const isReply = and(eq(conversationPosts.conversationId, id), eq(conversationPosts.kind, 'reply'));
  const [row] = await tx
    .select({ text: conversationPosts.text })
    .from(conversationPosts)
    .where(and(isReply, isOwn ? isNull(conversationPosts.fromAddress) : undefined))
    .orderBy(desc(conversationPosts.createdAt), desc(conversationPosts.id))
    .limit(1);
  return row?.text ?? null;
}

/**
 * Tells whether the only replies since a question came from another address than the person's, and somebody
 * else may have written them.
 */
export async function isRepliedFromElsewhere(tx: Database, id: string, askedAt: Date): Promise<boolean> {
  const rows = await tx
    .selectDistinct({ isOwn: sql<boolean>`${conversationPosts.fromAddress} is null` })
    .from(conversationPosts)
    .where(
      and(
        eq(conversationPosts.conversationId, id),
        eq(conversationPosts.kind, 'reply'),
        gt(conversationPosts.createdAt, askedAt),
      ),
    );
  return rows.length > 0 && rows.every(({ isOwn }) => !isOwn);
}

/** The username of the colleague who asked last; null when nobody has, or the account is gone. */
export async function askerOf(tx: Database, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ username: users.username })
    .from(conversationPosts)
    .leftJoin(users, eq(users.id, conversationPosts.authorId))
    .where(and(eq(conversationPosts.conversationId, id), eq(conversationPosts.kind, 'answer')))
    .orderBy(desc(conversationPosts.createdAt), desc(conversationPosts.id))
    .limit(1);
  return row?.username ?? null;
}

interface Said {
  /** 'us' are the people of the site. */
  by: 'us' | 'them';
  text: string;
  at: string;
}

/** Answers of the site and replies of the person, oldest first, by letter. Notes of staff and replies from other addresses stay out. */
export async function readTalks(tx: Database, letterIds: readonly string[]): Promise<Map<string, Said[]>> {
  const talks = new Map<string, Said[]>();
  if (letterIds.length === 0) return talks;
  const rows = await tx
    .select()
    .from(conversationPosts)
    .where(
      and(
        inArray(conversationPosts.conversationId, [...letterIds]),
        ne(conversationPosts.kind, 'note'),
        isNull(conversationPosts.fromAddress),
      ),
    )
    .orderBy(asc(conversationPosts.createdAt), asc(conversationPosts.id));
  for (const { conversationId, kind, text, createdAt } of rows) {
    const talk = talks.get(conversationId) ?? [];
    talk.push({ by: kind === 'answer' ? 'us' : 'them', text, at: createdAt.toISOString() });
    talks.set(conversationId, talk);
  }
  return talks;
}
