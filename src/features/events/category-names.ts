import type { eventCategories } from '#shared/city.ts';

export const categoryNames: Record<(typeof eventCategories)[number], string> = {
  government: 'Government',
  community: 'Community',
  business: 'Business',
  cultural: 'Cultural',
};
