/** The fields of an offer: what owners send, and what they and staff read. */
import * as z from 'zod/mini';

export const maxOffers = 3;
/** With those that have ended, which are kept until they are removed. */
export const maxStoredOffers = 20;
export const maxOfferTitle = 80;
export const maxOfferText = 200;
/** An offer ends within this many days. */
export const maxOfferDays = 365;

/** The days that are allowed depend on the town's calendar: server/write-offers.ts checks them. */
export const OfferForm = z.object({
  title: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please say what you offer'),
      z.maxLength(maxOfferTitle, `Please keep it under ${maxOfferTitle + 1} characters`),
    ),
  /** '' is none. */
  text: z._default(
    z.string().check(z.trim(), z.maxLength(maxOfferText, `Please keep it under ${maxOfferText + 1} characters`)),
    '',
  ),
  /** The last day on which it counts: '2026-12-05'. */
  until: z.iso.date('Please choose the last day of the offer'),
});
export type OfferForm = z.infer<typeof OfferForm>;

export const OwnOffer = z.object({
  id: z.string(),
  title: z.string(),
  text: z.nullable(z.string()),
  until: z.string(),
});
export type OwnOffer = z.infer<typeof OwnOffer>;
