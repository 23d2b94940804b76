import { eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { contactAnswers, contactMessages } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { Problem } from '#shared/problem.ts';
import type { StaffMessage } from '../staff-contract.ts';
import { readMessages } from './staff-messages.ts';

interface Answer {
  /** The message's. */
  id: string;
  answer: string;
  actorId: string;
}

/**
 * Keeps an answer of staff with the message and mails it from the town's address: the person who wrote it stays unnamed, and a
 * reply reaches whoever is at the desk.
 * @throws Problem 'not_found'
 */
export async function answerMessage(
  { id, answer, actorId }: Answer,
  { db, city, env, now }: Services,
): Promise<StaffMessage> {
  return db.transaction(async (tx) => {
    const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for('update');
    if (!message) throw new Problem('not_found', 'This message is not there any more.');
    const at = now();
    await tx.insert(contactAnswers).values({ messageId: id, text: answer, answeredById: actorId, createdAt: at });
    await tx.update(contactMessages).set({ answeredAt: at }).where(eq(contactMessages.id, id));
    await writeAudit(tx, {
      actorId,
      action: 'message.answered',
      subjectType: 'message',
      subjectId: id,
      data: { from: message.email },
    });
    const { name } = city.facts;
    const subject = /^Subject: (.+)$/m.exec(message.message)?.[1] ?? 'Your message';
    const letter = layOutLetter(city, env, {
      // The mailbox is unconfirmed: anybody may have typed its address.
      subject: `Re: ${withoutLinks(subject)}`,
      parts: [
        `Hello ${withoutLinks(message.name)},`,
        answer,
        `You wrote to ${name} with the contact form:`,
        { quote: withoutLinks(message.message) },
        'Answer this email to write back. You did not write this message? Then somebody typed your address by mistake, and you can ignore this email.',
      ],
    });
    const replyTo = { name, address: city.facts.contact.email };
    await enqueue(tx, sendMail, { to: message.email, ...letter, replyTo });
    const [answered] = await readMessages(tx, { where: eq(contactMessages.id, id), limit: 1, now: at });
    if (!answered) throw new Error('The message that was just answered is not there');
    return answered;
  });
}
