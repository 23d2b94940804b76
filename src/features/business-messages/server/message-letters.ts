/** The mails of a talk between a visitor and the people of a listing: from the town, and without anybody's address. */
import type { Reader } from '#features/businesses/server/readers-of.ts';
import { lastReplyOf, mailIds } from '#features/conversations/server/posts.ts';
import type { Database } from '#server/db/client.ts';
import type { businesses, businessMessages } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { type LaidOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { optionalMail } from '#server/mail/optional-mail.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { townPlace } from '#shared/break-links.ts';
import { cutText } from '#shared/whole-letters.ts';
import { messageAnswerMail, messageMail, messageReplyMail, stoppedMail } from './message-texts.ts';
import { ownPlaces } from './own-places.ts';

type Town = Pick<Services, 'city' | 'env'>;
type Business = Pick<
  typeof businesses.$inferSelect,
  'id' | 'slug' | 'name' | 'status' | 'ownerId' | 'website' | 'email'
>;
type Message = Pick<typeof businessMessages.$inferSelect, 'id' | 'name' | 'email' | 'text'>;

interface Said {
  business: Business;
  message: Message;
  /** The words that came now: the message itself, or a reply to an answer. */
  text: string;
  /** Names of files that came with it and were not kept. */
  leftOut: readonly string[];
  /** Id of the post that these words are; for the first words, id of the message. */
  mailId: string;
}

/** Mails what a visitor wrote to those who may answer. Their answer by mail goes on to the visitor. */
export async function mailReaders(tx: Database, readers: readonly Reader[], said: Said, town: Town): Promise<void> {
  const { business, message, mailId } = said;
  const isFirst = mailId === message.id;
  const earlier = isFirst ? [] : [message.id, ...(await mailIds(tx, message.id, 'owner'))];
  const references = earlier.filter((id) => id !== mailId);
  const files = said.leftOut.map((name) => withoutLinks(oneLine(name))).join(', ');
  for (const { id: userId, username, email: to } of readers) {
    const optional = await optionalMail(tx, town.env, { userId, kind: 'messages' });
    const values = {
      username: withoutLinks(username),
      sender: withoutLinks(oneLine(message.name)),
      business: withoutLinks(oneLine(business.name)),
      message: [{ quote: withoutLinks(cutText(said.text, 5000)) }],
      dashboard: `${town.env.siteUrl}/dashboard/messages`,
      replies: town.env.inbound !== undefined,
    };
    const letter: LaidOutLetter = isFirst
      ? composeLetter(town, messageMail, values, optional)
      : composeLetter(town, messageReplyMail, { ...values, files, named: files !== '' }, optional);
    const thread = { id: message.id, side: 'owner' as const, mailId, references };
    await enqueue(tx, sendMail, { to, ...letter, ...optional, replyTo: replyToTown(town.city), thread });
  }
}

interface Answered {
  business: Business;
  message: Message;
  answer: string;
  /** It follows an answer to the same words. */
  isSecond: boolean;
  /** Id of the post. */
  postId: string;
  to: string;
  /** Token of the talk link. */
  token: string;
}

/** Mails an answer to the visitor. The mailbox is unconfirmed: anybody may have typed its address. */
export async function mailVisitor(
  tx: Database,
  { business, message, answer, isSecond, postId, to, token }: Answered,
  town: Town,
): Promise<void> {
  const lastReply = await lastReplyOf(tx, message.id, { isOwn: true });
  const letter = composeLetter(town, messageAnswerMail, {
    name: withoutLinks(message.name),
    business: withoutLinks(business.name),
    answer: [{ quote: withoutLinks(answer, [...ownPlaces(business), townPlace(town.env.siteUrl)]) }],
    message: [{ quote: withoutLinks(cutText(lastReply ?? message.text, 5000)) }],
    view: business.status === 'approved' ? `${town.env.siteUrl}/business/${business.slug}` : null,
    talk: `${town.env.siteUrl}/messages/talk?token=${token}`,
    replies: town.env.inbound !== undefined,
    again: isSecond,
  });
  const references = (await mailIds(tx, message.id, 'person')).filter((id) => id !== postId);
  const thread = { id: message.id, side: 'person' as const, mailId: postId, references };
  await enqueue(tx, sendMail, { to, ...letter, replyTo: replyToTown(town.city), thread });
}

interface WrittenWhileStopped {
  business: Pick<Business, 'name'>;
  said: { name: string; email: string; text: string };
  /** Opens the talk in which the visitor has stopped the answers. */
  token: string;
}

/** Tells the visitor that no answer can come, and where to allow one. */
export async function mailStopped(
  tx: Database,
  { business, said, token }: WrittenWhileStopped,
  town: Town,
): Promise<void> {
  const letter = composeLetter(town, stoppedMail, {
    name: withoutLinks(said.name),
    business: withoutLinks(oneLine(business.name)),
    message: [{ quote: withoutLinks(cutText(said.text, 5000)) }],
    talk: `${town.env.siteUrl}/messages/talk?token=${token}`,
  });
  await enqueue(tx, sendMail, { to: said.email, ...letter, replyTo: replyToTown(town.city) });
}
