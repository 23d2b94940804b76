/**
 * Removes a person's addresses from everything that outlives the account: listings, claims, the audit log,
 * the queue, the newsletter.
 */
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { BeforeDeletion, LeavingWishes } from '#features/accounts/server/delete-account.ts';
import { erasedText } from '#features/audit/erased-text.ts';
import type { Database } from '#server/db/client.ts';
import {
  accountDeletions,
  announcements,
  auditLog,
  businesses,
  businessMessages,
  claimDocuments,
  claims,
  contactMessages,
  eventSuggestions,
  listingInvitations,
  listingOrders,
  newsletterSubscribers,
  offers,
  ownerAnswers,
  pendingMoneyActs,
  recommendations,
  staffInvitations,
  users,
} from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { addressesOf, isOrderOfLeaver } from './addresses-of-person.ts';

/**
 * The last step before the row is deleted; mails that earlier steps queued for this mailbox are deleted too.
 */
export const erasePerson: BeforeDeletion = async (tx, userId, _services, wishes) => {
  const [person] = await tx.select().from(users).where(eq(users.id, userId));
  if (person === undefined) return;
  const addresses = await addressesOf(tx, person);
  const { typed, own, proven } = addresses;

  // An undo of a merge locks its act before the listings, too: in another order the two would wait for each other.
  await forgetMerges(tx, userId, proven);
  if (!wishes.keepContactEmail) await takeOffListings(tx, userId, own);
  await removeOffers(tx, userId);
  await eraseClaims(tx, userId);
  await eraseAudit(tx, typed, sql`${auditLog.subjectType} = 'user' and ${auditLog.subjectId} = ${userId}`);
  await eraseAudit(tx, own, sql`${auditLog.actorId} = ${userId}`);
  await eraseAudit(tx, proven, sql`true`);
  await tx
    .update(auditLog)
    .set({ data: sql`${auditLog.data} - 'username'` })
    .where(
      and(
        eq(auditLog.subjectType, 'user'),
        eq(auditLog.subjectId, userId),
        sql`jsonb_typeof(${auditLog.data}) = 'object' and ${auditLog.data} ? 'username'`,
      ),
    );
  await eraseDetails(tx, isOrderOfLeaver(person, addresses));
  await eraseTalks(tx, userId, proven);
  await eraseCorrections(tx, proven);
  await eraseMessages(tx, userId, proven);
  await eraseLetters(tx, proven);
  await eraseSuggestions(tx, proven);
  await eraseInvitations(tx, proven);
  await eraseRecommendations(tx, userId, proven);
  await eraseJobs(tx, userId, proven);
  // One that is under way is still put on record; nobody could put a refused one away any more.
  await tx
    .delete(pendingMoneyActs)
    .where(and(eq(pendingMoneyActs.userId, userId), isNotNull(pendingMoneyActs.refusedAt)));
  await leaveNewsletter(tx, person, wishes);
  await tx.delete(accountDeletions).where(eq(accountDeletions.userId, userId));
};

async function takeOffListings(tx: Database, userId: string, own: readonly string[]): Promise<void> {
  if (own.length === 0) return;
  const rows = await tx
    .update(businesses)
    .set({ email: null, version: sql`${businesses.version} + 1` })
    .where(
      and(
        sql`(${businesses.ownerId} = ${userId} or (${businesses.ownerId} is null and ${businesses.submittedById} = ${userId}))`,
        inArray(sql`lower(${businesses.email})`, [...own]),
      ),
    )
    .returning({ id: businesses.id });
  if (rows.length > 0) await announceChange(tx, ['businesses', ...rows.map(({ id }) => `business:${id}`)]);
}

/** Offers, announcements and saved answers are the owner's own words: they go with the owner, the listing stays. */
async function removeOffers(tx: Database, userId: string): Promise<void> {
  const own = tx.select({ id: businesses.id }).from(businesses).where(eq(businesses.ownerId, userId));
  const gone = await tx
    .delete(offers)
    .where(inArray(offers.businessId, own))
    .returning({ businessId: offers.businessId });
  const unsaid = await tx
    .delete(announcements)
    .where(inArray(announcements.businessId, own))
    .returning({ businessId: announcements.businessId });
  await tx.delete(ownerAnswers).where(inArray(ownerAnswers.businessId, own));
  const tags = new Set([...gone, ...unsaid].map(({ businessId }) => `business:${businessId}`));
  if (tags.size > 0) await announceChange(tx, [...tags]);
}

/** Orders stay for the town's books; what was sent about the business goes. */
async function eraseDetails(tx: Database, isTheirs: SQL | undefined): Promise<void> {
  await tx
    .update(listingOrders)
    .set({ details: null, detailsSentAt: null })
    .where(and(isNotNull(listingOrders.details), isTheirs));
}

