import { and, eq, gt, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { carriedOut, listingInvitations, users } from '#server/db/schema/index.ts';
import { type CallKey, readCallKey } from '#server/http/carry-out-once.ts';
import { fitsLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { Problem } from '#shared/problem.ts';
import { type RegisterBody, register } from '../sign-in-contract.ts';
import { checkNewAccount } from './check-new-account.ts';
import { emailConfirmed } from './email-confirmed.ts';
import { hasMailbox } from './has-mailbox.ts';
import { hashPassword } from './hash-password.ts';
import { logInWithPassword } from './log-in.ts';
import { mailboxKey } from './mailbox-key.ts';
import { hashToken } from './opaque-token.ts';
import { sendVerification } from './send-verification.ts';
import { startSession } from './start-session.ts';
import { checkNotTaken, refuseTaken } from './taken.ts';

/**
 * Key of this call, without the user: if the first answer was lost, its session may have signed the browser in, and the retry must have
 * the same key.
 */
const keyOf = (request: ApiRequest) => readCallKey(register, register.path, null, { ...request, user: null });

/**
 * Makes an owner's account, mails the link that confirms its address unless an invitation proves it, and begins a session. Returns the
 * session's token. The same call again, after its answer was lost, enters the new account as a log-in does.
 * @throws Problem 'invalid' for a password that is easy to guess or a name of office, 'conflict' for a taken e-mail or username
 */
export async function registerOwner(
  body: RegisterBody,
  request: ApiRequest,
): Promise<{ userId: string; token: string }> {
  const key = keyOf(request);
  try {
    return await makeAccount(body, key, request);
  } catch (error) {
    const isTaken = error instanceof Problem && error.code === 'conflict';
    if (!isTaken || key === null || !(await wasMadeWith(request.db, key, body))) throw error;
    return logInWithPassword(body, request).catch((refusal: unknown) => {
      throw refusal instanceof Problem && refusal.code !== 'too_many' ? error : refusal;
    });
  }
}

async function wasMadeWith(db: Database, { key }: CallKey, { username, email }: RegisterBody): Promise<boolean> {
  const isSame = and(eq(carriedOut.key, key), sql`lower(${users.username}) = lower(${username})`, hasMailbox(email));
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(carriedOut, eq(carriedOut.userId, users.id))
    .where(isSame);
  return rows.length > 0;
}

/** No other mailbox has got the token, which proves as much as the link of a second mail would. */
async function wasMailedTo(
  db: Database,
  email: string,
  { invitation, now }: { invitation: string; now: Date },
): Promise<boolean> {
  const { tokenHash, expiresAt } = listingInvitations;
  const isSame = and(
    eq(tokenHash, hashToken(invitation)),
    gt(expiresAt, now),
    sql`lower(${listingInvitations.email}) = lower(${email})`,
  );
  return (await db.$count(listingInvitations, isSame)) > 0;
}

async function makeAccount(
  { username, email, password, invitation }: RegisterBody,
  key: CallKey | null,
  request: ApiRequest,
): Promise<{ userId: string; token: string }> {
  const { db } = request;
  await checkNewAccount({ username, email, password }, request);
  await checkNotTaken(db, { email, username });
  const passwordHash = await hashPassword(password);
  // A mailbox that gets many of these mails belongs to somebody who did not ask. The account page can send
  // the mail again.
  const isProved = invitation !== undefined && (await wasMailedTo(db, email, { invitation, now: request.now() }));
  const isMailed = !isProved && (await fitsLimit(db, 'verification-mail', mailboxKey(email), request.now()));
  return db
    .transaction(async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({
          username,
          email,
          passwordHash,
          createdAt: request.now(),
          emailVerifiedAt: isProved ? request.now() : null,
        })
        .returning({ id: users.id });
      if (!user) throw new Error('the account was not stored');
      if (key !== null) {
        const call = { ...key, userId: user.id, answer: {}, createdAt: request.now() };
        await tx.insert(carriedOut).values(call).onConflictDoNothing();
      }
      if (isMailed) await sendVerification(tx, { id: user.id, username, email }, request);
      const subject = { subjectType: 'user', subjectId: user.id };
      await writeAudit(tx, { actorId: user.id, action: 'account.registered', ...subject });
      if (isProved) {
        await writeAudit(tx, { actorId: user.id, action: 'account.email-verified', ...subject });
        await enqueue(tx, emailConfirmed, { userId: user.id });
      }
      return { userId: user.id, token: await startSession(tx, user.id, request) };
    })
    .catch(refuseTaken);
}
