/**
 * The cookie that names the order of this browser, and the links of its mails. Both are signed, so that nobody can name another
 * person's order.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '#server/db/client.ts';
import { orderCookie, readCookie, writeCookie } from '#server/http/cookies.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { siteSecret } from '#server/site-secret.ts';
import { daySeconds } from '#shared/times.ts';

const maxAgeSeconds = 7 * daySeconds;

async function sign(db: Database, orderId: string): Promise<string> {
  return createHmac('sha256', await siteSecret(db, 'listing-orders'))
    .update(orderId)
    .digest('base64url');
}

const isHttps = ({ env }: Pick<ApiRequest, 'env'>) => env.siteUrl.startsWith('https:');

/** The order's id with its signature, for links. */
export async function orderProof(db: Database, orderId: string): Promise<string> {
  return `${orderId}.${await sign(db, orderId)}`;
}

/** The order that a proof names; undefined when we did not make it. */
export async function provenOrder(db: Database, proof: string): Promise<string | undefined> {
  const [orderId = '', signature = ''] = proof.split('.');
  if (orderId === '') return undefined;
  const right = Buffer.from(await sign(db, orderId));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right) ? orderId : undefined;
}

/** Undefined when the browser has no order, or we did not make its cookie. */
export function readOrderCookie(request: ApiRequest): Promise<string | undefined> {
  return provenOrder(request.db, readCookie(request.headers, orderCookie(isHttps(request))) ?? '');
}

export async function setOrderCookie(request: ApiRequest, orderId: string): Promise<void> {
  const value = await orderProof(request.db, orderId);
  const cookie = writeCookie(orderCookie(isHttps(request)), value, { isHttps: isHttps(request), maxAgeSeconds });
  request.setHeader('Set-Cookie', cookie, { append: true });
}
