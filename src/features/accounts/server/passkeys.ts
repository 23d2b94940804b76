/** The passkeys of a person: added, named, removed, and given as second factor. */
import { and, asc, eq } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { passkeys, users } from '#server/db/schema/index.ts';
import { giveBackToLimit, takeFromLimit } from '#server/http/rate-limit.ts';
import type { ApiRequest, SessionUser } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { describeDevice } from '../describe-device.ts';
import type { MadePasskey, PasskeyAnswer, PasskeyInfo } from '../passkey-contract.ts';
import { worksAt } from '../passkey-host.ts';
import {
  checkNewPasskey,
  checkPasskey,
  handleOf,
  keyKinds,
  notePasskeyUse,
  proofRefusals,
  siteOf,
} from './check-passkey.ts';
import { endSessions } from './end-sessions.ts';
import { dropCodesOfNoFactor, hasFactorNow } from './factors-left.ts';
import { lockOwnAccount } from './lock-account.ts';
import { keyInNetwork } from './mailbox-key.ts';
import { challengeMs, makeChallenge } from './passkey-challenges.ts';
import { countRecoveryCodes, makeRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { renewSession } from './renew-session.ts';
import { sendPasskeyMail } from './second-factor-letter.ts';

/** Nobody has so many devices, and every call with a person's keys lists them all. */
const maxPasskeys = 20;

const audited = (user: SessionUser, action: string) =>
  ({ actorId: user.id, action, subjectType: 'user', subjectId: user.id }) as const;

const keysOf = (db: Database, userId: string) =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));

const asKnownKeys = (keys: Awaited<ReturnType<typeof keysOf>>) =>
  keys.map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key' as const, transports }));

/** For the person's own eyes, oldest first. */
export async function listPasskeys(db: Database, userId: string): Promise<PasskeyInfo[]> {
  return (await keysOf(db, userId)).map(({ id, name, createdAt, lastUsedAt, rpId }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    host: rpId,
  }));
}

export async function factorsOf(
  db: Database,
  userId: string,
): Promise<{ app: boolean; passkeys: PasskeyInfo[]; codesLeft: number }> {
  const [account] = await db.select({ at: users.totpConfirmedAt }).from(users).where(eq(users.id, userId));
  return {
    app: account !== undefined && account.at !== null,
    passkeys: await listPasskeys(db, userId),
    codesLeft: await countRecoveryCodes(db, userId),
  };
}

/** @param userId lists the keys of this person; undefined for a stranger, who learns nothing */
export async function makeQuestion(purpose: 'log-in' | 'proof', request: ApiRequest, userId?: string) {
  const all = userId === undefined ? [] : await keysOf(request.db, userId);
  const keys = asKnownKeys(all.filter(({ rpId }) => worksAt(rpId, request.env.siteUrl)));
  if (userId !== undefined && keys.length === 0)
    throw new Problem('conflict', 'No passkey is set up for this address.');
  const challenge = await makeChallenge(purpose, request);
  return {
    challenge: Buffer.from(challenge).toString('base64url'),
    rpId: siteOf(request.env).expectedRPID,
    timeout: challengeMs,
    userVerification: 'required' as const,
    ...(userId === undefined ? {} : { allowCredentials: keys }),
  };
}

/** @throws Problem 'conflict' for somebody with very many */
export async function beginPasskey(user: SessionUser, request: ApiRequest) {
  const keys = await keysOf(request.db, user.id);
  if (keys.length >= maxPasskeys) throw tooMany();
  const challenge = await makeChallenge('add', request);
  return {
    challenge: Buffer.from(challenge).toString('base64url'),
    rp: { id: siteOf(request.env).expectedRPID, name: request.city.facts.name },
    user: { id: handleOf(user.id), name: user.email, displayName: user.username },
    pubKeyCredParams: keyKinds.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: challengeMs,
    attestation: 'none' as const,
    excludeCredentials: asKnownKeys(keys),
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
  };
}

const tooMany = () =>
  new Problem('conflict', `An account has at most ${maxPasskeys} passkeys. Please remove one first.`);

