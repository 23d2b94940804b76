/** Codes of an authenticator app (TOTP, RFC 6238), and recovery codes for a lost app. */
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import encodeQR from 'qr';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { ApiRequest, Services, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { countCode } from './count-code.ts';
import { endSessions } from './end-sessions.ts';
import { dropCodesOfNoFactor, hasFactorNow } from './factors-left.ts';
import { lockOwnAccount } from './lock-account.ts';
import { countRecoveryCodes, makeRecoveryCodes, replaceRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';
import { renewSession } from './renew-session.ts';
import { openFactor, sealFactor } from './seal-factors.ts';
import { sendRecoveryCodesMail, sendSecondFactorMail } from './second-factor-letter.ts';

const periodSeconds = 30;
const refusal = 'This code is not right. Codes change every 30 seconds; please enter the one shown now.';
const unreadable =
  'This site can no longer check codes of your authenticator app. Please use a recovery code, or ask the people who run the site.';

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
  const secret = new Secret({ size: 20 }).base32;
  await db.transaction(async (tx) => {
    const { totpConfirmedAt } = await lockOwnAccount(tx, user);
    if (totpConfirmedAt !== null)
      throw new Problem('conflict', 'An authenticator app is set up. Please turn it off first.');
    await tx
      .update(users)
      .set({ totpSecret: sealFactor(user.id, secret), totpConfirmedAt: null, totpLastStep: null })
      .where(eq(users.id, user.id));
    await writeAudit(tx, audited(user, 'account.second-factor-begun'));
  });
  const address = totp(secret, { issuer: city.facts.name, label: user.email }).toString();
  return { secret, address, qr: qrPath(address) };
}

/**
 * Returns the session's new token, and the recovery codes with the first factor of the account. @throws Problem 'conflict' when no set-up has begun,
 * 'invalid' for a wrong code
 */
export async function confirmSetUp(
  user: SessionUser,
  code: string,
  services: Services,
): Promise<{ recoveryCodes: string[]; token: string }> {
  const { db, now } = services;
  const at = now();
  const codes = user.secondFactor === 'given' ? [] : await makeRecoveryCodes(user.id);
  return db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    const isFirst = !(await hasFactorNow(tx, user.id));
    if (isFirst && codes.length === 0) throw new Problem('conflict', 'Please begin the set-up anew.');
    await takeCode(tx, user.id, code, at, { isSetUp: true });
    await tx.update(users).set({ totpConfirmedAt: at }).where(eq(users.id, user.id));
    if (isFirst) await replaceRecoveryCodes(tx, user.id, codes);
    // Sessions that began without a second factor end here.
    await endSessions(tx, user.id, { keep: user.sessionId });
    await writeAudit(tx, audited(user, 'account.second-factor-on'));
    await sendSecondFactorMail(tx, user, 'on', services);
    const token = await renewSession(tx, user.sessionId, at);
    return { recoveryCodes: isFirst ? codes.map(({ code }) => code) : [], token };
  });
}

/**
 * Returns the session's new token. @throws Problem 'too_many', 'conflict' when none is set up, 'invalid' for a wrong or
 * used code
 */
export async function passSecondFactor(user: SessionUser, code: string, request: ApiRequest): Promise<string> {
  const { db, now } = request;
  const at = now();
  const giveBack = await countCode(user, request);
  const token = await db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    const isRecovery = !/^\d{6}$/.test(code.replace(/[\s-]/g, ''));
    if (!isRecovery) await takeCode(tx, user.id, code, at, { isSetUp: false });
    else if (!(await takeRecoveryCode(tx, user.id, code, at))) throw wrongCode();
    else await sendRecoveryCodesMail(tx, user, { left: await countRecoveryCodes(tx, user.id) }, request);
    await writeAudit(tx, {
      ...audited(user, isRecovery ? 'account.recovery-code-used' : 'account.second-factor-given'),
      data: { address: request.clientAddress.slice(0, 64) },
    });
    return renewSession(tx, user.sessionId, at);
  });
  await giveBack();
  return token;
}

/** Turns the authenticator app off. Returns whether no factor is left. */
export async function turnOff(user: SessionUser, services: Services): Promise<boolean> {
  return services.db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    await tx
      .update(users)
      .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
      .where(eq(users.id, user.id));
    await endSessions(tx, user.id, { keep: user.sessionId });
    const isLast = await dropCodesOfNoFactor(tx, user.id);
    await writeAudit(tx, audited(user, 'account.second-factor-off'));
    await sendSecondFactorMail(tx, user, isLast ? 'off' : 'off, passkeys left', services);
    return isLast;
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
    throw new Problem('conflict', isSetUp ? 'Please begin the set-up anew.' : 'No authenticator app is set up.');
  }
  const secret = openFactor(userId, user.totpSecret);
  if (secret === null) throw new Problem('invalid', unreadable, { fields: { code: unreadable } });
  const token = code.replace(/[\s-]/g, '');
  // The library throws for six characters that take more bytes than six digits.
  if (!/^\d{6}$/.test(token)) throw wrongCode();
  const delta = totp(secret).validate({
    token,
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

/**
 * One small square for each dark module, row by row, with the quiet zone of two modules that scanners need.
 */
function qrPath(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 });
  const runs = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size: rows.length, path: runs.join('') };
}