/** Claims stay as rows about a listing; the claimant's own texts are removed. */
async function eraseClaims(tx: Database, userId: string): Promise<void> {
  const ownClaims = tx.select({ id: claims.id }).from(claims).where(eq(claims.userId, userId));
  await tx.delete(claimDocuments).where(inArray(claimDocuments.claimId, ownClaims));
  await tx.update(claims).set({ evidenceNote: '', evidencePhone: '', question: '' }).where(eq(claims.userId, userId));
}

async function eraseAudit(tx: Database, addresses: readonly string[], where: SQL): Promise<void> {
  if (addresses.length === 0) return;
  const pattern = patternOf(addresses);
  await tx.execute(sql`
    update audit_log set data = regexp_replace(data::text, ${pattern}, ${erasedText}, 'gi')::jsonb
    where ${where} and data::text ~* ${pattern}`);
}

/** The talk about the person's claims and new listings goes, and what the person wrote back about letters that stay. */
async function eraseTalks(tx: Database, userId: string, addresses: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from conversations where id in (
    select id from claims where user_id = ${userId}
    union all select id from businesses where coalesce(owner_id, submitted_by_id) = ${userId})`);
  if (addresses.length === 0) return;
  const pattern = patternOf(addresses);
  const own = sql`(${sql.join(
    addresses.map((address) => sql`${address}`),
    sql`, `,
  )})`;
  await tx.execute(sql`
    delete from conversation_posts where kind = 'reply' and (lower(from_address) in ${own} or (from_address is null and conversation_id in (
      select id from reports where lower(email) in ${own} union all select id from corrections where lower(email) in ${own}
      union all select id from business_messages where lower(email) in ${own})))`);
  await tx.execute(sql`
    delete from held_replies where lower(from_address) in ${own}
      or message_id in (select id from business_messages where lower(email) in ${own})`);
  await tx.execute(sql`
    update held_replies set text = regexp_replace(text, ${pattern}, ${erasedText}, 'gi'),
      from_address = regexp_replace(from_address, ${pattern}, ${erasedText}, 'gi'),
      mail_id = case when mail_id ~* ${pattern} then null else mail_id end
    where concat_ws(' ', text, from_address, mail_id) ~* ${pattern}`);
  await tx.execute(sql`
    update conversation_posts set text = regexp_replace(text, ${pattern}, ${erasedText}, 'gi'),
      quoted = regexp_replace(quoted, ${pattern}, ${erasedText}, 'gi'),
      from_address = regexp_replace(from_address, ${pattern}, ${erasedText}, 'gi'),
      mail_id = case when mail_id ~* ${pattern} then null else mail_id end,
      left_out = regexp_replace(left_out::text, ${pattern}, ${erasedText}, 'gi')::text[]
    where concat_ws(' ', text, quoted, from_address, mail_id, left_out::text) ~* ${pattern}`);
}

/** Suggested changes stay, without the address of who sent them. */
async function eraseCorrections(tx: Database, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const pattern = patternOf(addresses);
  await tx.execute(sql`
    update corrections set email = null, "right" = regexp_replace("right", ${pattern}, ${erasedText}, 'gi'),
      source = regexp_replace(source, ${pattern}, ${erasedText}, 'gi'),
      before = regexp_replace(before::text, ${pattern}, ${erasedText}, 'gi')::jsonb,
      after = regexp_replace(after::text, ${pattern}, ${erasedText}, 'gi')::jsonb
    where concat_ws(' ', email, "right", source, before, after) ~* ${pattern}`);
}

/**
 * Messages to the person's listings go with their reader. Messages that the person sent stay with the business, without name and
 * address.
 */
async function eraseMessages(tx: Database, userId: string, addresses: readonly string[]): Promise<void> {
  const own = tx.select({ id: businesses.id }).from(businesses).where(eq(businesses.ownerId, userId));
  await tx.delete(businessMessages).where(inArray(businessMessages.businessId, own));
  if (addresses.length === 0) return;
  const pattern = patternOf(addresses);
  await tx
    .update(businessMessages)
    .set({ name: erasedText, email: null })
    .where(inArray(sql`lower(${businessMessages.email})`, [...addresses]));
  await tx.execute(sql`
    update business_messages set name = regexp_replace(name, ${pattern}, ${erasedText}, 'gi'),
      text = regexp_replace(text, ${pattern}, ${erasedText}, 'gi'), answer = regexp_replace(answer, ${pattern}, ${erasedText}, 'gi')
    where concat_ws(' ', name, text, answer) ~* ${pattern}`);
}

/** Messages to staff go; reports stay, without the address. */
async function eraseLetters(tx: Database, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const pattern = patternOf(addresses);
  await tx.delete(contactMessages).where(inArray(sql`lower(${contactMessages.email})`, [...addresses]));
  await tx.execute(sql`
    update contact_messages set message = regexp_replace(message, ${pattern}, ${erasedText}, 'gi')
    where message ~* ${pattern}`);
  await tx.execute(sql`
    update reports set email = nullif(regexp_replace(email, ${pattern}, '', 'gi'), ''),
      text = regexp_replace(text, ${pattern}, ${erasedText}, 'gi')
    where concat_ws(' ', email, text) ~* ${pattern}`);
}

/** Suggested events that nobody decided on go; the others stay, without their sender. */
async function eraseSuggestions(tx: Database, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const isOwn = inArray(sql`lower(${eventSuggestions.senderEmail})`, [...addresses]);
  await tx.delete(eventSuggestions).where(and(isOwn, isNull(eventSuggestions.decidedAt)));
  await tx.update(eventSuggestions).set({ senderName: erasedText, senderEmail: erasedText }).where(isOwn);
  const pattern = patternOf(addresses);
  await tx.execute(sql`
    update event_suggestions set message = regexp_replace(message, ${pattern}, ${erasedText}, 'gi'),
      description = regexp_replace(description, ${pattern}, ${erasedText}, 'gi')
    where concat_ws(' ', message, description) ~* ${pattern}`);
}

async function eraseInvitations(tx: Database, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await tx.delete(listingInvitations).where(inArray(sql`lower(${listingInvitations.email})`, [...addresses]));
  await tx.delete(staffInvitations).where(inArray(sql`lower(${staffInvitations.email})`, [...addresses]));
}

/** The person's recommendations go; those of the person's listings stay, without the person's answers. */
async function eraseRecommendations(tx: Database, userId: string, addresses: readonly string[]): Promise<void> {
  const own = tx.select({ id: businesses.id }).from(businesses).where(eq(businesses.ownerId, userId));
  const answered = await tx
    .update(recommendations)
    .set({ answer: null, answeredAt: null })
    .where(and(inArray(recommendations.businessId, own), isNotNull(recommendations.answer)))
    .returning({ id: recommendations.businessId });
  const gone =
    addresses.length === 0
      ? []
      : await tx
          .delete(recommendations)
          .where(inArray(sql`lower(${recommendations.email})`, [...addresses]))
          .returning({ id: recommendations.businessId });
  const tags = new Set([...answered, ...gone].map(({ id }) => `business:${id}`));
  if (tags.size > 0) await announceChange(tx, [...tags]);
  if (addresses.length === 0) return;
  const pattern = patternOf(addresses);
  await tx.execute(sql`
    update recommendations set name = regexp_replace(name, ${pattern}, ${erasedText}, 'gi'),
      text = regexp_replace(text, ${pattern}, ${erasedText}, 'gi'), answer = regexp_replace(answer, ${pattern}, ${erasedText}, 'gi')
    where concat_ws(' ', name, text, answer) ~* ${pattern}`);
}

/** A merge of what the person has to do with cannot be undone any more: what it has kept for that goes. */
async function forgetMerges(tx: Database, userId: string, addresses: readonly string[]): Promise<void> {
  const names = addresses.length === 0 ? sql`false` : sql`before::text ~* ${patternOf(addresses)}`;
  await tx.execute(sql`
    delete from staff_acts where kind = 'merge' and (strpos(before::text, ${userId}) > 0 or ${names})`);
}

/** Deletes mails to the person, and those with the account's links. In all other jobs, such as mails to staff, the address is removed. */
async function eraseJobs(tx: Database, userId: string, addresses: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from pgboss.job where data ->> 'account' = ${userId}`);
  if (addresses.length === 0) return;
  const pattern = patternOf(addresses);
  await tx.execute(sql`
    delete from pgboss.job where (name = ${sendMail.name} or data ? 'to') and lower(data ->> 'to') in ${[...addresses]}`);
  await tx.execute(sql`
    update pgboss.job set
      data = regexp_replace(data::text, ${pattern}, ${erasedText}, 'gi')::jsonb,
      output = regexp_replace(output::text, ${pattern}, ${erasedText}, 'gi')::jsonb
    where data::text ~* ${pattern} or output::text ~* ${pattern}`);
}

/** Ends the newsletter; an unconfirmed mailbox may belong to somebody else who wants it. */
async function leaveNewsletter(
  tx: Database,
  { email, emailVerifiedAt }: Pick<typeof users.$inferSelect, 'email' | 'emailVerifiedAt'>,
  wishes: LeavingWishes,
): Promise<void> {
  if (!wishes.leaveNewsletter || emailVerifiedAt === null) return;
  await tx.delete(newsletterSubscribers).where(sql`lower(${newsletterSubscribers.email}) = ${email.toLowerCase()}`);
}

/**
 * A pattern for these addresses in the text of a JSON value, but not inside longer ones. JSON writes a line
 * end as a backslash and a letter, which is not the beginning of an address.
 */
function patternOf(addresses: readonly string[]): string {
  const escaped = addresses.map((address) => address.replace(/[^\p{L}\p{N}@]/gu, String.raw`\$&`));
  return String.raw`(?:(?<![[:alnum:]._%+-])|(?<=\\[nrtbf]))(?:${escaped.join('|')})(?![[:alnum:]-]|\.[[:alnum:]])`;
}
