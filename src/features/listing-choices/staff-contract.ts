/** The categories and properties that listings choose from, in the town's own words; for administrators. */
import * as z from 'zod/mini';
import { SettingHistory } from '#features/settings/history-contract.ts';
import { categoryColors } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';

const CategoryForm = z.object({
  /** The last part of its page's address. Empty for a new one, which gets it from its name. */
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** A drawing, which is the pack's for one of the pack's. */
  icon: z.string(),
  /** Nobody is offered it; listings in it stay. */
  isHidden: z.boolean(),
});
export type CategoryForm = z.infer<typeof CategoryForm>;

const ShownCategory = z.extend(CategoryForm, {
  color: z.enum(categoryColors),
  /** Added by the town. */
  isOwn: z.boolean(),
  /** Listings in it, in any state. */
  listings: z.number(),
});
export type ShownCategory = z.infer<typeof ShownCategory>;

export const StaffCategories = z.object({
  /** In the order of the screen, hidden ones too. */
  value: z.array(ShownCategory),
  packValue: z.array(CategoryForm),
  /** Drawings to choose from. */
  icons: z.array(z.string()),
  /** Null when nothing overrides the pack. */
  changedAt: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
  history: SettingHistory,
});
export type StaffCategories = z.infer<typeof StaffCategories>;

const place = { path: '/api/staff/categories', who: 'staff', rights: ['administrator'] } as const;

export const getStaffCategories = endpoint({
  ...place,
  method: 'GET',
  summary: 'The categories in the words of the town, with what the city pack says and who changed them when',
  answer: StaffCategories,
  problems: [],
});

const maxCategories = 200;

export const putStaffCategories = endpoint({
  ...place,
  method: 'PUT',
  summary: 'Sets all categories; `changedAt` is that of the copy that was edited',
  body: z.object({
    value: z.array(CategoryForm).check(z.maxLength(maxCategories)),
    changedAt: z.nullable(z.string()),
  }),
  answer: StaffCategories,
  problems: ['conflict', 'invalid'],
});

export const resetStaffCategories = endpoint({
  ...place,
  method: 'DELETE',
  summary: "Goes back to the city pack's categories; `changedAt` is that of the copy that is given up",
  query: z.object({ changedAt: z.optional(z.string().check(z.maxLength(40))) }),
  answer: StaffCategories,
  problems: ['conflict'],
});

const PropertyWords = z.object({
  /** Stored with each listing. Empty for a new one. */
  key: z.string(),
  name: z.string(),
  /** The heading in forms and filters. */
  group: z.string(),
  /** People type these when they look for it. */
  words: z.array(z.string()),
  /** A drawing, which is the pack's for one of the pack's. */
  icon: z.string(),
  /** Nobody is offered it, sees it or finds it; listings keep it. */
  isHidden: z.boolean(),
});
export type PropertyForm = z.infer<typeof PropertyWords>;

const ShownProperty = z.extend(PropertyWords, {
  /** Added by the town. */
  isOwn: z.boolean(),
  /** Listings that have it, in any state. */
  listings: z.number(),
});
export type ShownProperty = z.infer<typeof ShownProperty>;

export const StaffProperties = z.object({
  /** In the order of the screen, hidden ones too. */
  value: z.array(ShownProperty),
  packValue: z.array(PropertyWords),
  /** Drawings to choose from. */
  icons: z.array(z.string()),
  /** Null when nothing overrides the pack. */
  changedAt: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
  history: SettingHistory,
});
export type StaffProperties = z.infer<typeof StaffProperties>;

const propertiesPlace = { path: '/api/staff/properties', who: 'staff', rights: ['administrator'] } as const;

export const getStaffProperties = endpoint({
  ...propertiesPlace,
  method: 'GET',
  summary: 'What listings may have, in the words of the town, with what the city pack says and who changed it when',
  answer: StaffProperties,
  problems: [],
});

const maxProperties = 200;

export const putStaffProperties = endpoint({
  ...propertiesPlace,
  method: 'PUT',
  summary: 'Sets what listings may have; `changedAt` is that of the copy that was edited',
  body: z.object({
    value: z.array(PropertyWords).check(z.maxLength(maxProperties)),
    changedAt: z.nullable(z.string()),
  }),
  answer: StaffProperties,
  problems: ['conflict', 'invalid'],
});

export const resetStaffProperties = endpoint({
  ...propertiesPlace,
  method: 'DELETE',
  summary: "Goes back to the city pack's properties; `changedAt` is that of the copy that is given up",
  query: z.object({ changedAt: z.optional(z.string().check(z.maxLength(40))) }),
  answer: StaffProperties,
  problems: ['conflict'],
});
