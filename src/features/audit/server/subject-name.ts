import { type SQL, sql } from 'drizzle-orm';
import { auditLog, businesses } from '#server/db/schema/index.ts';

/** A subject may not be a row with a UUID. */
export function uuidOrNull(text: SQL): SQL {
  return sql`case when ${text} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then ${text}::uuid end`;
}

const id = uuidOrNull(sql`${auditLog.subjectId}`);

const ofListing = (table: string) =>
  sql`(select b.name from ${sql.raw(table)} x join businesses b on b.id = x.business_id where x.id = ${id})`;

/** The thing of an entry as staff know it: the name of a listing, the sender and the first words of a message. It is read, so what is erased is gone here, too. */
export const subjectName = sql<string | null>`case ${auditLog.subjectType}
  when 'business' then ${businesses.name}
  when 'user' then (select u.username from users u where u.id = ${id})
  when 'article' then (select a.title from articles a where a.id = ${id})
  when 'event' then (select e.title from events e where e.id = ${id})
  when 'event-suggestion' then (select s.title from event_suggestions s where s.id = ${id})
  when 'notice' then (select left(n.text, 60) from notices n where n.id = ${id})
  when 'ad' then (select a.title from ads a where a.id = ${id})
  when 'newsletter-issue' then (select i.subject from newsletter_issues i where i.id = ${id})
  when 'message' then (select m.name || ': “' || left(regexp_replace(m.message, '\\s+', ' ', 'g'), 60) || '”' from contact_messages m where m.id = ${id})
  when 'report' then ${ofListing('reports')}
  when 'correction' then ${ofListing('corrections')}
  when 'claim' then ${ofListing('claims')}
  when 'listing' then (select b.name from businesses b where b.id = ${id}) end`;
