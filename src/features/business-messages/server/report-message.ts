import { and, eq } from 'drizzle-orm';
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import { businesses, businessMessages, conversationPosts, reports } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { cutText } from '#shared/whole-letters.ts';
import { messageGone } from './own-messages.ts';

/**
 * Puts a message among the reports of staff, who alone see the visitor's address there, and mails them. Another time changes nothing.
 * @throws Problem 'not_found', also for another owner's
 */
export async function reportMessage(
  { id, userId }: { id: string; userId: string },
  { db, city, env, now }: Services,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [found] = await tx
      .select({ message: businessMessages, business: { id: businesses.id, name: businesses.name } })
      .from(businessMessages)
      .innerJoin(businesses, eq(businesses.id, businessMessages.businessId))
      .where(and(eq(businessMessages.id, id), mayManage(userId, 'messages')))
      .for('update', { of: businessMessages });
    if (found === undefined) throw messageGone();
    const { message, business } = found;
    if (message.reportedAt !== null) return;
    const at = now();
    await tx.update(businessMessages).set({ reportedAt: at }).where(eq(businessMessages.id, id));
    const replies = await tx
      .select({ text: conversationPosts.text })
      .from(conversationPosts)
      .where(and(eq(conversationPosts.conversationId, id), eq(conversationPosts.kind, 'reply')))
      .orderBy(conversationPosts.createdAt);
    const said = [`${message.name} wrote: ${message.text}`, ...replies.map((reply) => `Later: ${reply.text}`)];
    const text = cutText(said.join('\n\n'), 10_000);
    const [report] = await tx
      .insert(reports)
      .values({ businessId: business.id, reason: 'message', text, email: message.email, createdAt: at })
      .returning({ id: reports.id });
    await writeAudit(tx, {
      actorId: userId,
      action: 'message.reported',
      subjectType: 'business',
      subjectId: business.id,
      data: { message: id },
    });
    const letter = layOutLetter(city, env, {
      subject: oneLine(`Report: a message to ${business.name}`),
      parts: [
        `The owner of ${business.name} reports a message that came by the form on its page.`,
        { quote: withoutLinks(text) },
        { label: 'See the report', url: `${env.siteUrl}/staff/messages/${report?.id ?? ''}` },
      ],
    });
    await mailStaff(tx, 'reports', letter, { city });
  });
}
