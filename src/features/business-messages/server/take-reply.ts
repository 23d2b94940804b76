/** Mail that comes back into the talk between a visitor and a business, from either side. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import { readersOf } from '#features/businesses/server/readers-of.ts';
import type { MailResult } from '#features/conversations/inbound-contract.ts';
import { addPost } from '#features/conversations/server/posts.ts';
import type { IncomingMail } from '#features/conversations/server/read-mail.ts';
import type { OtherMail } from '#features/conversations/server/receive-mail.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessMessages, conversationPosts, users } from '#server/db/schema/index.ts';
import { fitsLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { lendSecrets } from '#server/site-secret.ts';
import { Problem } from '#shared/problem.ts';
import { keepAnswer } from './answer-message.ts';
import { isMailboxBlocked } from './block-visitor.ts';
import { mailReaders } from './message-letters.ts';
import { answerNotSentMail } from './message-texts.ts';

/** A talk of this length goes on elsewhere. */
const maxPosts = 100;

interface Talk {
  message: typeof businessMessages.$inferSelect;
  business: typeof businesses.$inferSelect;
  /** Null when the listing has none, or a banned one: then nobody reads it. */
  owner: typeof users.$inferSelect | null;
}

export const takeBusinessReply: OtherMail = ({ id, side }, mail, services) =>
  services.db.transaction(async (tx) => {
    lendSecrets(services.db, tx);
    const [found] = await tx
      .select({ message: businessMessages, business: businesses, owner: users })
      .from(businessMessages)
      .innerJoin(businesses, eq(businesses.id, businessMessages.businessId))
      .leftJoin(users, and(eq(users.id, businesses.ownerId), isNull(users.bannedAt)))
      .where(eq(businessMessages.id, id))
      .for('update', { of: businessMessages });
    if (found === undefined) return null;
    return side === 'owner' ? takeAnswer(tx, found, mail, services) : takeVisitorsReply(tx, found, mail, services);
  });

async function takeVisitorsReply(
  tx: Database,
  { message, business, owner }: Talk,
  mail: IncomingMail,
  { db, city, env, now }: Services,
): Promise<MailResult> {
  const { id, email } = message;
  if (owner === null || email === null) return 'closed';
  if ((await tx.$count(conversationPosts, eq(conversationPosts.conversationId, id))) >= maxPosts) return 'closed';
  const at = now();
  if (!(await fitsLimit(db, 'business-message-replies', id, at))) return 'too-many';
  // After the limits, which are the same for everybody: a mail that is returned would tell of the block.
  if (await isMailboxBlocked(tx, business.id, email)) return 'blocked';
  const { text, quoted, leftOut, mailId } = mail;
  const fromAddress = mail.from === email.toLowerCase() ? null : mail.from || 'nobody';
  const reply = { kind: 'reply', text, quoted, leftOut, mailId, fromAddress, at } as const;
  const postId = await addPost(tx, { id, kind: 'business' }, reply);
  if (postId === null) return 'known';
  await tx.update(businessMessages).set({ readAt: null, answeredAt: null }).where(eq(businessMessages.id, id));
  const readers = await readersOf(tx, { businessId: business.id, owner, kind: 'messages' });
  await mailReaders(tx, readers, { business, message, text, leftOut, mailId: postId }, { city, env });
  return 'kept';
}

const notSent = {
  stranger:
    'It came from an email address that is not the one of your account. Please answer on your page of messages.',
  answered: 'You have answered this message already, and nothing has come back since.',
  gone: 'This visitor gets no more mail from you.',
  empty: 'There were no words in it.',
  'too-many': 'This visitor has got many answers today. Please try again tomorrow.',
} as const;

/** The address of a talk is in mails to its owner and managers alone, and only they answer. An answer that is not sent is said. */
async function takeAnswer(tx: Database, talk: Talk, mail: IncomingMail, services: Services): Promise<MailResult> {
  const { message, business, owner } = talk;
  if (owner === null) return 'closed';
  const author = await authorOf(tx, business.id, mail.from);
  const { text, quoted, leftOut, mailId } = mail;
  const isKnown = and(eq(conversationPosts.conversationId, message.id), eq(conversationPosts.mailId, mailId));
  if ((await tx.$count(conversationPosts, isKnown)) > 0) return 'known';
  const refuse = async (why: keyof typeof notSent, result: MailResult): Promise<MailResult> => {
    await tellOwner(tx, talk, notSent[why], services);
    return result;
  };
  if (author === null) return refuse('stranger', 'stranger');
  if (message.email === null || message.blockedAt !== null) return refuse('gone', 'closed');
  if (message.answeredAt !== null) return refuse('answered', 'closed');
  if (text === '') return refuse('empty', 'closed');
  try {
    await keepAnswer(tx, { message, business }, { authorId: author, text, quoted, leftOut, mailId }, services);
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_many') return refuse('too-many', 'closed');
    throw error;
  }
  return 'kept';
}

/** The account of the owner or a manager with this confirmed address. */
async function authorOf(tx: Database, businessId: string, address: string): Promise<string | null> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, address), isNull(users.bannedAt), isNotNull(users.emailVerifiedAt)));
  if (user === undefined) return null;
  const may = await tx.$count(businesses, and(eq(businesses.id, businessId), mayManage(user.id, 'messages')));
  return may > 0 ? user.id : null;
}

async function tellOwner(
  tx: Database,
  { message, business, owner }: Talk,
  reason: string,
  { db, city, env, now }: Services,
): Promise<void> {
  // Somebody who has the address could fill the mailbox with these.
  if (owner === null || !(await fitsLimit(db, 'business-message-replies', `not sent ${message.id}`, now()))) return;
  const letter = composeLetter({ city, env }, answerNotSentMail, {
    username: withoutLinks(owner.username),
    sender: withoutLinks(oneLine(message.name)),
    business: withoutLinks(business.name),
    reason,
    dashboard: `${env.siteUrl}/dashboard/messages`,
  });
  await enqueue(tx, sendMail, { to: owner.email, ...letter });
}
