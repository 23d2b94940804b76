/** The categories in the town's own words: renamed, ordered, hidden, and with categories of the town's own. */
import { notInArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { syncCategories } from '#features/categories/server/sync-categories.ts';
import { checkSetting } from '#features/settings/server/check-setting.ts';
import { readSettingHistory } from '#features/settings/server/read-history.ts';
import { readRow } from '#features/settings/server/read-setting.ts';
import { putRow, resetRow } from '#features/settings/server/write-setting.ts';
import type { CityPack } from '#server/city-pack.ts';
import { CitySettings, type SettingValue } from '#server/city-pack-schema.ts';
import { allCategories, packSetting } from '#server/city-settings.ts';
import type { Database } from '#server/db/client.ts';
import { categories } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { drawnCategories } from '#shared/drawn-categories.ts';
import { Problem } from '#shared/problem.ts';
import type { CategoryForm, StaffCategories } from '../staff-contract.ts';
import { withOwnNames } from './own-names.ts';
import { refuseSameNames } from './same-names.ts';

const key = 'categories';
type Words = SettingValue<typeof key>;

export async function readStaffCategories({ db, city }: ApiRequest): Promise<StaffCategories> {
  const row = await readRow(db, key);
  const packValue = packSetting(city, key);
  const packSlugs = new Set(packValue.map(({ slug }) => slug));
  const listings = await countListings(db);
  return {
    value: storedIn(city, row).map((category) => ({
      ...category,
      isOwn: !packSlugs.has(category.slug),
      listings: listings.get(category.slug) ?? 0,
    })),
    packValue,
    icons: drawnCategories.toSorted(),
    changedAt: row?.changedAt ?? null,
    changedBy: row?.changedBy ?? null,
    history: await readSettingHistory(db, key),
  };
}

/** An older release has stored neither drawings nor what is hidden. */
const storedIn = (city: CityPack, row: { value: unknown } | null) =>
  allCategories(city, z.safeParse(CitySettings[key], row?.value).data ?? []);

/** Listings by category, in any state. */
async function countListings(db: Database): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ slug: string; listings: number }>(sql`
    select categories.slug, count(*)::integer as listings from businesses
    join categories on categories.id = category_id group by categories.slug`);
  return new Map(rows.map((row) => [row.slug, row.listings]));
}

/** @throws Problem 'invalid', 'conflict' when somebody else saved first */
export async function putStaffCategories(
  { value, changedAt }: { value: CategoryForm[]; changedAt: string | null },
  request: ApiRequest,
): Promise<void> {
  const { db, city } = request;
  const stored = storedIn(city, await readRow(db, key));
  const checked = checkSetting(city, key, await withSlugs(db, value, stored));
  const kept = new Set(checked.map(({ slug }) => slug));
  if (kept.size < checked.length) throw new Problem('conflict', otherCategories);
  refuseSameNames(checked);
  refuseOtherDrawings(checked, stored);
  await refuseMissing(
    db,
    city,
    stored.filter(({ slug }) => !kept.has(slug)),
  );
  if (checked.every(({ isHidden }) => isHidden)) {
    throw new Problem('conflict', 'At least one category has to be shown: every listing needs one.');
  }
  const own = packSetting(city, key);
  await putRow({ key, value: checked, changedAt, own, follow: (tx) => apply(tx, checked, request) }, request);
}

/** @throws Problem 'conflict' when these are the pack's already, or when listings are in a category of the town's own */
export async function resetStaffCategories(
  { changedAt }: { changedAt?: string | undefined },
  request: ApiRequest,
): Promise<void> {
  const { db, city } = request;
  const own = packSetting(city, key);
  const packSlugs = new Set(own.map(({ slug }) => slug));
  const added = storedIn(city, await readRow(db, key)).filter(({ slug }) => !packSlugs.has(slug));
  await refuseMissing(db, city, added);
  const refusal = 'This is the original already.';
  await resetRow({ key, own, refusal, changedAt, follow: (tx) => apply(tx, own, request) }, request);
}

const otherCategories = 'These are not the categories of this site. Load the page again.';

/** A new category gets its address from its name; a category that the pack has dropped keeps its own. */
async function withSlugs(
  db: Database,
  value: readonly CategoryForm[],
  stored: readonly { slug: string }[],
): Promise<CategoryForm[]> {
  const slugs = stored.map(({ slug }) => slug);
  const dropped = await db.select({ slug: categories.slug }).from(categories).where(notInArray(categories.slug, slugs));
  const others = new Set(dropped.map(({ slug }) => slug));
  return withOwnNames(
    value.map((category) => (others.has(category.slug) ? { ...category, slug: '' } : category)),
    {
      known: new Set(slugs),
      others,
      nameOf: ({ slug }) => slug,
      named: (category, slug) => ({ ...category, slug }),
      fallback: 'category',
    },
  );
}

/** @throws Problem 'invalid' for a drawing that there is not */
function refuseOtherDrawings(list: Words, stored: readonly { icon: string }[]): void {
  const known = new Set<string>([...drawnCategories, ...stored.map(({ icon }) => icon)]);
  const at = list.findIndex(({ icon }) => !known.has(icon));
  if (at < 0) return;
  throw new Problem('invalid', 'Please check the marked fields.', {
    fields: { [`${at}.icon`]: 'Please choose a drawing' },
  });
}

/** The pack's can be hidden, never removed; one of the town's own goes when no listing is in it. @throws Problem 'conflict' */
async function refuseMissing(
  db: Database,
  city: CityPack,
  missing: readonly { slug: string; name: string }[],
): Promise<void> {
  if (missing.length === 0) return;
  const packSlugs = new Set(packSetting(city, key).map(({ slug }) => slug));
  if (missing.some(({ slug }) => packSlugs.has(slug))) throw new Problem('conflict', otherCategories);
  const listings = await countListings(db);
  const used = missing.find(({ slug }) => listings.has(slug));
  if (used === undefined) return;
  throw new Problem('conflict', `Listings are in “${used.name}”. Hide it, or move them to another category first.`);
}

/** Brings the stored categories in line, and what searches know of their names. */
async function apply(tx: Database, words: Words, { city }: ApiRequest): Promise<void> {
  const rows = await tx.select({ slug: categories.slug, name: categories.name }).from(categories);
  const before = new Map(rows.map(({ slug, name }) => [slug, name]));
  const now = allCategories(city, words);
  await syncCategories(tx, { categories: now });
  const renamed = now.flatMap(({ slug, name }) => {
    const old = before.get(slug);
    return old === undefined || old === name ? [] : [{ old, name }];
  });
  // A synonym that leads to a category names it. All at once, because two categories may swap their names.
  if (renamed.length > 0) {
    await tx.execute(sql`
      update search_synonyms set means = renamed.name
      from json_to_recordset(${JSON.stringify(renamed)}::json) as renamed (old text, name text)
      where search_stems(means) = search_stems(renamed.old) and phrase <> search_stems(renamed.name)`);
  }
}
