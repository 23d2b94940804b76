/** The town's prices, for staff who look after money. */
import * as z from 'zod/mini';
import { SettingHistory } from '#features/settings/history-contract.ts';
import { endpoint } from '#shared/endpoint.ts';

/** In cents. */
const Amounts = z.object({
  claim: z.number(),
  claimPremium: z.number(),
  premiumMonth: z.number(),
  premiumYear: z.number(),
  listing: z.number(),
  listingPremium: z.number(),
});

export const StaffPrices = z.object({
  value: Amounts,
  /** The city pack's amounts. */
  packValue: Amounts,
  /** Null when nothing overrides the pack. */
  changedAt: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
  history: SettingHistory,
});
export type StaffPrices = z.infer<typeof StaffPrices>;

const place = { path: '/api/staff/prices', who: 'staff', rights: ['treasurer'] } as const;

export const getPrices = endpoint({
  ...place,
  method: 'GET',
  summary: 'The prices, with what the city pack says and who changed them when',
  answer: StaffPrices,
  problems: [],
});

export const putPrices = endpoint({
  ...place,
  method: 'PUT',
  summary: 'Sets prices for everybody who buys from now on; `changedAt` is that of the copy that was edited',
  body: z.object({ value: z.record(z.string(), z.unknown()), changedAt: z.nullable(z.string()) }),
  answer: StaffPrices,
  problems: ['conflict', 'invalid'],
});

export const resetPrices = endpoint({
  ...place,
  method: 'DELETE',
  summary: "Goes back to the city pack's prices; `changedAt` is that of the copy that is given up",
  query: z.object({ changedAt: z.optional(z.string().check(z.maxLength(40))) }),
  answer: StaffPrices,
  problems: ['conflict'],
});
