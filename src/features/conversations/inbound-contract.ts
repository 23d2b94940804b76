/** Mail that a mail service hands to the site. */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

/** 't={seconds since 1970},v1={hex of HMAC-SHA256 over "{t}." and the body}' */
export const inboundSignatureHeader = 'x-inbound-signature';

/**
 * 'known': it was kept before. 'automatic': a program wrote it. 'unknown': it is addressed to no conversation. 'stranger':
 * somebody else than the owner wrote to the owner's address. 'blocked': kept for the page of its sender alone, whom the business has blocked and who is not told.
 */
const MailResult = z.enum([
  ...(['kept', 'known', 'automatic', 'blocked', 'unknown', 'closed'] as const),
  ...(['stranger', 'too-many', 'unreadable', 'off'] as const),
]);
export type MailResult = z.infer<typeof MailResult>;

export const takeMail = endpoint({
  method: 'POST',
  path: '/api/inbound-mail',
  who: 'anyone',
  csrf: 'none',
  summary: `A whole mail (MIME) as the body: a reply goes into its conversation. Signed with the header ${inboundSignatureHeader}; the same mail twice is kept once. A mail that is not kept is no error, so that nobody sends it again: the answer says why`,
  answer: z.object({ result: MailResult }),
  problems: ['not_found', 'bad_request', 'too_large'],
});