/**
 * Returns the session's new token, and the recovery codes with the first factor of the account.
 * @throws Problem 'invalid', 'conflict'
 */
export async function addPasskeyOf(
  user: SessionUser,
  { name, credential }: { name?: string | undefined; credential: MadePasskey },
  request: ApiRequest,
): Promise<{ recoveryCodes: string[]; token: string }> {
  const made = await checkNewPasskey(credential, request);
  const at = request.now();
  const codes = user.secondFactor === 'given' ? [] : await makeRecoveryCodes(user.id);
  return request.db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    const isFirst = !(await hasFactorNow(tx, user.id));
    if ((await tx.$count(passkeys, eq(passkeys.userId, user.id))) >= maxPasskeys) throw tooMany();
    if (isFirst && codes.length === 0) throw new Problem('conflict', 'Please begin the set-up anew.');
    const called = name ?? describeDevice(request.headers.get('user-agent')).slice(0, 60);
    const { rowCount } = await tx
      .insert(passkeys)
      .values({ ...made, userId: user.id, name: called, createdAt: at })
      .onConflictDoNothing();
    if (rowCount !== 1) throw new Problem('conflict', 'This passkey is in use already.');
    if (isFirst) {
      await replaceRecoveryCodes(tx, user.id, codes);
      // Sessions that began without a second factor end here.
      await endSessions(tx, user.id, { keep: user.sessionId });
    }
    await writeAudit(tx, audited(user, 'account.passkey-added'));
    await sendPasskeyMail(tx, user, { name: called, change: isFirst ? 'first' : 'added' }, request);
    const token = await renewSession(tx, user.sessionId, at);
    return { recoveryCodes: isFirst ? codes.map(({ code }) => code) : [], token };
  });
}

const gone = () => new Problem('not_found', 'This passkey is not there any more.');
const own = (user: SessionUser, id: string) => and(eq(passkeys.id, id), eq(passkeys.userId, user.id));

/** @throws Problem 'not_found' */
export async function renamePasskeyOf(user: SessionUser, id: string, name: string, { db }: ApiRequest): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    const { rowCount } = await tx.update(passkeys).set({ name }).where(own(user, id));
    if (rowCount !== 1) throw gone();
    await writeAudit(tx, audited(user, 'account.passkey-renamed'));
  });
}

/** With the last factor go the recovery codes. @throws Problem 'not_found' */
export async function removePasskeyOf(user: SessionUser, id: string, request: ApiRequest): Promise<void> {
  await request.db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    const [removed] = await tx.delete(passkeys).where(own(user, id)).returning({ name: passkeys.name });
    if (removed === undefined) throw gone();
    // A thief who used the passkey may be logged in with it.
    await endSessions(tx, user.id, { keep: user.sessionId });
    const isLast = await dropCodesOfNoFactor(tx, user.id);
    await writeAudit(tx, audited(user, 'account.passkey-removed'));
    await sendPasskeyMail(tx, user, { name: removed.name, change: isLast ? 'last' : 'removed' }, request);
  });
}

/** Gives the session its second factor. Returns its new token. @throws Problem 'too_many', 'invalid' */
export async function passByPasskey(user: SessionUser, answer: PasskeyAnswer, request: ApiRequest): Promise<string> {
  const { db, clientAddress } = request;
  const at = request.now();
  const client = keyInNetwork(user.id, clientAddress);
  await takeFromLimit(db, 'second-factor-passkey', client, at);
  const checked = await checkPasskey(answer, { purpose: 'proof', of: user.id, refusals: proofRefusals }, request);
  const token = await db.transaction(async (tx) => {
    await lockOwnAccount(tx, user);
    await notePasskeyUse(tx, checked, { at, refusals: proofRefusals });
    await writeAudit(tx, {
      ...audited(user, 'account.second-factor-given'),
      data: { address: clientAddress.slice(0, 64), by: 'passkey' },
    });
    return renewSession(tx, user.sessionId, at);
  });
  await giveBackToLimit(db, 'second-factor-passkey', client, at);
  return token;
}
