import * as z from 'zod/mini';

/** One change of a setting: who, when, from what, to what. Newest first, at most 50. */
export const SettingHistory = z.array(
  z.object({
    at: z.string(),
    /** null: the account is gone. */
    by: z.nullable(z.string()),
    /** True when the city pack's own value was put back. */
    isReset: z.boolean(),
    /** True when an uploaded picture of the value before is deleted. */
    lacksPictures: z.optional(z.boolean()),
    changes: z.array(z.object({ name: z.string(), from: z.unknown(), to: z.unknown() })),
  }),
);
export type SettingHistory = z.infer<typeof SettingHistory>;
