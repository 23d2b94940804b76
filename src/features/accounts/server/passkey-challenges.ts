/** Questions for passkeys: each is random, good for one answer within 5 minutes, in the browser that asked. */
import { randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { passkeyChallenges } from '#server/db/schema/index.ts';
import { binding } from '#server/http/csrf.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { minuteMs } from '#shared/times.ts';
import { hashToken } from './opaque-token.ts';

export const challengeMs = 5 * minuteMs;

export type ChallengePurpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

/** Every call that gets here has passed the CSRF check, so it has one of the two cookies. */
function boundTo({ headers, env }: Pick<ApiRequest, 'headers' | 'env'>): string {
  const bound = binding(headers, env.siteUrl.startsWith('https:'));
  if (bound === undefined) throw new Problem('csrf', 'Please reload the page and try again.');
  return hashToken(bound);
}

export async function makeChallenge(purpose: ChallengePurpose, request: ApiRequest): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = randomBytes(32);
  await request.db.insert(passkeyChallenges).values({
    challenge: challenge.toString('base64url'),
    purpose,
    boundTo: boundTo(request),
    expiresAt: new Date(request.now().getTime() + challengeMs),
  });
  return new Uint8Array(challenge);
}

/**
 * Uses up the challenge that an answer names and returns it; null when this browser was asked no such question, or has
 * answered it. Call it outside of the transaction of the answer: a refused answer uses its challenge up, too.
 */
export async function takeChallenge(
  clientDataJSON: string,
  purpose: ChallengePurpose,
  request: ApiRequest,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJSON);
  if (challenge === null) return null;
  const { rowCount } = await request.db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        eq(passkeyChallenges.boundTo, boundTo(request)),
        gt(passkeyChallenges.expiresAt, request.now()),
      ),
    );
  return rowCount === 1 ? challenge : null;
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge) ? challenge : null;
  } catch {
    return null;
  }
}
