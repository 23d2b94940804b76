/** The kinds of sample rows, and how an untouched row is recognized. */
import { type SQL, sql } from 'drizzle-orm';
import type { SampleKind } from '../staff-contract.ts';

export interface SampleTable {
  kind: SampleKind;
  table: string;
  /** The row's name in a list. */
  name: string;
  /** The subject type in the audit log. */
  subjectType: string;
  /** Columns that the site itself changes. */
  ownWork: readonly string[];
  /**
   * Tables whose rows belong to this row and are deleted with it. A row of any other table that references it
   * belongs to a person.
   */
  parts: readonly string[];
}

/** In the order of removal: a listing goes after its events, an account after its listings. */
export const sampleTables: readonly SampleTable[] = [
  {
    kind: 'event',
    table: 'events',
    name: 'title',
    subjectType: 'event',
    ownWork: ['updated_at'],
    parts: ['event_occurrences'],
  },
  {
    kind: 'business',
    table: 'businesses',
    name: 'name',
    subjectType: 'business',
    ownWork: ['updated_at', 'premium_expires_at', 'name_key', 'address_key'],
    parts: ['business_photos', 'offers', 'business_days', 'business_search_days'],
  },
  {
    kind: 'article',
    table: 'articles',
    name: 'title',
    subjectType: 'article',
    ownWork: ['updated_at', 'live_since', 'first_live_at'],
    parts: [],
  },
  { kind: 'ad', table: 'ads', name: 'title', subjectType: 'ad', ownWork: ['updated_at'], parts: ['ad_days'] },
  { kind: 'person', table: 'users', name: 'username', subjectType: 'user', ownWork: [], parts: [] },
];

/** A row `t` of the table as JSON, for comparing it with its marked content. */
export function contentOf({ kind, ownWork }: SampleTable): SQL {
  const columns = sql`to_jsonb(t) - array[${sql.join(
    ['id', ...ownWork].map((column) => sql`${column}`),
    sql`, `,
  )}]::text[]`;
  if (kind !== 'business') return columns;
  return sql`(${columns}) || jsonb_build_object('photos',
    (select coalesce(jsonb_agg(p.url order by p.position), '[]') from business_photos p where p.business_id = t.id))`;
}

/** Instants are compared as text, so both sides need the same time zone. */
export const sameClock = sql`set local timezone = 'UTC'`;
