/** The properties of listings in the town's own words: renamed, ordered, hidden, and with properties of the town's own. */
import { sql } from 'drizzle-orm';
import { checkSetting } from '#features/settings/server/check-setting.ts';
import { readSettingHistory } from '#features/settings/server/read-history.ts';
import { readRow } from '#features/settings/server/read-setting.ts';
import { putRow, resetRow } from '#features/settings/server/write-setting.ts';
import type { CityPack } from '#server/city-pack.ts';
import type { SettingValue } from '#server/city-pack-schema.ts';
import { allProperties, packSetting } from '#server/city-settings.ts';
import type { Database } from '#server/db/client.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { PropertyForm, StaffProperties } from '../staff-contract.ts';
import { withOwnNames } from './own-names.ts';
import { refuseSameNames } from './same-names.ts';

const key = 'properties';
type Words = SettingValue<typeof key>;

export async function readStaffProperties({ db, city }: ApiRequest): Promise<StaffProperties> {
  const row = await readRow(db, key);
  const packValue = packSetting(city, key);
  const packKeys = new Set(packValue.map((property) => property.key));
  const listings = await countListings(db);
  // It was checked when it was stored; the answer's schema checks it again.
  const all = allProperties(city, (row?.value as Words | undefined) ?? []);
  return {
    value: all.map((property) => ({
      ...property,
      isOwn: !packKeys.has(property.key),
      listings: listings.get(property.key) ?? 0,
    })),
    packValue,
    icons: [...new Set(allProperties(city, []).map(({ icon }) => icon))].toSorted(),
    changedAt: row?.changedAt ?? null,
    changedBy: row?.changedBy ?? null,
    history: await readSettingHistory(db, key),
  };
}

/** Listings by property, in any state. */
async function countListings(db: Database): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ key: string; listings: number }>(sql`
    select key, count(*)::integer as listings from businesses cross join unnest(properties) as key group by key`);
  return new Map(rows.map((row) => [row.key, row.listings]));
}

/** @throws Problem 'invalid', 'conflict' when somebody else saved first */
export async function putStaffProperties(
  { value, changedAt }: { value: PropertyForm[]; changedAt: string | null },
  request: ApiRequest,
): Promise<void> {
  const { db, city } = request;
  const row = await readRow(db, key);
  const stored = allProperties(city, (row?.value as Words | undefined) ?? []);
  const checked = checkSetting(
    city,
    key,
    withOwnNames(value, {
      known: new Set(stored.map((property) => property.key)),
      nameOf: (property) => property.key,
      named: (property, made) => ({ ...property, key: made }),
      fallback: 'property',
    }),
  );
  refuseSameNames(checked);
  refuseOtherDrawings(checked, stored);
  const kept = new Set(checked.map((property) => property.key));
  const missing = stored.filter((property) => !kept.has(property.key));
  await refuseMissing(db, city, missing);
  await putRow({ key, value: byGroup(checked), changedAt, own: packSetting(city, key), follow }, request);
}

/** @throws Problem 'conflict' when these are the pack's already, or when listings have a property of the town's own */
export async function resetStaffProperties(
  { changedAt }: { changedAt?: string | undefined },
  request: ApiRequest,
): Promise<void> {
  const { db, city } = request;
  const row = await readRow(db, key);
  const own = packSetting(city, key);
  const packKeys = new Set(own.map((property) => property.key));
  const added = allProperties(city, (row?.value as Words | undefined) ?? []).filter((one) => !packKeys.has(one.key));
  await refuseMissing(db, city, added);
  await resetRow({ key, own, refusal: 'This is the original already.', changedAt, follow }, request);
}

/** Stored pages of listings and searches show them. */
const follow = (tx: Database) => announceChange(tx, ['businesses']);

/** @throws Problem 'invalid' for a drawing that no property of this site has */
function refuseOtherDrawings(list: Words, stored: readonly { icon: string }[]): void {
  const known = new Set(stored.map(({ icon }) => icon));
  const at = list.findIndex(({ icon }) => !known.has(icon));
  if (at < 0) return;
  throw new Problem('invalid', 'Please check the marked fields.', {
    fields: { [`${at}.icon`]: 'Please choose a drawing' },
  });
}

/** Puts the members of one group together: forms and filters have one heading for a group. */
function byGroup(list: Words): Words {
  return [...Map.groupBy(list, ({ group }) => group).values()].flat();
}

/** The pack's can be hidden, never removed; one of the town's own goes when no listing has it. @throws Problem 'conflict' */
async function refuseMissing(
  db: Database,
  city: CityPack,
  missing: readonly { key: string; name: string }[],
): Promise<void> {
  if (missing.length === 0) return;
  const packKeys = new Set(packSetting(city, key).map((property) => property.key));
  if (missing.some((property) => packKeys.has(property.key))) {
    throw new Problem('conflict', 'Some properties of this site are missing. Load the page again.');
  }
  const listings = await countListings(db);
  const used = missing.find((property) => listings.has(property.key));
  if (used === undefined) return;
  throw new Problem('conflict', `Listings have “${used.name}”. Hide it, or take it off the listings first.`);
}
