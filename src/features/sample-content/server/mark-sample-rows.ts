import { sql } from 'drizzle-orm';
import { type CityPack, readSampleContent } from '#server/city-pack.ts';
import { cleanHtml } from '#server/clean-html.ts';
import type { Database } from '#server/db/client.ts';
import { contentOf, type SampleTable, sameClock, sampleTables } from './sample-kinds.ts';

/**
 * Marks every row as sample content, of the accounts the made-up owners alone. Call it in the transaction that has filled
 * an empty database.
 */
export async function markAllAsSample(tx: Database, ownerIds: readonly string[]): Promise<void> {
  await tx.execute(sameClock);
  for (const of of sampleTables) {
    const isMadeUp = of.kind === 'person' ? sql`t.id = any (${sql.param([...ownerIds])}::uuid[])` : sql`true`;
    await tx.execute(sql`insert into sample_rows (kind, row_id, content)
      select ${of.kind}, t.id, ${contentOf(of)} from ${sql.identifier(of.table)} t where ${isMadeUp}`);
  }
}

/** The condition for an untouched row, with the columns of earlier releases. */
const untouched: Record<SampleTable['kind'], string> = {
  business: `t.source = 'sample' and t.version = 1 and t.updated_at = t.created_at`,
  event: `t.version = 1 and t.created_by is null and t.source_uid is null`,
  article: `t.version = 1 and t.shown_version = 1 and t.saved_by is null`,
  ad: `t.version = 1`,
  person: `t.role = 'owner' and t.totp_secret is null and t.banned_at is null`,
};

/**
 * Marks the sample content of a site that an earlier release filled without marks: listings by their source,
 * everything else when it still equals the pack word for word. Unrecognized rows stay unmarked; existing
 * marks stay.
 */
export async function markEarlierSample(tx: Database, pack: CityPack): Promise<void> {
  const { rows } = await tx.execute<{ needed: boolean }>(sql`
    select not exists (select from sample_rows) and exists (select from businesses where source = 'sample') as needed`);
  if (!rows[0]?.needed) return;
  const { businesses, events, articles, ads } = await readSampleContent(pack);
  const owners = [...new Set(businesses.flatMap(({ owner }) => owner ?? []))];
  const known: Record<SampleTable['kind'], { key: string; values: string[] }> = {
    business: { key: 't.source', values: ['sample'] },
    event: {
      key: `t.title || E'\\n' || t.location || E'\\n' || t.description`,
      values: events.map((event) => [event.title, event.location, cleanHtml(event.description)].join('\n')),
    },
    article: {
      key: `t.slug || E'\\n' || t.title || E'\\n' || t.excerpt || E'\\n' || t.content`,
      values: articles.map((article) =>
        [article.slug, article.title, article.excerpt, cleanHtml(article.content)].join('\n'),
      ),
    },
    ad: {
      key: `t.slot || E'\\n' || t.title || E'\\n' || t.text || E'\\n' || t.url`,
      values: ads.map((ad) => [ad.slot, ad.title, ad.text, ad.url].join('\n')),
    },
    person: { key: `t.email`, values: owners.map((name) => `${name}@owners.example.com`) },
  };
  await tx.execute(sameClock);
  for (const of of sampleTables) {
    const { key, values } = known[of.kind];
    // A sample listing that somebody has worked on is reported among the rows that stay.
    const touchedMark = of.kind === 'business' ? sql`jsonb_build_object('version', 0)` : sql`null::jsonb`;
    await tx.execute(sql`insert into sample_rows (kind, row_id, content)
      select kind, id, content from (
        select ${of.kind} as kind, t.id,
          case when ${sql.raw(untouched[of.kind])} then ${contentOf(of)} else ${touchedMark} end as content
        from ${sql.identifier(of.table)} t
        where ${sql.raw(key)} = any (${sql.param(values)}::text[])) found
      where content is not null`);
  }
}
