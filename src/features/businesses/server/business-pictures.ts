/** The logo and the photos of one business. A file is kept only while its row exists. */

import { asc, eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, businessPhotos } from '#server/db/schema/index.ts';
import { announceChange } from '#server/http/announce-change.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { filesOf } from '#server/storage/site-files.ts';
import { removePicture, storePicture } from '#server/storage/store-picture.ts';
import { Problem } from '#shared/problem.ts';
import { maxPhotos } from '../business-photos.ts';
import type { BasicPicture, OwnPhoto } from '../owner-contract.ts';
import { givenPhotoId, lockEditable, notFound, readPhotos, requireEditable } from './own-business.ts';

type Row = typeof businesses.$inferSelect;
type Request = Pick<ApiRequest, 'db' | 'user' | 'env' | 'now'>;

const uploadsOf = ({ env }: Request) => filesOf(env).uploads;

interface PictureChange<T> {
  id: string;
  /** Changes rows; returns the result and the file that is no longer needed. */
  change: (tx: Database, row: Row) => Promise<{ answer: T; unused?: string | null; data?: Record<string, unknown> }>;
  action: string;
}

/** One change of pictures with its audit row; the unused file goes after the commit. */
async function changePictures<T>(request: Request, { id, change, action }: PictureChange<T>): Promise<T> {
  const user = await requireEditable(request.db, id, request.user);
  const { answer, unused } = await request.db.transaction(async (tx) => {
    const row = await lockEditable(tx, id, user);
    const done = await change(tx, row);
    await writeAudit(tx, {
      actorId: user.id,
      action,
      subjectType: 'business',
      subjectId: id,
      ...(done.data ? { data: done.data } : {}),
    });
    if (row.status === 'approved') await announceChange(tx, ['businesses', `business:${id}`]);
    return done;
  });
  if (unused) await removePicture(unused, uploadsOf(request));
  return answer;
}

/** @throws Problem as requireEditable and storePicture do */
export async function replaceLogo(
  id: string,
  upload: AsyncIterable<Uint8Array>,
  request: Request,
): Promise<{ logoUrl: string }> {
  await requireEditable(request.db, id, request.user);
  return withStored(upload, request, ({ src }) =>
    changePictures(request, {
      id,
      action: 'business.logo-changed',
      change: async (tx, row) => {
        await tx.update(businesses).set({ logoUrl: src, updatedAt: request.now() }).where(eq(businesses.id, id));
        return { answer: { logoUrl: src }, unused: row.logoUrl, data: { logoUrl: [row.logoUrl, src] } };
      },
    }),
  );
}

export function removeLogo(id: string, request: Request): Promise<{ logoUrl: null }> {
  return changePictures(request, {
    id,
    action: 'business.logo-changed',
    change: async (tx, row) => {
      await tx.update(businesses).set({ logoUrl: null, updatedAt: request.now() }).where(eq(businesses.id, id));
      return { answer: { logoUrl: null }, unused: row.logoUrl, data: { logoUrl: [row.logoUrl, null] } };
    },
  });
}

/** @throws Problem as requireEditable does */
export function chooseBasicPicture(id: string, basicPicture: BasicPicture, request: Request) {
  return changePictures(request, {
    id,
    action: 'business.picture-chosen',
    change: async (tx, row) => {
      await tx.update(businesses).set({ basicPicture, updatedAt: request.now() }).where(eq(businesses.id, id));
      return { answer: { basicPicture }, data: { basicPicture: [row.basicPicture, basicPicture] } };
    },
  });
}

const tooMany = () =>
  new Problem('conflict', `There is room for ${maxPhotos} photos. Please take one away before you add another.`);

/** @throws Problem 'conflict' when there are 12 already; else as requireEditable and storePicture do */
export async function addPhoto(
  { id, alt, upload }: { id: string; alt: string; upload: AsyncIterable<Uint8Array> },
  request: Request,
  remember: (tx: Database, answer: { photos: OwnPhoto[] }) => Promise<void>,
): Promise<{ photos: OwnPhoto[] }> {
  await requireEditable(request.db, id, request.user);
  const [row] = await request.db
    .select({ imageUrl: businesses.imageUrl })
    .from(businesses)
    .where(eq(businesses.id, id));
  if (row === undefined) throw notFound();
  // Refuses before the picture is processed; the transaction checks again.
  if ((await readPhotos(request.db, id, row.imageUrl)).length >= maxPhotos) throw tooMany();
  return withStored(upload, request, ({ src }) =>
    changePictures(request, {
      id,
      action: 'business.photo-added',
      change: async (tx, held) => {
        const photos = await keepGivenPhoto(tx, held);
        if (photos.length >= maxPhotos) throw tooMany();
        await tx.insert(businessPhotos).values({ businessId: id, url: src, alt, position: photos.length });
        const answer = { photos: await settlePhotos(tx, id) };
        await remember(tx, answer);
        return { answer, data: { url: src } };
      },
    }),
  );
}

