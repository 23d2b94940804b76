/** Writes hostile texts into every field that people fill in, past the checks of the forms. */
import { getTableName, is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable, PgText } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/client.ts';
import * as schema from '#server/db/schema/index.ts';
import { deadLetters } from '#server/jobs/define-job.ts';

/** Tables that hold nothing in people's words. */
const technicalTables =
  /^(audit_log|billing_customers|business_slugs|.*_days|event_slugs|article_slugs|limits|rate_limits|search_(?!synonyms).*|settings|site_.*|stripe_events|security_.*|subscriptions|upgrade_sessions|user_tokens|newsletter_suppress.*|.*lexemes?|job.*|statistics_.*)$/;

/** Columns that the site itself writes, and columns whose form allows only certain values. */
const technicalColumns =
  /^(id|email|sender_email|slug|key|name_key|address_key|.*_(id|hash|url|secret|uid)|url|website|rule|source|saved_in|field|status|currency|mail_(domain|html|text)|archive_html|session_url|password_hash|category_slug|detail|term|icon|color)$/;

/** Staff read these through the rules of their form, which has limits. */
const shortTexts = /^(articles|article_revisions)\.(?!content$)/;
const maxShortText = 80;

/** Columns in which two rows must differ. */
const uniqueColumns = new Set(['users.username', 'search_synonyms.phrase']);

export function hostileColumns(): { table: string; columns: string[] }[] {
  return Object.values(schema as Record<string, unknown>)
    .filter((value): value is PgTable => is(value, PgTable))
    .filter((table) => !technicalTables.test(getTableName(table)))
    .map((table) => ({
      table: getTableName(table),
      columns: getTableConfig(table)
        .columns.filter((column) => is(column, PgText) && column.enumValues === undefined)
        .map(({ name }) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
        .filter((name) => name !== 'source' || getTableName(table) === 'corrections')
        .filter((name) => name === 'source' || !technicalColumns.test(name)),
    }))
    .filter(({ columns }) => columns.length > 0);
}

/** Puts the text into each of these columns of every row, and into the lists that are stored as JSON. */
export async function plantText(db: Database, text: string): Promise<void> {
  for (const { table, columns } of hostileColumns()) {
    const changes = columns.map((column) => {
      const name = `${table}.${column}`;
      const words = shortTexts.test(name) ? text.trim().slice(0, maxShortText) : text;
      const value = uniqueColumns.has(name) ? sql`${words} || left(id::text, 13)` : sql`${words}::text`;
      return sql`${sql.identifier(column)} = ${value}`;
    });
    await db.execute(sql`update ${sql.identifier(table)} set ${sql.join(changes, sql`, `)}`);
  }
  const closures = JSON.stringify([{ from: '2099-01-01', to: '2099-01-02', note: text }]);
  await db.execute(sql`update businesses set closures = ${closures}::jsonb`);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const blocks = JSON.stringify([
    ...lines.slice(0, 20).map((line, at) => ({ type: 'heading', key: `h${at}`, text: line.trim().slice(0, 150) })),
    { type: 'text', key: 't', html: text },
    { type: 'picture', key: 'p', src: '/media/u/x.40x30.webp', alt: (lines[0] ?? 'x').trim().slice(0, 300) },
    { type: 'button', key: 'b', label: (lines[0] ?? 'x').trim().slice(0, 60), url: '/' },
  ]);
  await db.execute(sql`update newsletter_issues set blocks = ${blocks}::jsonb`);
  const reason = JSON.stringify({ reason: text });
  await db.execute(sql`
    update pgboss.job set data = data || jsonb_build_object('subject', ${text}::text), source_output = ${reason}::jsonb
    where name = ${deadLetters}`);
  const edit = JSON.stringify({ name: [text, text], description: ['', text] });
  await db.execute(sql`update audit_log set data = ${edit}::jsonb where action = 'business.edited'`);
}
