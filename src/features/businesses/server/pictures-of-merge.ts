/** Pictures of two listings when their merge is undone: each shows its own, and none whose file is gone. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, businessPhotos } from '#server/db/schema/index.ts';
import type { Rows } from './rows-as-json.ts';

type Row = typeof businesses.$inferSelect;
type Pictures = Record<'logo_url' | 'image_url', string | null>;

/** The photos of a listing with the one that an import gave. */
export async function picturesOf(tx: Database, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ url: string }>(sql`
    select url from business_photos where business_id = ${id}
    union select image_url from businesses where id = ${id} and image_url is not null`);
  return rows.map(({ url }) => url);
}

/**
 * The listing that went, without the pictures that were removed from the kept one since: their files are deleted.
 * @param tookLogo the kept one had none, and showed this one's
 */
export async function withLivePictures<T extends Pictures>(
  tx: Database,
  goes: T,
  kept: Pick<Row, 'id' | 'logoUrl' | 'imageUrl'>,
  tookLogo: boolean,
): Promise<T> {
  const live = [kept.imageUrl, ...(await picturesOf(tx, kept.id))];
  return {
    ...goes,
    image_url: live.includes(goes.image_url) ? goes.image_url : null,
    logo_url: tookLogo && kept.logoUrl !== goes.logo_url ? null : goes.logo_url,
  };
}

/** Gives back the photos that got another row since, and lets each card show its own first photo where it lost its picture. */
export async function partPictures(
  tx: Database,
  { goes, rows, keptPictures }: { goes: object; rows: Rows; keptPictures?: string[] },
  { id, into }: { id: string; into: string },
): Promise<void> {
  const photos = (rows.business_photos ?? []) as { url: string }[];
  const all = [(goes as Pictures).image_url, ...photos.map(({ url }) => url)];
  // A merge of an earlier release has not noted which pictures the kept one had.
  const theirs = all.filter((url) => url !== null && keptPictures !== undefined && !keptPictures.includes(url));
  if (theirs.length > 0) {
    const isTheirs = and(eq(businessPhotos.businessId, into), inArray(businessPhotos.url, theirs as string[]));
    await tx.update(businessPhotos).set({ businessId: id }).where(isTheirs);
    await tx
      .update(businesses)
      .set({ imageUrl: null })
      .where(and(eq(businesses.id, into), inArray(businesses.imageUrl, theirs as string[])));
  }
  await tx.execute(sql`
    update businesses b set image_url =
      (select url from business_photos where business_id = b.id order by position, id limit 1)
    where b.id in (${id}, ${into}) and b.image_url is null`);
}
