/** The categories in the town's own words. Their addresses, drawings and colors stay the pack's. */
import { sql } from 'drizzle-orm';
import { readCategories } from '#features/categories/server/list-categories.ts';
import { syncCategories } from '#features/categories/server/sync-categories.ts';
import { checkSetting } from '#features/settings/server/check-setting.ts';
import { readSettingHistory } from '#features/settings/server/read-history.ts';
import { readRow } from '#features/settings/server/read-setting.ts';
import { putRow, resetRow } from '#features/settings/server/write-setting.ts';
import { inWordsOfStaff, packCategories, packSetting } from '#server/city-settings.ts';
import type { Database } from '#server/db/client.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import type { CategoryWords, StaffCategories } from '../staff-contract.ts';
import { refuseSameNames } from './same-names.ts';

const key = 'categories';

export async function readStaffCategories({ db, city }: ApiRequest): Promise<StaffCategories> {
  const row = await readRow(db, key);
  const packValue = packSetting(city, key);
  const listings = new Map((await readCategories(db)).map(({ slug, businessCount }) => [slug, businessCount]));
  // It was checked when it was stored; the answer's schema checks it again.
  const words = (row?.value as CategoryWords[] | undefined) ?? packValue;
  return {
    value: inWordsOfStaff(packCategories(city), words).map((category) => ({
      ...category,
      listings: listings.get(category.slug) ?? 0,
    })),
    packValue,
    changedAt: row?.changedAt ?? null,
    changedBy: row?.changedBy ?? null,
    history: await readSettingHistory(db, key),
  };
}

/** @throws Problem 'invalid', 'conflict' when somebody else saved first */
export async function putStaffCategories(
  { value, changedAt }: { value: CategoryWords[]; changedAt: string | null },
  request: ApiRequest,
): Promise<void> {
  const { city } = request;
  const checked = checkSetting(city, key, value);
  checkSlugs(checked, packSetting(city, key));
  refuseSameNames(checked);
  const own = packSetting(city, key);
  await putRow({ key, value: checked, changedAt, own, follow: (tx) => apply(tx, checked, request) }, request);
}

/** @throws Problem 'conflict' when these are the pack's words already */
export async function resetStaffCategories(request: ApiRequest): Promise<void> {
  const own = packSetting(request.city, key);
  const refusal = "These are the city pack's own words already.";
  await resetRow({ key, own, refusal, follow: (tx) => apply(tx, own, request) }, request);
}

/** @throws Problem 'conflict' for another list of categories, for example after an update of the site */
function checkSlugs(value: readonly CategoryWords[], pack: readonly CategoryWords[]): void {
  const sorted = (list: readonly CategoryWords[]) => list.map(({ slug }) => slug).toSorted();
  if (JSON.stringify(sorted(value)) === JSON.stringify(sorted(pack))) return;
  throw new Problem('conflict', 'These are not the categories of this site. Load the page again.');
}

/** Brings the stored categories in line, and what searches know of their names. */
async function apply(tx: Database, words: readonly CategoryWords[], { city }: ApiRequest): Promise<void> {
  const before = new Map((await readCategories(tx)).map(({ slug, name }) => [slug, name]));
  const categories = inWordsOfStaff(packCategories(city), words);
  await syncCategories(tx, { categories });
  const renamed = categories.flatMap(({ slug, name }) => {
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
