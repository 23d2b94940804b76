/** The person or the payment behind a listing that waits. */
import * as z from 'zod/mini';
import { OrderDetails } from '#features/listing-orders/details-fields.ts';

const Submitter = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  banned: z.boolean(),
  since: z.string(),
  approved: z.number(),
  rejected: z.number(),
  pending: z.number(),
});
export type Submitter = z.infer<typeof Submitter>;

const ImportOrigin = z.object({
  uploadId: z.string(),
  fileName: z.string(),
  /** Null: that account is gone. */
  by: z.nullable(z.string()),
  at: z.string(),
});
export type ImportOrigin = z.infer<typeof ImportOrigin>;

/** The paid order from which staff began the listing. */
export const PaidOrder = z.object({
  id: z.string(),
  /** Not given back; all that was paid, once the order has ended. */
  cents: z.number(),
  /** All that was paid. */
  paidCents: z.optional(z.number()),
  /** The parts that went back. */
  backCents: z.optional(z.number()),
  /** The facts that the buyer sent; null: nothing yet. */
  details: z.optional(z.nullable(OrderDetails)),
  /** The buyer sent them, or sent them anew, after the listing was begun and last worked on. */
  isNews: z.optional(z.boolean()),
  /** The mailbox of the person who paid; null when nobody said. */
  email: z.nullable(z.string()),
  paidAt: z.string(),
  /** It stands in the queue until it is marked done. */
  isOpen: z.boolean(),
  /** Nothing of the payment is left: it went back, by this colleague, or the card's owner disputes it. Null while the order goes on. */
  ended: z.nullable(z.object({ at: z.nullable(z.string()), by: z.nullable(z.string()), isDisputed: z.boolean() })),
});
export type PaidOrder = z.infer<typeof PaidOrder>;

export const sentIn = {
  submitter: z.nullable(Submitter),
  /** Null for all other listings. */
  order: z.nullable(PaidOrder),
  /** The person who sent it in has no account any more. */
  isSenderDeleted: z.boolean(),
  /** The import that added it, as long as that can be taken back. */
  addedBy: z.nullable(ImportOrigin),
};
