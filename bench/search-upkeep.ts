/**
 * Measures what it costs to keep the search tables up to date: single edits, categories, and a batch of an
 * import.
 */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { refreshSearchWords } from '#server/db/refresh-search-words.ts';

export interface MeasuredUpkeep {
  change: string;
  runs: number;
  p50Ms: number;
  worstMs: number;
}

const edits = 100;
const batchRows = 2_000;

async function timesOf(runs: number, work: (run: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const started = performance.now();
    await work(run);
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b);
}

function summary(change: string, times: readonly number[]): MeasuredUpkeep {
  const round = (ms: number | undefined) => Math.round((ms ?? 0) * 10) / 10;
  return { change, runs: times.length, p50Ms: round(times[times.length >> 1]), worstMs: round(times.at(-1)) };
}

/** Changes the data it measures, so use a database that is dropped afterwards. */
export async function measureUpkeep(db: Database): Promise<MeasuredUpkeep[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select business_id as id from search_docs order by place desc limit ${edits}`,
  );
  const each = (change: string, set: ReturnType<typeof sql>) =>
    timesOf(rows.length, (run) => db.execute(sql`update businesses set ${set} where id = ${rows[run]?.id}`)).then(
      (times) => summary(change, times),
    );
  const insertBatch = (run: number) =>
    db.execute(sql`
      insert into businesses (id, slug, name, description, address, category_id, status)
      select gen_random_uuid(), slug || '-copy-' || ${run}::int, name, description, address, category_id, 'approved'
      from (select * from businesses order by id offset ${run * batchRows}::int limit ${batchRows}) as model`);
  return [
    await each('phone number (no search row changes)', sql`phone = '(210) 555-0199'`),
    await each('name', sql`name = name || ' Annex'`),
    await each('premium begins', sql`premium_expires_at = '2100-01-01'`),
    await each('hidden', sql`status = 'hidden'`),
    await each('approved', sql`status = 'approved'`),
    summary(
      'category renamed',
      await timesOf(5, (run) =>
        db.execute(sql`update categories set name = 'Food & Dining' || ${`${run}`} where slug = 'food-dining'`),
      ),
    ),
    summary(`import batch of ${batchRows}`, await timesOf(5, insertBatch)),
    summary('words counted again', await timesOf(1, () => refreshSearchWords(db))),
  ];
}
