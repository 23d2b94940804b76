import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { askerOf, isRepliedFromElsewhere, readTalks } from '#features/conversations/server/posts.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, conversations } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import type { ListingQuestion } from '../contract.ts';
import type { AskedQuestion } from '../staff-contract.ts';

/**
 * A select for a row of businesses: when staff asked last, when the sender changed the listing after that, the last word, and
 * whether the listing still waits for the sender. No row where nobody has asked.
 */
export const talkAboutListing = (business: SQL): SQL => sql`
  select said.asked_at, edit.at as changed_at, greatest(said.last_at, edit.at) as last_at, said.is_awaited and edit.at is null as is_asked
  from (
    select k.awaits_reply as is_awaited, max(p.created_at) filter (where p.kind = 'answer') as asked_at, max(p.created_at) as last_at
    from conversations k join conversation_posts p on p.conversation_id = k.id and p.kind <> 'note'
    where k.id = ${business}.id and k.kind = 'listing'
    group by k.awaits_reply
  ) said
  left join lateral (
    select max(a.at) as at from audit_log a
    where a.subject_type = 'business' and a.subject_id = ${business}.id::text and a.action in ('business.edited', 'business.resubmitted')
      and a.at > said.asked_at and a.actor_id in (${business}.owner_id, ${business}.submitted_by_id)
  ) edit on true`;

/** The last question to the sender of a listing, and all that was said. */
export async function readQuestion(
  db: Database,
  id: string,
): Promise<{ question: AskedQuestion | null; talk: ListingQuestion['talk'] }> {
  const talk = (await readTalks(db, [id])).get(id) ?? [];
  const { rows } = await db.execute<{ is_awaited: boolean; changed_at: Date | string | null }>(sql`
    select talk.changed_at, k.awaits_reply as is_awaited from businesses b
    join conversations k on k.id = b.id join lateral (${talkAboutListing(sql.raw('b'))}) talk on true where b.id = ${id}`);
  const [row] = rows;
  const asked = talk.findLast(({ by }) => by === 'us');
  if (row === undefined || asked === undefined) return { question: null, talk };
  const reply = talk.find(({ by, at }) => by === 'them' && at > asked.at);
  return {
    question: {
      text: asked.text,
      askedAt: asked.at,
      askedBy: await askerOf(db, id),
      // A reply from another address is no line of the talk, and still an answer.
      repliedAt: row.is_awaited ? null : (reply?.at ?? asked.at),
      isFromElsewhere: await isRepliedFromElsewhere(db, id, new Date(asked.at)),
      changedAt: row.changed_at === null ? null : new Date(row.changed_at).toISOString(),
    },
    talk,
  };
}

/** A listing without an owner is answered for by the person who sent it in. */
const isSender = (userId: string) =>
  or(eq(businesses.ownerId, userId), and(isNull(businesses.ownerId), eq(businesses.submittedById, userId)));

interface Whose {
  userId: string;
  /** Reads only this listing. */
  id?: string;
}

/** The listings of a person that wait for review and about which staff have asked, oldest first. */
export async function listOwnQuestions(db: Database, { userId, id }: Whose): Promise<ListingQuestion[]> {
  const rows = await db
    .select({ id: businesses.id, name: businesses.name, awaitsReply: conversations.awaitsReply })
    .from(businesses)
    .innerJoin(conversations, and(eq(conversations.id, businesses.id), eq(conversations.kind, 'listing')))
    .where(
      and(isSender(userId), eq(businesses.status, 'pending'), id === undefined ? undefined : eq(businesses.id, id)),
    )
    .orderBy(businesses.id)
    .limit(100);
  const talks = await readTalks(
    db,
    rows.map((row) => row.id),
  );
  return rows.flatMap(({ awaitsReply, ...row }) => {
    const talk = talks.get(row.id) ?? [];
    const asked = talk.findLast(({ by }) => by === 'us');
    return asked ? [{ ...row, question: awaitsReply ? asked.text : null, talk }] : [];
  });
}

/** @throws Problem 'not_found', also for another person's listing */
export async function getOwnQuestion(db: Database, whose: Whose & { id: string }): Promise<ListingQuestion> {
  const [question] = await listOwnQuestions(db, whose);
  if (question === undefined) throw new Problem('not_found', 'We have asked nothing about this listing.');
  return question;
}

/** The listing of its sender, held until the transaction ends. @throws Problem 'not_found', also for another person's listing */
export async function lockSent(tx: Database, { id, userId }: { id: string; userId: string }) {
  const [row] = await tx
    .select({ id: businesses.id, name: businesses.name, status: businesses.status })
    .from(businesses)
    .where(and(eq(businesses.id, id), isSender(userId)))
    .for('update');
  if (row === undefined) throw new Problem('not_found', 'Business not found');
  return row;
}
