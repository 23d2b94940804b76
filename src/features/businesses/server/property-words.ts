/** The words with which people ask for the properties of the city pack. */
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { Place } from '../list-query.ts';

/** The facts of the town that searches need. */
export interface Town {
  name: string;
  region: string;
  regionName: string;
  timeZone: string;
  center: Place;
  /** The first three digits of the town hall's number. */
  areaCode?: string;
  properties: readonly { key: string; name: string; words: readonly string[] }[];
  places: readonly { names: readonly string[]; addresses: readonly string[] }[];
}

export interface Property {
  key: string;
  name: string;
  /** Its words: several phrases, in stems and as people write them. */
  phrases: { stems: string; spelled: string }[];
}

/** Properties with their words as stems, which change with the pack alone. */
const propertiesKept = new Map<string, Promise<Property[]>>();

export function readProperties(db: Database, { properties }: Town): Promise<Property[]> {
  const key = JSON.stringify(properties);
  const kept = propertiesKept.get(key);
  if (kept) return kept;
  if (propertiesKept.size > 20) propertiesKept.clear();
  const asked = db
    .execute<Property & Record<string, unknown>>(sql`
      select key, name, (
        select json_agg(json_build_object('stems', search_stems(text), 'spelled', search_plain(text))) from unnest(name || words) as text
      ) as phrases
      from json_to_recordset(${key}) as property (key text, name text, words text[])`)
    .then(({ rows }) => rows);
  propertiesKept.set(key, asked);
  asked.catch(() => propertiesKept.delete(key));
  return asked;
}
