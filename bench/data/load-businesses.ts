/** Fills a migrated database with generated businesses and builds the search tables. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { v7 as uuidv7 } from 'uuid';

import { createDatabase } from '#server/db/client.ts';
import { generateBusinesses } from './businesses.ts';
import { rebuildSearch } from './rebuild-search.ts';

const columns =
  'id, slug, name, description, address, phone, website, category_id, latitude, longitude, status, featured_by_staff, premium_expires_at, hours, properties, created_at, updated_at, approved_at';

function copyLine(values: (string | number | boolean | Date | null)[]): string {
  const fields = values.map((value) => {
    if (value === null) return '\\N';
    if (value instanceof Date) return value.toISOString();
    return String(value).replace(
      /[\\\t\n\r]/g,
      (special) => `\\${special === '\\' ? '\\' : { '\t': 't', '\n': 'n', '\r': 'r' }[special]}`,
    );
  });
  return `${fields.join('\t')}\n`;
}

/** Returns category ids by name and makes the missing categories. */
async function categoryIds(client: ClientBase, names: Set<string>): Promise<Map<string, string>> {
  for (const [position, name] of [...names].sort().entries()) {
    const slug = name.toLowerCase().replace(/[^a-z]+/g, '-');
    await client.query(
      `insert into categories (id, slug, name, icon, color, position) values ($1, $2, $3, 'other', 'gray', $4) on conflict (slug) do nothing`,
      [uuidv7(), slug, name, position],
    );
  }
  const { rows } = await client.query<{ id: string; name: string }>('select id, name from categories');
  return new Map(rows.map((row) => [row.name, row.id]));
}

function* copyLines(count: number, ids: Map<string, string>): Generator<string> {
  const other = ids.get('Other') ?? '';
  let block = '';
  for (const b of generateBusinesses(count)) {
    const approvedAt = b.status === 'approved' ? b.createdAt : null;
    const premiumUntil = b.isPremium ? new Date('2100-01-01') : null;
    block += copyLine([
      b.id,
      b.slug,
      b.name,
      b.description,
      b.address,
      b.phone,
      b.website,
      ids.get(b.category) ?? other,
      b.latitude,
      b.longitude,
      b.status,
      b.featuredByStaff,
      premiumUntil,
      b.hours,
      `{${b.properties.join(',')}}`,
      b.createdAt,
      b.createdAt,
      approvedAt,
    ]);
    if (block.length > 500_000) {
      yield block;
      block = '';
    }
  }
  yield block;
}

/**
 * Replaces all businesses. Returns the time for copying and for building the search tables, in milliseconds.
 */
export async function loadBusinesses(
  databaseUrl: string,
  count: number,
): Promise<{ copyMs: number; searchMs: number }> {
  const { pool, db, close } = createDatabase(databaseUrl, { max: 1, name: 'bench', statementTimeoutMs: 0 });
  try {
    const started = performance.now();
    const client = await pool.connect();
    try {
      const names = new Set([...generateBusinesses(5_000)].map((business) => business.category));
      const ids = await categoryIds(client, names);
      await client.query('begin');
      await client.query('alter table businesses disable trigger user');
      await client.query('truncate businesses cascade');
      const copy = client.query(copyFrom(`copy businesses (${columns}) from stdin`));
      await pipeline(Readable.from(copyLines(count, ids)), copy);
      await client.query('alter table businesses enable trigger user');
      await client.query('commit');
      await client.query('analyze businesses');
    } finally {
      client.release();
    }
    const copied = performance.now();
    await rebuildSearch(db);
    return { copyMs: copied - started, searchMs: performance.now() - copied };
  } finally {
    await close();
  }
}
