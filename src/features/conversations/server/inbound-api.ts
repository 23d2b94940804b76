import { createHmac, timingSafeEqual } from 'node:crypto';
import { takeFromLimit } from '#server/http/rate-limit.ts';
import { readBodyBytes } from '#server/http/read-body.ts';
import type { ApiRequest, ServedEndpoint } from '#server/http/serve.ts';
import { noteSecurityEvent } from '#server/security-events.ts';
import { Problem } from '#shared/problem.ts';
import { inboundSignatureHeader, type MailResult, takeMail } from '../inbound-contract.ts';
import { maxMailBytes } from './read-mail.ts';
import { receiveMail, type Ways } from './receive-mail.ts';

/** Seconds for which a signed mail is accepted: an intercepted one cannot be sent again later. */
const tolerance = 300;

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
      const given = readSignature(c.req.header(inboundSignatureHeader) ?? '', request);
      const raw = await readBodyBytes(c.req.raw, maxMailBytes);
      const right = createHmac('sha256', secret).update(`${given.time}.`).update(raw).digest();
      if (!timingSafeEqual(right, given.signature)) throw refuse(request);
      const result = await receiveMail(raw, ways, request);
      if (refused.has(result)) note(request);
      return c.json({ result });
    },
  },
];

function readSignature(header: string, request: ApiRequest): { time: string; signature: Buffer } {
  const [, time = '', given = ''] = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec(header.replaceAll(' ', '')) ?? [];
  if (given === '' || Math.abs(request.now().getTime() / 1000 - Number(time)) > tolerance) throw refuse(request);
  return { time, signature: Buffer.from(given, 'hex') };
}

function refuse(request: ApiRequest): Problem {
  note(request);
  return new Problem('bad_request', 'The signature is missing, wrong or too old.');
}

function note({ db, log, clientAddress, requestId }: ApiRequest): void {
  const { method, path: route } = takeMail;
  noteSecurityEvent({ db, log }, 'inbound_mail_refused', { clientAddress, requestId, method, route });
}
