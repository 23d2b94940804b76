/** Removes the made-up content, except for rows that people have worked on. */
import { type SQL, sql } from 'drizzle-orm';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import type { CityPack } from '#server/city-pack.ts';
import { locks } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { KeptRow, SampleContent } from '../staff-contract.ts';
import { markEarlierSample } from './mark-sample-rows.ts';
import { contentOf, type SampleTable, sameClock, sampleTables } from './sample-kinds.ts';

type Outcome = Omit<SampleContent, 'isPublic'>;

const maxKeptNamed = 100;
/** Thrown to roll the transaction back once its outcome is known. */
class OnlyLooked extends Error {}

export async function removeSampleContent(db: Database, pack: CityPack, actorId: string | null): Promise<Outcome> {
  return db.transaction((tx) => remove(tx, pack, actorId));
}

/** Previews the removal without changing anything. */
export async function lookAtSampleContent(db: Database, pack: CityPack): Promise<Outcome> {
  let outcome: Outcome | undefined;
  try {
    await db.transaction(async (tx) => {
      outcome = await remove(tx, pack, null);
      throw new OnlyLooked();
    });
  } catch (error) {
    if (!(error instanceof OnlyLooked) || outcome === undefined) throw error;
  }
  if (outcome === undefined) throw new Error('the removal was looked at without an outcome');
  return outcome;
}

async function remove(tx: Database, pack: CityPack, actorId: string | null): Promise<Outcome> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.sampleRemoval})`);
  await markEarlierSample(tx, pack);
  await tx.execute(sameClock);
  const outcome: Outcome = {
    removes: { business: 0, event: 0, article: 0, ad: 0, person: 0 },
    keeps: [],
    keepsInAll: 0,
  };
  const tags: string[] = [];
  const busyOwners = await keptPeople(tx);
  for (const of of sampleTables) {
    const rows = await findRows(tx, of, busyOwners);
    const kept = rows.filter(({ reason }) => reason !== null);
    const gone = rows.filter(({ reason }) => reason === null).map(({ id }) => id);
    for (const { id, name, reason } of kept) {
      if (reason !== null && outcome.keeps.length < maxKeptNamed)
        outcome.keeps.push({ kind: of.kind, id, name, reason });
    }
    outcome.keepsInAll += kept.length;
    outcome.removes[of.kind] = gone.length;
    await deleteRows(tx, of, gone);
    if (of.kind === 'business' || of.kind === 'article') tags.push(...gone.map((id) => `${of.kind}:${id}`));
  }
  // Marks of rows that people have deleted themselves.
  for (const { kind, table } of sampleTables) {
    await tx.execute(sql`delete from sample_rows s where kind = ${kind}
      and not exists (select from ${sql.identifier(table)} t where t.id = s.row_id)`);
  }
  if (Object.values(outcome.removes).some((count) => count > 0)) {
    await announceChange(tx, ['businesses', 'categories', 'events', 'articles', 'ads', ...tags]);
    await writeAudit(tx, {
      ...actorOr(actorId, 'operator'),
      action: 'sample-content.removed',
      subjectType: 'site',
      subjectId: 'sample-content',
      data: { removed: outcome.removes, kept: outcome.keepsInAll },
    });
  }
  return outcome;
}

interface FoundRow extends Record<string, unknown> {
  id: string;
  name: string;
  reason: KeptRow['reason'] | null;
}

/** Locks the rows, so that nobody changes one between the check and the removal. */
async function findRows(tx: Database, of: SampleTable, busyOwners: readonly string[]): Promise<FoundRow[]> {
  const hasBusyOwner =
    of.kind === 'business' ? sql`t.owner_id = any (${sql.param([...busyOwners])}::uuid[])` : sql`false`;
  const { rows } = await tx.execute<FoundRow>(sql`
    select t.id, t.${sql.identifier(of.name)} as name,
      case when ${isChanged(of)} then 'changed'
        when exists (select from audit_log a where a.subject_type = ${of.subjectType} and a.subject_id = t.id::text)
          then 'worked-on'
        when ${await isInUse(tx, of)} then 'in-use'
        when ${hasBusyOwner} then 'owner-active' end as reason
    from sample_rows s join ${sql.identifier(of.table)} t on t.id = s.row_id
    where s.kind = ${of.kind} order by name for update of t`);
  return rows;
}

/** Ignores columns that are newer than the mark, or dropped since. */
function isChanged(of: SampleTable): SQL {
  return sql`exists (select from jsonb_each(s.content) old, lateral (select ${contentOf(of)} as content) now
    where now.content ? old.key and now.content -> old.key is distinct from old.value)`;
}

interface Reference extends Record<string, unknown> {
  table: string;
  column: string;
}

/** Tells whether a row of any referencing table names this one, except for its own parts. */
async function isInUse(tx: Database, { kind, table, parts }: SampleTable): Promise<SQL> {
  const { rows } = await tx.execute<Reference>(sql`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass`);
  const others = rows.filter((row) => !parts.includes(row.table));
  const uses = others.map((row) => {
    // The plan of a sample owner is made up too.
    const isReal =
      kind === 'business' && row.table === 'subscriptions' ? sql`not starts_with(u.id, 'sample_')` : sql`true`;
    return sql`exists (select from ${sql.identifier(row.table)} u where u.${sql.identifier(row.column)} = t.id and ${isReal})`;
  });
  return uses.length === 0 ? sql`false` : sql`(${sql.join(uses, sql` or `)})`;
}

/** Sample accounts that somebody has opened or changed: their listings now belong to real people. */
async function keptPeople(tx: Database): Promise<string[]> {
  const people = sampleTables.find(({ kind }) => kind === 'person');
  if (people === undefined) return [];
  const { rows } = await tx.execute<{ id: string }>(sql`
    select t.id from sample_rows s join users t on t.id = s.row_id
    where s.kind = 'person' and (${isChanged(people)}
      or exists (select from sessions u where u.user_id = t.id)
      or exists (select from user_tokens u where u.user_id = t.id and u.used_at is not null))`);
  return rows.map(({ id }) => id);
}

async function deleteRows(tx: Database, { kind, table }: SampleTable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const these = sql`${sql.param([...ids])}::uuid[]`;
  if (kind === 'business') {
    await tx.execute(sql`delete from subscriptions where business_id = any (${these}) and starts_with(id, 'sample_')`);
  }
  await tx.execute(sql`delete from ${sql.identifier(table)} where id = any (${these})`);
  await tx.execute(sql`delete from sample_rows where kind = ${kind} and row_id = any (${these})`);
}
