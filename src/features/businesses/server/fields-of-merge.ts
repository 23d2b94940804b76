/** The fields of a kept listing when its merge is undone, and the reasons why a merge stays. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, businessSlugs, categories, subscriptions } from '#server/db/schema/index.ts';
import { columnLabel } from '#shared/listing-fields.ts';
import { Problem } from '#shared/problem.ts';
import { matchKeys } from './written-fields.ts';

type Row = typeof businesses.$inferSelect;

interface Note {
  goes: object;
  ownerId: string | null;
  /** The kept listing's own values of the columns that the merge wrote. */
  stays: object;
  /** The values that it took over. Missing in a merge of an earlier release. */
  took?: object;
}

const partsOfPlace: ReadonlySet<string> = new Set(['latitude', 'longitude']);

const labelOf = (column: string): string =>
  partsOfPlace.has(column) ? 'place' : column === 'logoUrl' ? 'logo' : (columnLabel(column) ?? column).toLowerCase();

interface Parting {
  kept: Row;
  note: Note;
  isEdited: boolean;
}

/** `back`: columns as they were before the merge. `left`: fields that somebody has changed since, and that stay. */
export function partFields({ kept, note, isEdited }: Parting): { back: Partial<Row>; left: string[] } {
  const stays = note.stays as Partial<Row>;
  if (!isEdited) return { back: stays, left: [] };
  const took = (note.took ?? {}) as Partial<Row>;
  const columns = Object.keys(took) as (keyof Row)[];
  const isChanged = (column: keyof Row) => JSON.stringify(kept[column]) !== JSON.stringify(took[column]);
  const isPlaceChanged = columns.some((column) => partsOfPlace.has(column) && isChanged(column));
  const changed = columns.filter((column) => {
    // Staff or owner may have put another picture first: the photos decide which one the card shows.
    if (column === 'imageUrl') return false;
    return partsOfPlace.has(column) ? isPlaceChanged : isChanged(column);
  });
  const back = Object.fromEntries(
    columns.filter((column) => !changed.includes(column)).map((column) => [column, stays[column]]),
  ) as Partial<Row>;
  if ('latitude' in back) back.placeBy = stays.placeBy ?? null;
  if ('website' in back) back.websiteBy = stays.websiteBy ?? null;
  const keys = matchKeys({ name: kept.name, address: back.address ?? kept.address });
  return { back: { ...back, ...keys }, left: [...new Set(changed.map(labelOf))] };
}

/** @throws Problem 'conflict' with the reason why two listings cannot be made of the one any more */
export async function refuseLateUndo(
  tx: Database,
  { kept, note, mergedAt }: { kept: Row | undefined; note: Note; mergedAt: Date },
): Promise<void> {
  const goes = note.goes as { slug: string; category_id: string; name: string };
  const stays = (why: string) => new Problem('conflict', `The merge stays: ${why}`);
  if (kept === undefined) {
    throw stays('the listing that was kept is not there any more. If it was merged itself, undo that merge first.');
  }
  if (kept.ownerId !== note.ownerId) {
    throw stays(
      'the listing has changed hands since. Add the other one anew, and settle with its owner who has which.',
    );
  }
  const isNewPlan = and(eq(subscriptions.businessId, kept.id), gt(subscriptions.createdAt, mergedAt));
  if ('ownerId' in note.stays && (await tx.$count(subscriptions, isNewPlan)) > 0) {
    throw stays('its owner has begun a plan for it since, which would be left without a listing.');
  }
  const isSlug = eq(businessSlugs.slug, goes.slug);
  const isTaken = sql`${businesses.slug} = ${goes.slug}`;
  const leadsElsewhere = and(isSlug, sql`${businessSlugs.businessId} <> ${kept.id}`);
  if ((await tx.$count(businesses, isTaken)) + (await tx.$count(businessSlugs, leadsElsewhere)) > 0) {
    throw stays(`/business/${goes.slug}, the address of ${goes.name}, is another page by now.`);
  }
  if ((await tx.$count(categories, eq(categories.id, goes.category_id))) === 0) {
    throw stays(`the category of ${goes.name} is not there any more.`);
  }
}
