/** A mail service's report about returned mails. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

/** 't={seconds since 1970},v1={hex of HMAC-SHA256 over "{t}.{body}"}' */
export const bounceSignatureHeader = 'x-newsletter-signature';

export const BounceReport = z.object({
  email: z.string().check(z.trim(), z.minLength(3), z.maxLength(254)),
  /** 'soft' changes nothing: the mailbox may work tomorrow. */
  type: z.enum(['hard', 'soft', 'complaint']),
  detail: z.optional(z.string().check(z.maxLength(1000))),
});

export const reportBounce = endpoint({
  method: 'POST',
  path: '/api/newsletter/bounces',
  who: 'anyone',
  csrf: 'none',
  summary: `Of a mail service: an address bounced or its owner complained, so nothing is sent there again. Signed with the header ${bounceSignatureHeader}; the same report twice is no mistake`,
  body: BounceReport,
  answer: z.object({ suppressed: z.boolean() }),
  problems: ['bad_request', 'too_large'],
});
