import { and, eq } from 'drizzle-orm';
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import { businesses, businessMessages, reports } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { cutText } from '#shared/whole-letters.ts';
import { postsOfTalk } from './keep-reply.ts';
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
    const posts = await postsOfTalk(tx, id);
    const text = wholeTalk(message, business.name, posts, maxText);
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
        { quote: withoutLinks(wholeTalk(message, business.name, posts, maxMailed)) },
        { label: 'See the report', url: `${env.siteUrl}/staff/messages/${report?.id ?? ''}` },
      ],
    });
    await mailStaff(tx, 'reports', letter, { city });
  });
}

const maxMailed = 10_000;
const maxText = 100_000;

/** A talk longer than `max` keeps its end, where the reason for the report is. */
function wholeTalk(
  message: { name: string; text: string },
  business: string,
  posts: readonly { kind: string; text: string; fromAddress: string | null }[],
  max: number,
): string {
  const cut = (said: string) => cutText(said, max / 2);
  const first = cut(`${message.name} wrote: ${message.text}`);
  const later = posts.map(({ kind, text, fromAddress }) => {
    const by =
      kind === 'answer' ? `${business} answered` : fromAddress === null ? 'Later' : 'Later, from another address';
    return cut(`${by}: ${text}`);
  });
  let length = first.length;
  const kept = later.toReversed().filter(({ length: more }) => {
    length += more;
    return length <= max;
  });
  const left = later.length - kept.length;
  const gap = left === 0 ? [] : [`(${left === 1 ? '1 message is' : `${left} messages are`} left out here.)`];
  return [first, ...gap, ...kept.toReversed()].join('\n\n');
}
