import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import {
  announcements,
  businesses,
  businessPhotos,
  categories,
  offers,
  ownerAnswers,
} from '#server/db/schema/index.ts';
import type { Answer } from '#shared/endpoint.ts';
import type { downloadData } from '../download-contract.ts';
import { talksOf } from './collect-letters.ts';

type Listing = Answer<typeof downloadData>['businesses'][number];

/** Offers, announcements and saved answers of these listings. */
async function ownWordsOf(db: Database, ids: string[]) {
  return {
    offers: await db.select().from(offers).where(inArray(offers.businessId, ids)).orderBy(offers.until, offers.id),
    announcements: await db
      .select()
      .from(announcements)
      .where(inArray(announcements.businessId, ids))
      .orderBy(announcements.until, announcements.id),
    answers: await db
      .select()
      .from(ownerAnswers)
      .where(inArray(ownerAnswers.businessId, ids))
      .orderBy(ownerAnswers.createdAt, ownerAnswers.id),
  };
}

/** The listings of a person, and those that the person sent in and nobody owns. */
export async function listingsOf(db: Database, userId: string): Promise<Listing[]> {
  // A listing that was handed over is its new owner's, whoever sent it in.
  const isSentIn = and(isNull(businesses.ownerId), eq(businesses.submittedById, userId));
  const owned = await db
    .select()
    .from(businesses)
    .where(or(eq(businesses.ownerId, userId), isSentIn))
    .orderBy(businesses.id);
  const own = await ownWordsOf(
    db,
    owned.filter(({ ownerId }) => ownerId === userId).map(({ id }) => id),
  );
  const photos = await db
    .select()
    .from(businessPhotos)
    .where(
      inArray(
        businessPhotos.businessId,
        owned.map(({ id }) => id),
      ),
    )
    .orderBy(businessPhotos.businessId, businessPhotos.position);
  const names = new Map(
    (await db.select({ id: categories.id, name: categories.name }).from(categories)).map(({ id, name }) => [id, name]),
  );
  const talks = await talksOf(
    db,
    owned.map(({ id }) => id),
  );
  return owned.map((business) => ({
    ...business,
    ...(business as Pick<Listing, 'hours' | 'closures' | 'socialLinks'>),
    offers: own.offers.filter(({ businessId }) => businessId === business.id),
    announcements: own.announcements.filter(({ businessId }) => businessId === business.id),
    savedAnswers: own.answers.filter(({ businessId }) => businessId === business.id).map(({ text }) => text),
    talk: talks(business.id),
    category: names.get(business.categoryId) ?? '',
    photos: photos.filter(({ businessId }) => businessId === business.id).map(({ url, alt }) => ({ url, alt })),
    createdAt: business.createdAt.toISOString(),
  }));
}
