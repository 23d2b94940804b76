import { firstLetters } from '#shared/whole-letters.ts';
import type { ListedBusiness } from '../contract.ts';
import { formatPhone } from '../format-phone.ts';
import { cardState } from '../opening-hours.ts';

/** Two lines of a card hold about this many letters where it is narrowest. */
const descriptionLength = 84;
/** A first sentence of this length at least says enough by itself. */
const minSentenceLength = 40;

/** Whole words, whole sentences where they fit: the clamp of two lines would cut the last word in half. */
export function cardText(description: string): string {
  const text = description.replace(/\s+/g, ' ').trim();
  if (text.length <= descriptionLength) return text;
  const room = firstLetters(text, descriptionLength);
  const sentence = /^.*[.!?](?= )/.exec(room)?.[0] ?? '';
  if (sentence.length >= minSentenceLength) return sentence;
  const space = room.lastIndexOf(' ');
  const words = space > minSentenceLength ? room.slice(0, space) : room;
  return `${words.replace(/[\s,;:–—-]+$/u, '')}…`;
}

/** The parts of an answer that a card shows: the rest would only make the page's state larger. */
export function cardFacts(business: ListedBusiness, { now, timeZone }: { now: Date; timeZone: string }) {
  const { slug, name, description, address, category, categoryName, logoUrl, imageUrl, isPremium } = business;
  const { phone, hours, closures, distanceMiles } = business;
  return {
    slug,
    name,
    description: description && cardText(description),
    ...{ address, category, categoryName, logoUrl, imageUrl, isPremium },
    ...(phone === null ? {} : { phone: formatPhone(phone) ?? phone }),
    ...(hours === null ? {} : { hours, open: cardState(hours, now, timeZone, closures) }),
    ...(closures.length === 0 ? {} : { closures }),
    ...(distanceMiles === null ? {} : { distanceMiles }),
  };
}

export type CardFacts = ReturnType<typeof cardFacts>;
