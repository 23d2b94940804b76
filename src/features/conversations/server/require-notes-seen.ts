import { and, count, desc, eq } from 'drizzle-orm';
import { agoWords, oneself } from '#features/audit/server/last-actor.ts';
import type { Database } from '#server/db/client.ts';
import { conversationPosts, users } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { quotedWords } from './quoted-words.ts';

/**
 * @param seen the number of notes that the person who decides has seen
 * @throws Problem 'conflict' when a colleague has noted something since, with the words
 */
export async function requireNotesSeen(
  tx: Database,
  id: string,
  { seen, actorId, now }: { seen: number; actorId: string; now: Date },
): Promise<void> {
  const { conversationId, kind, text, createdAt, authorId } = conversationPosts;
  const isNote = and(eq(conversationId, id), eq(kind, 'note'));
  const [there] = await tx.select({ notes: count() }).from(conversationPosts).where(isNote);
  if ((there?.notes ?? 0) <= seen) return;
  const [note] = await tx
    .select({ text, at: createdAt, authorId, by: users.username })
    .from(conversationPosts)
    .leftJoin(users, eq(users.id, authorId))
    .where(isNote)
    .orderBy(desc(conversationPosts.id))
    .limit(1);
  if (note === undefined) return;
  const ago = agoWords(now.getTime() - note.at.getTime());
  const who = note.authorId === actorId ? oneself : (note.by ?? 'A colleague');
  throw new Problem('conflict', `${who} noted${ago}: ${quotedWords(note.text)} Please look at it again.`);
}
