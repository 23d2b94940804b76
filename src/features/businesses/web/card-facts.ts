import { shortText } from '#shared/short-text.ts';
import type { ListedBusiness } from '../contract.ts';
import { formatPhone } from '../format-phone.ts';
import { cardState } from '../opening-hours.ts';

/** Two lines of a card hold about this many letters where it is narrowest. */
const descriptionLength = 84;

export const cardText = (description: string) => shortText(description, descriptionLength);

/** The parts of an answer that a card shows: the rest would only make the page's state larger. */
export function cardFacts(business: ListedBusiness, { now, timeZone }: { now: Date; timeZone: string }) {
  const { id, slug, name, description, address, category, categoryName, logoUrl, imageUrl, isPremium } = business;
  const { phone, hours, closures, distanceMiles } = business;
  return {
    slug,
    name,
    description: description && cardText(description),
    ...{ address, category, categoryName, logoUrl, imageUrl, isPremium },
    ...(phone === null ? {} : { id, phone: formatPhone(phone) ?? phone }),
    ...(hours === null ? {} : { hours, open: cardState(hours, now, timeZone, closures) }),
    ...(closures.length === 0 ? {} : { closures }),
    ...(distanceMiles === null ? {} : { distanceMiles }),
  };
}

export type CardFacts = ReturnType<typeof cardFacts>;
