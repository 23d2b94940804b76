import { and, count, desc, eq } from 'drizzle-orm';
import { agoWords } from '#features/audit/server/last-actor.ts';
import type { Database } from '#server/db/client.ts';
import { conversationPosts, users } from '#server/db/schema/index.ts';
import { oneLine } from '#server/mail/lay-out-letter.ts';
import { Problem } from '#shared/problem.ts';
import { shortText } from '#shared/short-text.ts';

/** The colleague's words that a refusal shows, in characters. */
const maxShown = 200;

/**
 * @param seen how many notes about it the person has seen who decides
 * @throws Problem 'conflict' when a colleague has noted something since, with the words
 */
export async function requireNotesSeen(tx: Database, id: string, { seen, now }: { seen: number; now: Date }) {
  const { conversationId, kind, text, createdAt, authorId } = conversationPosts;
  const isNote = and(eq(conversationId, id), eq(kind, 'note'));
  const [there] = await tx.select({ notes: count() }).from(conversationPosts).where(isNote);
  if ((there?.notes ?? 0) <= seen) return;
  const [note] = await tx
    .select({ text, at: createdAt, by: users.username })
    .from(conversationPosts)
    .leftJoin(users, eq(users.id, authorId))
    .where(isNote)
    .orderBy(desc(conversationPosts.id))
    .limit(1);
  if (note === undefined) return;
  const ago = agoWords(now.getTime() - note.at.getTime());
  const words = shortText(oneLine(note.text), maxShown);
  throw new Problem('conflict', `${note.by ?? 'A colleague'} noted${ago}: “${words}” Please look at it again.`);
}
