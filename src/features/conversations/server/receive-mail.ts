/** Brings a reply by mail back into its conversation. The webhook, the pipe command and the mailbox that is read share it. */
import { and, eq, isNull } from 'drizzle-orm';
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import type { Database } from '#server/db/client.ts';
import { conversations, users } from '#server/db/schema/index.ts';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import type { DeliveryReport } from '#server/mail/delivery-report.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { type ReplyPlace, readReplyToken, tokensIn } from '#server/mail/reply-address.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';
import { cutText } from '#shared/whole-letters.ts';
import type { Conversation } from '../contract.ts';
import type { MailResult } from '../inbound-contract.ts';
import { lockLetter } from './change-conversation.ts';
import type { LetterKinds } from './letter-kinds.ts';
import { addPost } from './posts.ts';
import { type IncomingMail, readMail } from './read-mail.ts';

/** A conversation that was closed this long ago takes no mail any more. */
const closedForMs = 90 * dayMs;

/** Takes mail of conversations that are no business of staff. Null: the letter is none of these. */
export type OtherMail = (place: ReplyPlace, mail: IncomingMail, services: Services) => Promise<MailResult | null>;

export interface Ways {
  kinds: LetterKinds;
  others: OtherMail;
  /** Takes reports about newsletters; false when nothing is known of that recipient. */
  bounces: (recipientId: string, report: DeliveryReport, services: Services) => Promise<boolean>;
}

export async function receiveMail(
  raw: Buffer,
  { kinds, others, bounces }: Ways,
  services: Services,
): Promise<MailResult> {
  const { db, env, log } = services;
  if (env.inbound === undefined) return 'off';
  let mail: IncomingMail;
  try {
    mail = await readMail(raw);
  } catch {
    return 'unreadable';
  }
  if (mail.report !== null) {
    const result = await takeReport(mail.to, mail.report, bounces, services);
    if (result !== null) return result;
  }
  const own = [env.mailFrom.replace(/^.*<(.+)>$/, '$1').toLowerCase()];
  if (mail.isAutomatic || own.includes(mail.from) || tokensIn([mail.from], env.inbound.address).length > 0) {
    log.info({ part: 'inbound mail' }, 'a mail that a program wrote was passed over');
    return 'automatic';
  }
  for (const token of new Set(tokensIn(mail.to, env.inbound.address))) {
    const place = await readReplyToken(db, token);
    if (place === null) continue;
    try {
      // Each side has its own, or one could keep the other from writing.
      await takeFromLimit(db, 'replies', `${place.side}:${place.id}`, services.now());
    } catch (error) {
      if (error instanceof Problem && error.code === 'too_many') return 'too-many';
      throw error;
    }
    return (await others(place, mail, services)) ?? (await keepReply(place, mail, kinds, services));
  }
  log.warn({ part: 'inbound mail' }, 'a mail to no conversation of this site was refused');
  return 'unknown';
}

/** Null for a report that is not addressed to a recipient of this site. */
async function takeReport(
  to: readonly string[],
  report: DeliveryReport,
  bounces: Ways['bounces'],
  services: Services,
): Promise<MailResult | null> {
  for (const token of new Set(tokensIn(to, services.env.inbound?.address ?? ''))) {
    const place = await readReplyToken(services.db, token);
    if (place?.side === 'bounce') return (await bounces(place.id, report, services)) ? 'kept' : 'unknown';
  }
  return null;
}

async function keepReply(
  { id, side }: ReplyPlace,
  mail: IncomingMail,
  kinds: LetterKinds,
  { db, city, env, now }: Services,
): Promise<MailResult> {
  if (side !== 'person') return 'unknown';
  return db.transaction(async (tx) => {
    const at = now();
    let letter: Conversation;
    try {
      letter = await lockLetter(tx, id, at);
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return 'unknown';
      throw error;
    }
    const { kind, email } = letter;
    const [row] = await tx.select().from(conversations).where(eq(conversations.id, id));
    if (row?.closedAt && at.getTime() - row.closedAt.getTime() > closedForMs) return 'closed';
    const { text, quoted, leftOut, mailId } = mail;
    const fromAddress = mail.from === email?.toLowerCase() ? null : mail.from || 'nobody';
    const post = await addPost(tx, { id, kind }, { kind: 'reply', text, quoted, leftOut, mailId, fromAddress, at });
    if (post === null) return 'known';
    const isTold = (await kinds[kind].onReply?.(tx, { id, fromAddress }, { city, env, now })) ?? false;
    await tellStaff(tx, letter, { text, fromAddress, isTold }, { city, env });
    return 'kept';
  });
}

const alertOf = {
  ...({ message: 'messages', report: 'reports', correction: 'corrections', claim: 'claims' } as const),
  listing: 'listings',
} as const;

/** 'Ada wrote back', 'vera@example.net wrote back about Oak Bakery': a listing is what it is about, never its sender. */
function wroteBack({ name, email, business }: Pick<Conversation, 'name' | 'email' | 'business'>): string {
  const who = name ? withoutLinks(name) : (email ?? 'Somebody');
  return oneLine(`${who} wrote back${business ? ` about ${withoutLinks(business.name)}` : ''}`);
}

/** Tells the colleague who sees to it, and, unless they are told, the town's address and those who asked for such mail. */
async function tellStaff(
  tx: Database,
  letter: Conversation,
  { text, fromAddress, isTold }: { text: string; fromAddress: string | null; isTold: boolean },
  { city, env }: Pick<Services, 'city' | 'env'>,
): Promise<void> {
  const mail = layOutLetter(city, env, {
    subject: wroteBack(letter),
    parts: [
      'A reply has come by mail:',
      ...(fromAddress === null ? [] : [{ facts: [['From another address', fromAddress]] as const }]),
      { quote: withoutLinks(cutText(text, 2000)) },
      { label: 'Read and answer', url: `${env.siteUrl}/staff/messages/${letter.id}` },
    ],
  });
  if (!isTold) await mailStaff(tx, alertOf[letter.kind], mail, { city });
  if (letter.assignee === null) return;
  const [colleague] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, letter.assignee.id), eq(users.role, 'staff'), isNull(users.bannedAt)));
  const hears = colleague?.alerts.includes(alertOf[letter.kind]);
  if (colleague?.emailVerifiedAt && !hears) await enqueue(tx, sendMail, { to: colleague.email, ...mail });
}
