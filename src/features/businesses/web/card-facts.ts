import { cutText } from '#shared/whole-letters.ts';
import type { BusinessSummary } from '../contract.ts';

/** A card shows two lines: this many letters at most, where it is widest. */
const descriptionLength = 200;

/** What a card shows: two fifths of what the API tells of a business would be in a page's state in vain. */
export function cardFacts({
  slug,
  name,
  description,
  address,
  category,
  categoryName,
  logoUrl,
  imageUrl,
  isPremium,
}: BusinessSummary) {
  return {
    slug,
    name,
    description: description && cutText(description, descriptionLength),
    address,
    category,
    categoryName,
    logoUrl,
    imageUrl,
    isPremium,
  };
}

export type CardFacts = ReturnType<typeof cardFacts>;
