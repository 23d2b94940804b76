/** Mail that comes back into the talk between a visitor and a business, from either side. */

import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { hasMailbox } from '#features/accounts/server/has-mailbox.ts';
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
import { countAnswer, keepAnswer, noAnswer, whyNoAnswer } from './answer-message.ts';
import { findTalk, keepReply, lockTalk, type TalkRows } from './keep-reply.ts';
import { answerNotSentMail, replyNotSentMail } from './message-texts.ts';
import { writeTalkToken } from './talk-link.ts';
import { refusals } from './talk-page.ts';

export const takeBusinessReply: OtherMail = async ({ id, side }, mail, services) => {
  const talk = await findTalk(services.db, id);
  if (talk === undefined) return null;
  return side === 'owner' ? takeAnswer(talk, mail, services) : takeVisitorsReply(talk, mail, services);
};

async function takeVisitorsReply(talk: TalkRows, mail: IncomingMail, services: Services): Promise<MailResult> {
  const { text, quoted, leftOut, mailId } = mail;
  const fromAddress = mail.from === talk.message.email?.toLowerCase() ? null : mail.from || 'nobody';
  const result = await keepReply(services, talk, { text, quoted, leftOut, mailId, fromAddress });
  if (result !== 'full' && result !== 'waits') return result;
  await tellVisitor(talk, result, services);
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

interface Outcome {
  result: MailResult;
  /** The owner is told so. */
  why?: keyof typeof notSent;
}

/**
 * The address of a talk is in mails to its owner and managers alone, so anybody else's mail is refused. The owner is mailed when
 * an answer is not sent on.
 */
async function takeAnswer(talk: TalkRows, mail: IncomingMail, services: Services): Promise<MailResult> {
  const { result, why } = await keepMailedAnswer(talk, mail, services);
  if (why !== undefined) await tellOwner(talk, notSent[why], services);
  return result;
}

async function keepMailedAnswer(talk: TalkRows, mail: IncomingMail, services: Services): Promise<Outcome> {
  const { db } = services;
  const seen = await checkAnswer(db, talk, mail);
  if ('result' in seen) return seen;
  let giveBack: () => Promise<void>;
  try {
    giveBack = await countAnswer(talk.message, services);
  } catch (error) {
    if (error instanceof Problem && error.code === 'too_many') return { result: 'closed', why: 'too-many' };
    throw error;
  }
  const outcome = await db.transaction(async (tx): Promise<Outcome> => {
    lendSecrets(db, tx);
    const found = await lockTalk(tx, talk.message.id);
    if (found === undefined) return { result: 'closed' };
    const checked = await checkAnswer(tx, found, mail);
    if ('result' in checked) return checked;
    const { text, quoted, leftOut, mailId } = mail;
    const isSecond = found.message.answeredAt !== null;
    await keepAnswer(tx, found, { ...checked, text, isSecond, quoted, leftOut, mailId }, services);
    return { result: 'kept' };
  });
  if (outcome.result !== 'kept') await giveBack();
  return outcome;
}

/** Returns the author of an answer that can be kept. */
async function checkAnswer(
  tx: Database,
  { message, business, owner }: TalkRows,
  { from, mailId, text }: IncomingMail,
): Promise<Outcome | { authorId: string }> {
  if (owner === null) return { result: 'closed' };
  const isKnown = and(eq(conversationPosts.conversationId, message.id), eq(conversationPosts.mailId, mailId));
  if ((await tx.$count(conversationPosts, isKnown)) > 0) return { result: 'known' };
  const authorId = await authorOf(tx, business.id, from);
  if (authorId === null) return { result: 'stranger', why: 'stranger' };
  const why = (await whyNoAnswer(tx, message, text)) ?? (text === '' ? 'empty' : null);
  return why === null ? { authorId } : { result: 'closed', why };
}

/** The account of the owner or a manager with this confirmed address. */
async function authorOf(tx: Database, businessId: string, address: string): Promise<string | null> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(hasMailbox(address), isNull(users.bannedAt), isNotNull(users.emailVerifiedAt)));
  if (user === undefined) return null;
  const may = await tx.$count(businesses, and(eq(businesses.id, businessId), mayManage(user.id, 'messages')));
  return may > 0 ? user.id : null;
}

async function tellOwner(
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
  await enqueue(db, sendMail, { to: owner.email, ...letter });
}

/** A blocked visitor is told the same. */
async function tellVisitor(
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
  await enqueue(db, sendMail, { to, ...letter });
}
