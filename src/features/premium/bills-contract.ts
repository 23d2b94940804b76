/** The bills of everything that a person has paid. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const Bill = z.object({
  /** The payment service's invoice, the order, or the act of staff. */
  id: z.string(),
  /** The number on the invoice, of the order, or of the receipt for cash. */
  number: z.nullable(z.string()),
  /** The number of the check, or of a receipt on paper; null: none was given. */
  reference: z.nullable(z.string()),
  at: z.string(),
  /** The businesses that it is for. */
  businesses: z.array(z.string()),
  lines: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      cents: z.int(),
      /** The time that it covers; null: it is for no time, or the time has not begun. */
      time: z.nullable(z.object({ from: z.string(), until: z.string() })),
    }),
  ),
  /** Added as tax; 0: none. */
  taxCents: z.int(),
  /** Taken from an earlier balance. */
  creditCents: z.int(),
  paidCents: z.int(),
  paidBy: z.enum(['card', 'cash']),
  refunds: z.array(z.object({ at: z.string(), cents: z.int() })),
  /** Booked as paid in cash or by check, and never came. */
  missing: z.array(z.object({ at: z.string(), cents: z.int() })),
  /** The part that the card's owner disputes with the bank, also once the bank has taken it for good. */
  dispute: z.nullable(z.object({ at: z.string(), cents: z.int() })),
  /** The payment service's own invoice, as a file and as a page; null where it has none. */
  pdfUrl: z.nullable(z.string()),
  pageUrl: z.nullable(z.string()),
});
export type Bill = z.infer<typeof Bill>;

export const listBills = endpoint({
  method: 'GET',
  path: '/api/billing/bills',
  who: 'signed-in',
  limit: 'bills',
  summary: 'The bills of all own payments, newest first, at most 100 of the payment service',
  answer: z.object({
    bills: z.array(Bill),
    /** Bills of plans are missing, because the payment service cannot be asked. */
    isPartial: z.boolean(),
    /** Pays for what is due next before the card does; 0: none, or it cannot be asked for. */
    creditCents: z.int(),
    /** The town: its name, its postal address, its mailbox. */
    issuer: z.object({ name: z.string(), address: z.string(), email: z.string() }),
    /** No real card was charged: nobody shall take such a bill for a real one. */
    isTest: z.boolean(),
    /** The person who pays. */
    payer: z.object({ name: z.string(), email: z.string() }),
  }),
  problems: [],
});
