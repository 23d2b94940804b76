/** Bodies that another machine signs with a shared secret, in a header `t=SECONDS,v1=HMAC`. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '#shared/problem.ts';

/** A signed body is accepted for so long: an intercepted one cannot be sent again later. */
const toleranceSeconds = 300;

interface BodySignature {
  /** Seconds since 1970, as they were signed. */
  time: string;
  hmac: Buffer;
}

export const wrongSignature = (): Problem => new Problem('bad_request', 'The signature is missing, wrong or too old.');

/** Null when it is missing or too old. */
export function readSignature(header: string | undefined, now: Date): BodySignature | null {
  const parts = /^t=(\d{1,12}),v1=([\da-f]{64})$/.exec((header ?? '').replaceAll(' ', ''));
  const [, time = '', hmac = ''] = parts ?? [];
  if (hmac === '' || Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) return null;
  return { time, hmac: Buffer.from(hmac, 'hex') };
}

export function isSigned(body: Uint8Array | string, { time, hmac }: BodySignature, secret: string): boolean {
  return timingSafeEqual(createHmac('sha256', secret).update(`${time}.`).update(body).digest(), hmac);
}
