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

export const orderCookieSeconds = 7 * daySeconds;

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

/** Orders of a browser; undefined: it has none, or we did not make its cookie. */
interface HeldOrders {
  /** The one that it began last. */
  current: string | undefined;
  /** One that it had paid when it began the current one. */
  paid: string | undefined;
}

export async function readOrderCookie(request: ApiRequest): Promise<HeldOrders> {
  const [current = '', paid = ''] = (readCookie(request.headers, orderCookie(isHttps(request))) ?? '').split('~');
  return { current: await provenOrder(request.db, current), paid: await provenOrder(request.db, paid) };
}

export async function setOrderCookie(request: ApiRequest, orderId: string, paidId: string | undefined): Promise<void> {
  const proofs = [orderId, ...(paidId === undefined ? [] : [paidId])].map((id) => orderProof(request.db, id));
  const value = (await Promise.all(proofs)).join('~');
  const cookie = writeCookie(orderCookie(isHttps(request)), value, {
    isHttps: isHttps(request),
    maxAgeSeconds: orderCookieSeconds,
  });
  request.setHeader('Set-Cookie', cookie, { append: true });
}
