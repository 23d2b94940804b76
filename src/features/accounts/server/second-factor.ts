/** Codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost app. */
import { randomBytes } from 'node:crypto';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import encodeQR from 'qr';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { sessions, users, userTokens } from '#server/db/schema/index.ts';
import type { ApiRequest, Services, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { countCode } from './count-code.ts';
import { endSessions } from './end-sessions.ts';
import { lockOwnAccount } from './lock-account.ts';
import { hashToken } from './opaque-token.ts';

const periodSeconds = 30;
const recoveryCodeCount = 10;
const refusal = 'This code is not right. Codes change every 30 seconds; please enter the one shown now.';

const wrongCode = () =>
  new Problem('invalid', refusal, { fields: { code: refusal }, trace: { refused: 'second-factor' } });
const audited = (user: SessionUser, action: string) =>
  ({ actorId: user.id, action, subjectType: 'user', subjectId: user.id }) as const;

function totp(secret: string, label: { issuer: string; label: string } = { issuer: '', label: '' }): TOTP {
  return new TOTP({ ...label, secret: Secret.fromBase32(secret), period: periodSeconds });
}

/**
 * Makes a new secret, which has no effect until confirmSetUp. @throws Problem 'conflict' while one is in
 * force
 */
export async function beginSetUp(user: SessionUser, { db, city }: Services) {
  if (user.secondFactor !== 'off')
    throw new Problem('conflict', 'A second factor is set up. Please turn it off first.');
  const secret = new Secret({ size: 20 }).base32;
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    await tx
      .update(users)
      .set({ totpSecret: secret, totpConfirmedAt: null, totpLastStep: null })
      .where(eq(users.id, user.id));
    await writeAudit(tx, audited(user, 'account.second-factor-begun'));
  });
  const address = totp(secret, { issuer: city.facts.name, label: user.email }).toString();
  return { secret, address, qr: qrPath(address) };
}

/** @throws Problem 'conflict' when no set-up has begun, 'invalid' for a wrong code */
export async function confirmSetUp(user: SessionUser, code: string, { db, now }: Services): Promise<string[]> {
  const at = now();
  const recoveryCodes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    await takeCode(tx, user.id, code, at, { isSetUp: true });
    await tx.update(users).set({ totpConfirmedAt: at }).where(eq(users.id, user.id));
    await dropRecoveryCodes(tx, user.id);
    await tx.insert(userTokens).values(
      recoveryCodes.map((recovery) => ({
        userId: user.id,
        purpose: 'recovery-code' as const,
        tokenHash: recoveryHash(user.id, recovery),
      })),
    );
    // Sessions that began without a second factor end here.
    await endSessions(tx, user.id, { keep: user.sessionId });
    await tx.update(sessions).set({ secondFactorAt: at }).where(eq(sessions.id, user.sessionId));
    await writeAudit(tx, audited(user, 'account.second-factor-on'));
  });
  return recoveryCodes;
}

/** @throws Problem 'too_many', 'conflict' when none is set up, 'invalid' for a wrong or used code */
export async function passSecondFactor(user: SessionUser, code: string, request: ApiRequest): Promise<void> {
  const { db, now } = request;
  const at = now();
  const giveBack = await countCode(user, request);
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    const isRecovery = !/^\d{6}$/.test(code.replace(/[\s-]/g, ''));
    if (isRecovery) await takeRecoveryCode(tx, user.id, code, at);
    else await takeCode(tx, user.id, code, at, { isSetUp: false });
    await tx.update(sessions).set({ secondFactorAt: at }).where(eq(sessions.id, user.sessionId));
    await writeAudit(tx, {
      ...audited(user, isRecovery ? 'account.recovery-code-used' : 'account.second-factor-given'),
      data: { address: request.clientAddress.slice(0, 64) },
    });
  });
  await giveBack();
}

export async function turnOff(user: SessionUser, db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    await tx
      .update(users)
      .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
      .where(eq(users.id, user.id));
    await dropRecoveryCodes(tx, user.id);
    await writeAudit(tx, audited(user, 'account.second-factor-off'));
  });
}

/**
 * Accepts the code of this step, the one before or the one after. Each step counts once, even when two
 * requests come together.
 */
async function takeCode(
  tx: Database,
  userId: string,
  code: string,
  at: Date,
  { isSetUp }: { isSetUp: boolean },
): Promise<void> {
  const [user] = await tx
    .select({ totpSecret: users.totpSecret, totpConfirmedAt: users.totpConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  if (!user?.totpSecret || (user.totpConfirmedAt === null) !== isSetUp) {
    throw new Problem('conflict', isSetUp ? 'Please begin the set-up anew.' : 'No second factor is set up.');
  }
  const delta = totp(user.totpSecret).validate({
    token: code.replace(/[\s-]/g, ''),
    timestamp: at.getTime(),
    window: 1,
  });
  if (delta === null) throw wrongCode();
  const step = Math.floor(at.getTime() / 1000 / periodSeconds) + delta;
  const { rowCount } = await tx
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, userId), or(isNull(users.totpLastStep), lt(users.totpLastStep, step))));
  if (rowCount !== 1) throw wrongCode();
}

/** 'ABCDE-FGHIJ': 50 random bits, without letters and digits that look alike. */
function newRecoveryCode(): string {
  const letters = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';
  const text = [...randomBytes(10)].map((byte) => letters[byte % 32]).join('');
  return `${text.slice(0, 5)}-${text.slice(5)}`;
}

const recoveryHash = (userId: string, code: string) =>
  hashToken(`${userId}:${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`);

async function takeRecoveryCode(tx: Database, userId: string, code: string, at: Date): Promise<void> {
  const { rowCount } = await tx
    .update(userTokens)
    .set({ usedAt: at })
    .where(
      and(
        eq(userTokens.userId, userId),
        eq(userTokens.purpose, 'recovery-code'),
        eq(userTokens.tokenHash, recoveryHash(userId, code)),
        isNull(userTokens.usedAt),
      ),
    );
  if (rowCount !== 1) throw wrongCode();
}

async function dropRecoveryCodes(tx: Database, userId: string): Promise<void> {
  await tx.delete(userTokens).where(and(eq(userTokens.userId, userId), eq(userTokens.purpose, 'recovery-code')));
}

/**
 * One small square for each dark module, row by row, with the quiet zone of two modules that scanners need.
 */
function qrPath(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const runs = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size: rows.length, path: runs.join('') };
}
