/**
 * The database that a backup is restored into: checks that it is free, empties it, and turns its constraints
 * off until all rows are in.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** Everything in the schema public that does not belong to an extension. */
const ownRelations = `select c.oid, c.relkind, format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`;

/** Anything that runs a statement: a connection or a pool. */
interface Asked {
  query: <Row extends object>(text: string) => Promise<{ rows: Row[] }>;
}

async function countOthers(client: Asked): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'alameda %' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

/** The number of connections by a running site or another command. */
export async function otherSessions(client: Asked): Promise<number> {
  let sessions = await countOthers(client);
  // Sessions of a process that has just ended are listed a moment longer.
  for (let look = 0; sessions > 0 && look < 10; look += 1) {
    await sleep(100);
    sessions = await countOthers(client);
  }
  return sessions;
}

/** Tells whether any table has a row. */
export async function holdsData(client: Client): Promise<boolean> {
  const tables = await client.query<{ name: string }>(`${ownRelations} and c.relkind in ('r', 'p')`);
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${name}) as filled`);
    if (rows[0]?.filled) return true;
  }
  return false;
}

/** Removes everything of ours. Extensions stay, because making some of them again needs a superuser. */
export async function emptyForRestore(client: Client): Promise<void> {
  const words = { r: 'table', p: 'table', v: 'view', m: 'materialized view', S: 'sequence' };
  const relations = await client.query<{ relkind: string; name: string }>(ownRelations);
  for (const [kind, word] of Object.entries(words)) {
    const names = relations.rows.filter((row) => row.relkind === kind).map((row) => row.name);
    if (names.length > 0) await client.query(`drop ${word} if exists ${names.join(', ')} cascade`);
  }
  const others = await client.query<{ statement: string }>(
    `select format('drop routine if exists %s cascade', p.oid::regprocedure) as statement
       from pg_proc p where p.pronamespace = 'public'::regnamespace
         and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all
     select format('drop type if exists %s cascade', t.oid::regtype)
       from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
         and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`,
  );
  for (const { statement } of others.rows) await client.query(statement);
  await client.query('drop schema if exists drizzle, pgboss cascade');
}

/** The version of the job queue's tables in the database; null for none. pg-boss migrates them itself. */
export async function jobTablesVersion(client: Client): Promise<number | null> {
  const there = await client.query<{ found: boolean }>(`select to_regclass('pgboss.version') is not null as found`);
  if (!there.rows[0]?.found) return null;
  const { rows } = await client.query<{ version: number }>('select version from pgboss.version');
  return rows[0]?.version ?? null;
}

/**
 * Rows come table by table in no special order and were valid when they were saved. Foreign keys are dropped,
 * and restored and checked at the end. Triggers are off, and rows that migrations wrote are replaced.
 */
export async function withoutForeignKeys<T>(client: Client, load: () => Promise<T>): Promise<T> {
  const tables = await client.query<{ name: string }>(
    `${ownRelations} and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const names = tables.rows.map((row) => row.name);
  if (names.length > 0) await client.query(`truncate ${names.join(', ')} cascade`);
  const keys = await client.query<{ name: string; constraint: string; definition: string }>(
    `select r.name, quote_ident(k.conname) as constraint, pg_get_constraintdef(k.oid) as definition
     from (${ownRelations}) r join pg_constraint k on k.conrelid = r.oid where k.contype = 'f' and k.conparentid = 0`,
  );
  for (const { name, constraint } of keys.rows) await client.query(`alter table ${name} drop constraint ${constraint}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  const result = await load();
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { name, constraint, definition } of keys.rows) {
    await client.query(`alter table ${name} add constraint ${constraint} ${definition}`);
  }
  return result;
}
