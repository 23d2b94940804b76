/** The categories with drawings of their own: a symbol, a pattern and a place of business. */
export const drawnCategories = [
  'food-dining',
  'shopping',
  'health-beauty',
  'medical-services',
  'home-services',
  'professional-services',
  'legal-services',
  'real-estate-services',
  'pet-services',
  'arts-entertainment',
  'education',
  'automotive',
  'finance',
  'technology',
  'other',
] as const;
export type DrawnCategory = (typeof drawnCategories)[number];

/** The drawings for a category of any slug: those of 'other' for one that the town has added. */
export const drawnAs = (slug: string): DrawnCategory => drawnCategories.find((drawn) => drawn === slug) ?? 'other';
