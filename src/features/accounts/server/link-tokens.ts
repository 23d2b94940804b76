/** Tokens of mailed links: each allows one action, once, for a limited time. */
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { userTokens } from '#server/db/schema/index.ts';
import { Problem } from '#shared/problem.ts';
import { minuteMs } from '#shared/times.ts';
import { hashToken, newToken } from './opaque-token.ts';

type LinkPurpose = 'verify-email' | 'reset-password' | 'change-email' | 'guarded-email-confirm' | 'guarded-email-stop';

/** The life of each kind of link (docs/product-rules.md#mailed-links). */
const lifeMs: Record<LinkPurpose, number> = {
  'verify-email': 7 * 24 * 60 * minuteMs,
  'reset-password': 60 * minuteMs,
  'change-email': 24 * 60 * minuteMs,
  'guarded-email-confirm': 7 * 24 * 60 * minuteMs,
  // Longer than the change should wait: a site that was off carries it out late, and it has to be stoppable until then.
  'guarded-email-stop': 30 * 24 * 60 * minuteMs,
};

export const spentLink = () =>
  new Problem('not_found', 'This link was used before or is too old. Please ask for a new one.');

interface NewLink {
  userId: string;
  purpose: LinkPurpose;
  now: Date;
  data?: unknown;
}

/** Makes a token and returns it; only its hash is stored. */
export async function makeLinkToken(tx: Database, { userId, purpose, now, data }: NewLink): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifeMs[purpose]);
  await tx.insert(userTokens).values({ userId, purpose, tokenHash: hashToken(token), createdAt: now, expiresAt, data });
  return token;
}

export interface LinkToken {
  id: string;
  userId: string;
  purpose: string;
  data: unknown;
}

const isOpen = (token: string, now: Date) =>
  and(eq(userTokens.tokenHash, hashToken(token)), isNull(userTokens.usedAt), gt(userTokens.expiresAt, now));

/** Reads a link without using it; null when it is used, expired or unknown. */
export async function findLinkToken(db: Database, token: string, now: Date): Promise<LinkToken | null> {
  const { id, userId, purpose, data } = userTokens;
  const [row] = await db.select({ id, userId, purpose, data }).from(userTokens).where(isOpen(token, now));
  return row ?? null;
}

/** Reads a link that was used; null when it was not, or is unknown. */
export async function findUsedLink(db: Database, token: string): Promise<LinkToken | null> {
  const { id, userId, purpose, data, tokenHash, usedAt } = userTokens;
  const isUsed = and(eq(tokenHash, hashToken(token)), isNotNull(usedAt));
  const [row] = await db.select({ id, userId, purpose, data }).from(userTokens).where(isUsed);
  return row ?? null;
}

/** Uses a link. Of several attempts at once only one succeeds. Null as above, and for another purpose. */
export async function spendLinkToken(
  tx: Database,
  token: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<LinkToken | null> {
  const [row] = await tx
    .update(userTokens)
    .set({ usedAt: now })
    .where(and(isOpen(token, now), eq(userTokens.purpose, purpose)))
    .returning({ id: userTokens.id, userId: userTokens.userId, purpose: userTokens.purpose, data: userTokens.data });
  return row ?? null;
}

/** Deletes every open link of this purpose. */
export async function dropLinkTokens(tx: Database, userId: string, purpose: LinkPurpose): Promise<void> {
  await tx.delete(userTokens).where(and(eq(userTokens.userId, userId), eq(userTokens.purpose, purpose)));
}
