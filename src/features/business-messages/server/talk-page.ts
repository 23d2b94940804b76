/** The talk as its visitor sees it, by the link of a mail. */
import { asc, eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { heldReplies } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { hourSeconds } from '#shared/times.ts';
import { maxInARow, maxMessages } from '../in-a-row.ts';
import type { Talk } from '../talk-contract.ts';
import { findTalk, keepReply, lockTalk, postsOfTalk, stateOfTalk, type TalkRows } from './keep-reply.ts';
import { isMailboxStopped, stopMailbox } from './stopped-mailbox.ts';
import { readTalkToken } from './talk-link.ts';

const unknownLink = () =>
  new Problem('not_found', 'This link does not work any more. The talk may be deleted, or the business is gone.');

async function idOf(db: Database, token: string): Promise<string> {
  const id = await readTalkToken(db, token);
  if (id === null) throw unknownLink();
  return id;
}

/** The link of somebody whose account is deleted opens nothing. */
function requireVisitor(found: TalkRows | undefined): TalkRows {
  if (found === undefined || found.message.email === null) throw unknownLink();
  return found;
}

/** @throws Problem 'not_found' */
export async function getTalk(db: Database, token: string): Promise<Talk> {
  const talk = requireVisitor(await findTalk(db, await idOf(db, token)));
  const { message, business } = talk;
  const posts = await postsOfTalk(db, message.id);
  const held = await db
    .select()
    .from(heldReplies)
    .where(eq(heldReplies.messageId, message.id))
    .orderBy(asc(heldReplies.createdAt));
  const replies = held.map((reply) => ({ ...reply, kind: 'reply' as const }));
  const said = [...posts, ...replies].toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return {
    business: { name: business.name, slug: business.status === 'approved' ? business.slug : null },
    name: message.name,
    said: [{ ...message, kind: 'reply' as const, fromAddress: null }, ...said].map(
      ({ id, kind, text, fromAddress, createdAt }) => ({
        ...{ id, by: kind === 'answer' ? ('business' as const) : ('you' as const) },
        text: fromAddress === null ? text : '',
        isFromElsewhere: fromAddress !== null,
        createdAt: createdAt.toISOString(),
      }),
    ),
    state: await stateOfTalk(db, talk, posts),
    isStopped: await isMailboxStopped(db, message),
  };
}

/** Why a talk takes nothing now, to the visitor. */
export const refusals = {
  closed: 'Nobody reads this talk any more, so it takes nothing more.',
  full: `This talk has ${maxMessages} messages, and there is room for no more. Please begin a new one on the page of the business.`,
  waits: `You have written ${maxInARow} times since the last answer. Please wait for the next one.`,
} as const;

/** @throws Problem 'not_found', 'conflict' while the talk takes nothing, 'too_many' for one talk */
export async function writeInTalk({ token, text }: { token: string; text: string }, services: Services): Promise<void> {
  const { db } = services;
  const result = await keepReply(services, requireVisitor(await findTalk(db, await idOf(db, token))), { text });
  if (result === 'too-many') {
    throw new Problem('too_many', 'That was a lot for one day. Please go on tomorrow.', {
      retryAfterSeconds: hourSeconds,
    });
  }
  if (result === 'closed' || result === 'full' || result === 'waits') throw new Problem('conflict', refusals[result]);
}

/** @throws Problem 'not_found' */
export async function stopTalk(
  { token, isStopped }: { token: string; isStopped: boolean },
  { db, now }: Pick<Services, 'db' | 'now'>,
): Promise<void> {
  const id = await idOf(db, token);
  await db.transaction(async (tx) => {
    const { message } = requireVisitor(await lockTalk(tx, id));
    await stopMailbox(tx, message, isStopped ? now() : null);
  });
}
