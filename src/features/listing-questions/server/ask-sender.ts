/** Staff ask the sender of a new listing back: the listing waits until the answer comes. */
import { eq } from 'drizzle-orm';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { decidedAlready } from '#features/businesses/server/decided-already.ts';
import { notFound } from '#features/businesses/server/own-business.ts';
import { addPost, mailIds, readTalks } from '#features/conversations/server/posts.ts';
import { queueLinePath } from '#features/staff-frame/queue-line.ts';
import { businesses, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { Problem } from '#shared/problem.ts';
import { maxTalk } from '../contract.ts';
import { listingQuestionMail } from './question-mail.ts';
import { lockSent } from './read-questions.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>;

/**
 * A later question follows an earlier one in the same talk.
 * @throws Problem 'not_found', 'conflict' (decided already, or nobody has an account to answer with)
 */
export async function askSender(id: string, question: string, request: Request): Promise<void> {
  const { db, user, city, env, now } = request;
  const actorId = requireUser(user).id;
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(businesses).where(eq(businesses.id, id)).for('update');
    if (row === undefined) throw notFound();
    if (row.status !== 'pending') throw await decidedAlready(tx, row, request);
    const senderId = row.ownerId ?? row.submittedById;
    const [sender] = senderId === null ? [] : await tx.select().from(users).where(eq(users.id, senderId));
    if (sender === undefined) throw new Problem('conflict', 'Nobody with an account has sent this business in.');
    const references = await mailIds(tx, id, 'person');
    const post = await addPost(
      tx,
      { id, kind: 'listing' },
      { kind: 'answer', text: question, authorId: actorId, awaitsReply: true, at: now() },
    );
    await writeAudit(tx, {
      ...{ actorId, action: 'business.asked', subjectType: 'business', subjectId: id },
      data: { name: row.name, question },
    });
    // Nobody has confirmed that this mailbox is the sender's, so nothing that was typed may become a link in it.
    const plain = sender.emailVerifiedAt === null ? withoutLinks : (text: string) => text;
    const mail = composeLetter({ city, env }, listingQuestionMail, {
      username: sender.username,
      business: plain(oneLine(row.name)),
      question: [{ quote: question }],
      dashboard: `${env.siteUrl}/dashboard`,
      edit: `${env.siteUrl}/edit-business/${id}`,
      replies: env.inbound !== undefined,
    });
    const replyTo = replyToTown(city);
    const thread = { id, side: 'person' as const, mailId: post ?? id, references };
    await enqueue(tx, sendMail, { to: sender.email, ...mail, replyTo, thread });
  });
}

/**
 * Adds an answer of the sender to the talk, and tells staff.
 * @throws Problem 'not_found' (also another person's, and where nobody has asked), 'conflict' (decided already)
 */
export async function answerQuestion(
  { id, answer }: { id: string; answer: string },
  { db, user, city, env, now }: Request,
): Promise<void> {
  const sender = requireUser(user);
  await db.transaction(async (tx) => {
    const row = await lockSent(tx, { id, userId: sender.id });
    const talk = (await readTalks(tx, [id])).get(id) ?? [];
    if (!talk.some(({ by }) => by === 'us'))
      throw new Problem('not_found', 'We have asked nothing about this listing.');
    if (row.status !== 'pending') throw new Problem('conflict', 'This listing has been decided on already.');
    const last = talk.at(-1);
    // Sent twice, it is one line.
    if (last?.by === 'them' && last.text === answer) return;
    if (talk.length >= maxTalk) {
      throw new Problem('conflict', 'This talk has become very long. Please call us, or write us an email.');
    }
    await addPost(tx, { id, kind: 'listing' }, { kind: 'reply', text: answer, at: now() });
    const letter = layOutLetter(city, env, {
      subject: oneLine(`Listing answered: ${row.name}`),
      parts: [
        `${sender.username} has answered your question about the new listing ${oneLine(row.name)}.`,
        { quote: answer },
        { label: 'Open it in the queue', url: env.siteUrl + queueLinePath(id) },
      ],
    });
    await mailStaff(tx, 'listings', letter, { city });
  });
}
