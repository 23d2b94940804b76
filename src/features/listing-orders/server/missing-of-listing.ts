import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { businesses, businessPhotos, type listingOrders } from '#server/db/schema/index.ts';
import { readDetails } from './order-details.ts';

type Order = typeof listingOrders.$inferSelect;

const inWords = new Intl.ListFormat('en-US');

const isEmpty = (value: unknown) => value === null || value === '' || Object.keys(value as object).length === 0;

/** Sentences about what a paid listing lacks of the facts that its buyer sent, and of what every listing should have; '' for nothing. */
export async function missingOfListing(tx: Database, order: Order, listingId: string): Promise<string> {
  const [listing] = await tx.select().from(businesses).where(eq(businesses.id, listingId));
  if (listing === undefined) return '';
  const { address, phone, website, hours, latitude, logoUrl } = listing;
  const sent = readDetails(order);
  const facts = [
    ['the address', sent?.address, address],
    ['the phone number', sent?.phone, phone],
    ['the website', sent?.website, website],
    ['the opening hours', sent?.hours, hours],
  ] as const;
  const lacks = facts.flatMap(([name, theirs, ours]) => (theirs && isEmpty(ours) ? [name] : []));
  const photos = logoUrl === null ? await tx.$count(businessPhotos, eq(businessPhotos.businessId, listingId)) : 1;
  const bare = [...(latitude === null ? ['no pin on the map'] : []), ...(photos === 0 ? ['no picture'] : [])];
  return [
    ...(lacks.length > 0 ? [`The listing lacks what they sent: ${inWords.format(lacks)}.`] : []),
    ...(bare.length > 0 ? [`${lacks.length > 0 ? 'It' : 'The listing'} has ${inWords.format(bare)}.`] : []),
  ].join(' ');
}
