import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { csvRows } from '#server/csv-rows.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, categories, users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { spaceGuard } from '#shared/csv-line.ts';
import { plainTexts, recordOf } from '#shared/listing-fields.ts';
import { OpeningHours } from '#shared/opening-hours.ts';
import { osmHours } from '../osm-hours.ts';
import type { BusinessFilter } from '../staff-contract.ts';
import { fitsFilter } from './search-all-businesses.ts';

type Row = Awaited<ReturnType<typeof readRows>>[number];

/**
 * The listings that fit, newest first, as a CSV file without formulas. An import knows the columns up to the id in the
 * source by their names, and passes the others over. Written to the audit log, because owners' names leave the site.
 */
export async function exportBusinesses(
  { db, city, now }: Pick<Services, 'db' | 'city' | 'now'>,
  filter: BusinessFilter,
  { actorId }: { actorId: string },
): Promise<AsyncGenerator<string>> {
  await writeAudit(db, {
    actorId,
    action: 'business.exported',
    subjectType: 'site',
    subjectId: 'businesses',
    data: { ...filter, rows: await db.$count(businesses, fitsFilter(filter)) },
  });
  const nameOf = new Map(city.properties.map(({ key, name }) => [key, /[,;|]/.test(name) ? key : name]));
  const at = now();
  const columns: Record<string, (row: Row) => string | number | null> = {
    name: ({ listing }) => listing.name,
    category: ({ category }) => category,
    address: ({ listing }) => listing.address,
    phone: ({ listing }) => listing.phone,
    email: ({ listing }) => listing.email,
    website: ({ listing }) => listing.website,
    description: ({ listing }) => listing.description,
    hours: ({ listing }) => hoursOf(listing.hours),
    ...recordOf(plainTexts, (name) => (row: Row) => row.listing[name]),
    properties: ({ listing }) => listing.properties.flatMap((key) => nameOf.get(key) ?? []).join(', '),
    latitude: ({ listing }) => listing.latitude,
    longitude: ({ listing }) => listing.longitude,
    source: ({ listing }) => listing.source,
    'source id': ({ listing }) => listing.sourceId,
    // An import takes a column 'state' for a part of the address.
    status: ({ listing }) => listing.status,
    owner: ({ owner }) => owner,
    premium: ({ listing }) => (listing.premiumExpiresAt !== null && listing.premiumExpiresAt > at ? 'yes' : 'no'),
    created: ({ created }) => created,
    updated: ({ updated }) => updated,
  };
  const { timeZone } = city.facts;
  const read = (after: Row | undefined, limit: number) =>
    readRows(db, filter, { after: after?.listing.id, limit, timeZone });
  return csvRows({ columns, read, guard: spaceGuard });
}

interface Batch {
  after: string | undefined;
  limit: number;
  timeZone: string;
}

function readRows(db: Database, filter: BusinessFilter, { after, limit, timeZone }: Batch) {
  // The database tells a town's time ten times as fast as the program.
  const clock = (column: AnyPgColumn) => sql<string>`to_char(${column} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI')`;
  return db
    .select({
      listing: businesses,
      category: categories.name,
      owner: users.username,
      created: clock(businesses.createdAt),
      updated: clock(businesses.updatedAt),
    })
    .from(businesses)
    .innerJoin(categories, eq(categories.id, businesses.categoryId))
    .leftJoin(users, eq(users.id, businesses.ownerId))
    .where(and(fitsFilter(filter), after === undefined ? undefined : lt(businesses.id, after)))
    .orderBy(desc(businesses.id))
    .limit(limit);
}

function hoursOf(stored: unknown): string {
  const hours = OpeningHours.safeParse(stored);
  return hours.success ? osmHours(hours.data) : '';
}
