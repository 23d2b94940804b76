import { and, eq } from 'drizzle-orm';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import { businesses, businessMessages } from '#server/db/schema/index.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { Problem } from '#shared/problem.ts';
import { messageGone } from './own-messages.ts';

interface Answer {
  /** The message's. */
  id: string;
  userId: string;
  answer: string;
}

/**
 * Stores the owner's answer and mails it to the visitor, from the town and without the owner's address.
 * @throws Problem 'not_found', 'conflict' when it is answered or nobody can be, 'too_many' for one mailbox
 */
export async function answerMessage({ id, userId, answer }: Answer, { db, city, env, now }: Services): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ message: businessMessages, business: businesses })
      .from(businessMessages)
      .innerJoin(businesses, eq(businesses.id, businessMessages.businessId))
      .where(and(eq(businessMessages.id, id), mayManage(userId, 'messages')))
      .for('update', { of: businessMessages });
    if (found === undefined) throw messageGone();
    const { message, business } = found;
    if (message.answeredAt !== null) throw new Problem('conflict', 'This message is answered already.');
    if (message.email === null) {
      throw new Problem('conflict', 'This visitor has deleted the account and gets no more mail.');
    }
    await takeFromLimit(db, 'business-message-answers', message.email.toLowerCase(), at);
    await tx
      .update(businessMessages)
      .set({ answer, answeredAt: at, readAt: message.readAt ?? at })
      .where(eq(businessMessages.id, id));
    // The mailbox is unconfirmed: anybody may have typed its address.
    const listing = withoutLinks(business.name);
    const letter = layOutLetter(city, env, {
      subject: oneLine(`${listing} answered your message`),
      parts: [
        `Hello ${withoutLinks(message.name)},`,
        `You wrote to ${listing} on ${city.facts.name}. The answer:`,
        { quote: withoutLinks(answer) },
        'Your message was:',
        { quote: withoutLinks(message.text) },
        `To write again, use the form on the page of ${listing}. An answer to this email reaches us, not the business. It has not seen your email address.`,
        ...(business.status === 'approved'
          ? [{ label: 'See the page', url: `${env.siteUrl}/business/${business.slug}` }]
          : []),
        'You did not write this message? Then somebody typed your address by mistake, and you can ignore this email.',
      ],
    });
    const replyTo = { name: city.facts.name, address: city.facts.contact.email };
    await enqueue(tx, sendMail, { to: message.email, ...letter, replyTo });
  });
}
