/**
 * The cookie that names the order of this browser. It is signed, so that nobody can name another browser's
 * order.
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

/** Undefined when the browser has no order, or we did not make its cookie. */
export async function readOrderCookie(request: ApiRequest): Promise<string | undefined> {
  const [orderId = '', signature = ''] = (readCookie(request.headers, orderCookie(isHttps(request))) ?? '').split('.');
  if (orderId === '') return undefined;
  const right = Buffer.from(await sign(request.db, orderId));
  const given = Buffer.from(signature);
  return given.length === right.length && timingSafeEqual(given, right) ? orderId : undefined;
}

export async function setOrderCookie(request: ApiRequest, orderId: string): Promise<void> {
  const value = `${orderId}.${await sign(request.db, orderId)}`;
  const cookie = writeCookie(orderCookie(isHttps(request)), value, { isHttps: isHttps(request), maxAgeSeconds });
  request.setHeader('Set-Cookie', cookie, { append: true });
}