/**
 * New order and descriptions. Photos that came meanwhile stay behind those that are named.
 * @throws Problem 'conflict' when a named photo is gone
 */
export function arrangePhotos(
  { id, photos }: { id: string; photos: readonly { id: string; alt: string }[] },
  request: Request,
): Promise<{ photos: OwnPhoto[] }> {
  return changePictures(request, {
    id,
    action: 'business.photos-arranged',
    change: async (tx, row) => {
      const there = await keepGivenPhoto(tx, row);
      const named = photos.map((photo) => ({ ...photo, id: realId(photo.id, row, there) }));
      if (named.some((photo) => !there.some((other) => other.id === photo.id))) {
        throw new Problem('conflict', 'One of these photos has been taken away meanwhile. Please reload the page.');
      }
      for (const [position, photo] of named.entries()) {
        await tx.update(businessPhotos).set({ position, alt: photo.alt }).where(eq(businessPhotos.id, photo.id));
      }
      const rest = there.filter((photo) => !named.some((other) => other.id === photo.id));
      for (const [after, photo] of rest.entries()) {
        const position = named.length + after;
        await tx.update(businessPhotos).set({ position }).where(eq(businessPhotos.id, photo.id));
      }
      return { answer: { photos: await settlePhotos(tx, id) } };
    },
  });
}

/** @throws Problem 'not_found' */
export function removePhoto(
  { id, photoId }: { id: string; photoId: string },
  request: Request,
): Promise<{ photos: OwnPhoto[] }> {
  return changePictures(request, {
    id,
    action: 'business.photo-removed',
    change: async (tx, row) => {
      const there = await keepGivenPhoto(tx, row);
      const photo = there.find((other) => other.id === realId(photoId, row, there));
      if (photo === undefined) throw new Problem('not_found', 'This photo is not there any more.');
      await tx.delete(businessPhotos).where(eq(businessPhotos.id, photo.id));
      return { answer: { photos: await settlePhotos(tx, id) }, unused: photo.url, data: { url: photo.url } };
    },
  });
}

/** Stores a picture and calls `use` with it; deletes the files when that fails. */
async function withStored<T>(
  upload: AsyncIterable<Uint8Array>,
  request: Request,
  use: (picture: { src: string }) => Promise<T>,
): Promise<T> {
  const picture = await storePicture(upload, uploadsOf(request));
  try {
    return await use(picture);
  } catch (error) {
    await removePicture(picture.src, uploadsOf(request));
    throw error;
  }
}

const realId = (id: string, row: Row, there: readonly OwnPhoto[]) =>
  id === givenPhotoId ? (there.find(({ url }) => url === row.imageUrl)?.id ?? id) : id;

/** From the first change on, a photo that an import gave is one among the others. */
async function keepGivenPhoto(tx: Database, row: Row): Promise<OwnPhoto[]> {
  const photos = await readPhotos(tx, row.id, row.imageUrl);
  const [first] = photos;
  if (first?.id !== givenPhotoId) return photos;
  await tx.insert(businessPhotos).values({ businessId: row.id, url: first.url, alt: '', position: -1 });
  return readPhotos(tx, row.id, row.imageUrl);
}

/** Positions count from 0, and the first photo is the one on cards. */
async function settlePhotos(tx: Database, businessId: string): Promise<OwnPhoto[]> {
  const photos = await tx
    .select({ id: businessPhotos.id, url: businessPhotos.url, alt: businessPhotos.alt })
    .from(businessPhotos)
    .where(eq(businessPhotos.businessId, businessId))
    .orderBy(asc(businessPhotos.position), asc(businessPhotos.id));
  for (const [position, photo] of photos.entries()) {
    await tx.update(businessPhotos).set({ position }).where(eq(businessPhotos.id, photo.id));
  }
  await tx
    .update(businesses)
    .set({ imageUrl: photos[0]?.url ?? null })
    .where(eq(businesses.id, businessId));
  return photos;
}
