/** Mail that comes back into the talk between a visitor and a business, from either side. */
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import type { MailResult } from '#features/conversations/inbound-contract.ts';
import type { IncomingMail } from '#features/conversations/server/read-mail.ts';
import type { OtherMail } from '#features/conversations/server/receive-mail.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, conversationPosts, users } from '#server/db/schema/index.ts';
import { fitsLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { lendSecrets } from '#server/site-secret.ts';
import { Problem } from '#shared/problem.ts';
import { keepAnswer, noAnswer, whyNoAnswer } from './answer-message.ts';
import { keepReply, lockTalk, type TalkRows } from './keep-reply.ts';
import { answerNotSentMail, replyNotSentMail } from './message-texts.ts';
import { writeTalkToken } from './talk-link.ts';
import { refusals } from './talk-page.ts';

export const takeBusinessReply: OtherMail = ({ id, side }, mail, services) =>
  services.db.transaction(async (tx) => {
    lendSecrets(services.db, tx);
    const found = await lockTalk(tx, id);
    if (found === undefined) return null;
    return side === 'owner' ? takeAnswer(tx, found, mail, services) : takeVisitorsReply(tx, found, mail, services);
  });

async function takeVisitorsReply(
  tx: Database,
  talk: TalkRows,
  mail: IncomingMail,
  services: Services,
): Promise<MailResult> {
  const { text, quoted, leftOut, mailId } = mail;
  const fromAddress = mail.from === talk.message.email?.toLowerCase() ? null : mail.from || 'nobody';
  const result = await keepReply(tx, talk, { text, quoted, leftOut, mailId, fromAddress }, services);
  if (result !== 'full' && result !== 'waits') return result;
  await tellVisitor(tx, talk, result, services);
  return 'closed';
}

const notSent = {
  stranger:
    'It came from an email address that is not the one of your account. Please answer on your page of messages.',
  ...noAnswer,
  gone: 'This visitor gets no more mail from you.',
  blocked: 'This visitor gets no more mail from you.',
  empty: 'There were no words in it.',
  'too-many': 'This visitor has got many answers today. Please try again tomorrow.',
} as const;

/** The address of a talk is in mails to its owner and managers alone, and only they answer. An answer that is not sent is said. */
async function takeAnswer(tx: Database, talk: TalkRows, mail: IncomingMail, services: Services): Promise<MailResult> {
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
  const why = await whyNoAnswer(tx, message, text);
  if (why !== null) return refuse(why, 'closed');
  if (text === '') return refuse('empty', 'closed');
  const isSecond = message.answeredAt !== null;
  try {
    const answer = { authorId: author, text, isSecond, quoted, leftOut, mailId };
    await keepAnswer(tx, { message, business }, answer, services);
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
  { message, business, owner }: TalkRows,
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

/** A blocked visitor is told the same. */
async function tellVisitor(
  tx: Database,
  { message, business }: TalkRows,
  why: 'full' | 'waits',
  { db, city, env, now }: Services,
): Promise<void> {
  const { id, name, email: to } = message;
  if (to === null || !(await fitsLimit(db, 'business-message-replies', `not sent back ${id}`, now()))) return;
  const letter = composeLetter({ city, env }, replyNotSentMail, {
    name: withoutLinks(name),
    business: withoutLinks(business.name),
    reason: refusals[why],
    talk: `${env.siteUrl}/messages/talk?token=${await writeTalkToken(db, id)}`,
  });
  await enqueue(tx, sendMail, { to, ...letter });
}
