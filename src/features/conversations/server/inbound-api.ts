import { takeFromLimit } from '#server/http/rate-limit.ts';
import { readBodyBytes } from '#server/http/read-body.ts';
import type { ApiRequest, ServedEndpoint } from '#server/http/serve.ts';
import { isSigned, readSignature, wrongSignature } from '#server/http/signed-body.ts';
import { noteSecurityEvent } from '#server/security-events.ts';
import { Problem } from '#shared/problem.ts';
import { inboundSignatureHeader, type MailResult, takeMail } from '../inbound-contract.ts';
import { maxMailBytes } from './read-mail.ts';
import { receiveMail, type Ways } from './receive-mail.ts';

/** Results that an attacker causes. */
const refused: ReadonlySet<MailResult> = new Set(['unknown', 'closed', 'stranger', 'too-many']);

export const inboundApi = (ways: Ways): ServedEndpoint[] => [
  {
    endpoint: takeMail,
    tags: undefined,
    // Read as bytes: the signature covers them, and a mail is in no one character set.
    respond: async (c) => {
      const request = c.get('request');
      const secret = request.env.inbound?.secret;
      if (secret === undefined)
        throw new Problem('not_found', 'This site takes no mail here: INBOUND_MAIL_SECRET is not set.');
      await takeFromLimit(request.db, 'inbound-mail', request.clientAddress, request.now());
      const signature = readSignature(c.req.header(inboundSignatureHeader), request.now());
      if (signature === null) throw refuse(request);
      const raw = await readBodyBytes(c.req.raw, maxMailBytes);
      if (!isSigned(raw, signature, secret)) throw refuse(request);
      const result = await receiveMail(raw, ways, request);
      if (refused.has(result)) note(request);
      return c.json({ result });
    },
  },
];

function refuse(request: ApiRequest): Problem {
  note(request);
  return wrongSignature();
}

function note({ db, log, clientAddress, requestId }: ApiRequest): void {
  const { method, path: route } = takeMail;
  noteSecurityEvent({ db, log }, 'inbound_mail_refused', { clientAddress, requestId, method, route });
}
