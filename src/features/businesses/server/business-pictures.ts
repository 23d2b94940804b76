/** The logo and the photos of one business. A file goes soon after its row; until then the row can be put back. */

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
import { noteRemoval, takeRemoval } from './removed-pictures.ts';

type Row = typeof businesses.$inferSelect;
type Request = Pick<ApiRequest, 'db' | 'user' | 'env' | 'now'>;

const uploadsOf = ({ env }: Request) => filesOf(env).uploads;

interface PictureChange<T> {
  id: string;
  change: (tx: Database, row: Row, actorId: string) => Promise<{ answer: T; data?: Record<string, unknown> }>;
  action: string;
}

/** One change of pictures with its audit row. */
async function changePictures<T>(request: Request, { id, change, action }: PictureChange<T>): Promise<T> {
  const user = await requireEditable(request.db, id, request.user);
  return request.db.transaction(async (tx) => {
    const row = await lockEditable(tx, id, user);
    const done = await change(tx, row, user.id);
    await writeAudit(tx, {
      actorId: user.id,
      action,
      subjectType: 'business',
      subjectId: id,
      ...(done.data ? { data: done.data } : {}),
    });
    if (row.status === 'approved') await announceChange(tx, ['businesses', `business:${id}`]);
    return done.answer;
  });
}

/** @throws Problem as requireEditable and storePicture do */
export async function replaceLogo(
  id: string,
  upload: AsyncIterable<Uint8Array>,
  request: Request,
): Promise<{ logoUrl: string; undoId: string | null }> {
  await requireEditable(request.db, id, request.user);
  return withStored(upload, request, ({ src }) => setLogo(id, src, request));
}

export const removeLogo = (id: string, request: Request): Promise<{ logoUrl: null; undoId: string | null }> =>
  setLogo(id, null, request);

function setLogo<T extends string | null>(
  id: string,
  logoUrl: T,
  request: Request,
): Promise<{ logoUrl: T; undoId: string | null }> {
  return changePictures(request, {
    id,
    action: 'business.logo-changed',
    change: async (tx, row, actorId) => {
      const at = request.now();
      await tx.update(businesses).set({ logoUrl, updatedAt: at }).where(eq(businesses.id, id));
      const src = row.logoUrl;
      const noting = src && { actorId, before: { businessId: id, logoUrl: src, now: logoUrl }, src, at };
      const undoId = noting ? await noteRemoval(tx, noting) : null;
      return { answer: { logoUrl, undoId }, data: { logoUrl: [src, logoUrl] } };
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
): Promise<{ photos: OwnPhoto[]; undoId: string }> {
  return changePictures(request, {
    id,
    action: 'business.photo-removed',
    change: async (tx, row, actorId) => {
      const there = await keepGivenPhoto(tx, row);
      const position = there.findIndex((other) => other.id === realId(photoId, row, there));
      const photo = there[position];
      if (photo === undefined) throw new Problem('not_found', 'This photo is not there any more.');
      await tx.delete(businessPhotos).where(eq(businessPhotos.id, photo.id));
      const { url, alt } = photo;
      const before = { businessId: id, url, alt, position };
      const undoId = await noteRemoval(tx, { actorId, before, src: url, at: request.now() });
      return { answer: { photos: await settlePhotos(tx, id), undoId }, data: { url } };
    },
  });
}

/**
 * Puts back what the same person has just removed: the photo with its words at its place, or the logo.
 * @throws Problem 'conflict' when it is too late, when there is another logo since, or no room for the photo
 */
export function putPictureBack(
  { id, undoId }: { id: string; undoId: string },
  request: Request,
): Promise<{ logoUrl: string | null; photos: OwnPhoto[] }> {
  return changePictures(request, {
    id,
    action: 'business.picture-put-back',
    change: async (tx, row, actorId) => {
      const before = await takeRemoval(tx, { undoId, actorId, businessId: id, now: request.now() });
      const there = await keepGivenPhoto(tx, row);
      if ('logoUrl' in before) {
        if (row.logoUrl !== before.now) throw new Problem('conflict', 'There is another logo since.');
        const { logoUrl } = before;
        await tx.update(businesses).set({ logoUrl, updatedAt: request.now() }).where(eq(businesses.id, id));
        return { answer: { logoUrl, photos: there }, data: { logoUrl: [before.now, logoUrl] } };
      }
      if (there.length >= maxPhotos) throw tooMany();
      const { url, alt } = before;
      for (const [at, photo] of there.entries()) {
        const position = at < before.position ? at : at + 1;
        await tx.update(businessPhotos).set({ position }).where(eq(businessPhotos.id, photo.id));
      }
      await tx.insert(businessPhotos).values({ businessId: id, url, alt, position: before.position });
      return { answer: { logoUrl: row.logoUrl, photos: await settlePhotos(tx, id) }, data: { url } };
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
