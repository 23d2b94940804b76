import { eq } from 'drizzle-orm';
import { checkNewAccount } from '#features/accounts/server/check-new-account.ts';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { emailConfirmed } from '#features/accounts/server/email-confirmed.ts';
import { endSessions } from '#features/accounts/server/end-sessions.ts';
import { hasMailbox } from '#features/accounts/server/has-mailbox.ts';
import { hashPassword } from '#features/accounts/server/hash-password.ts';
import { lockAdministrators } from '#features/accounts/server/keep-one-administrator.ts';
import { lockOwnAccount } from '#features/accounts/server/lock-account.ts';
import { insertStaffAccount, takeOver } from '#features/accounts/server/staff-account.ts';
import { sendRoleMails } from '#features/accounts/server/staff-letters.ts';
import { startSession } from '#features/accounts/server/start-session.ts';
import { refuseTaken } from '#features/accounts/server/taken.ts';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { type staffInvitations, users } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { Problem } from '#shared/problem.ts';
import { findOpen, takeOpen } from './open-invitations.ts';

type Invitation = typeof staffInvitations.$inferSelect;

interface Joined {
  id: string;
  username: string;
  /** 'taken-over': the account existed, but nobody had confirmed its mailbox. */
  account: 'new' | 'known' | 'taken-over';
}

/** The person, and all administrators, are told as with each change of rights. */
async function tellJoined(
  tx: Database,
  { id, username, account }: Joined,
  { email, rights, invitedBy }: Invitation,
  request: ApiRequest,
): Promise<void> {
  await writeAudit(tx, {
    actorId: id,
    action: 'user.staff-invitation-accepted',
    subjectType: 'user',
    subjectId: id,
    data: { username, account, role: ['owner', 'staff'], rights: [[], rights], invitedBy },
  });
  const person = { id, username, email };
  await sendRoleMails(tx, { person, rights, had: [], actorId: invitedBy, isNewAccount: account !== 'known' }, request);
}

/**
 * Says yes with the account that has confirmed the invited mailbox, and ends its sessions: one that began with other rights must not
 * continue with these.
 * @throws Problem 'not_found', 'conflict' for another mailbox and for an unconfirmed one
 */
export async function acceptWithAccount(token: string, request: ApiRequest): Promise<void> {
  const user = requireUser(request.user);
  await request.db.transaction(async (tx) => {
    await lockAdministrators(tx);
    const { id, username, email, emailVerifiedAt } = await lockOwnAccount(tx, user);
    const invitation = await takeOpen(tx, token, request.now());
    if (invitation.email.toLowerCase() !== email.toLowerCase()) {
      throw new Problem('conflict', `This invitation is for ${invitation.email}. Please log in with that address.`);
    }
    if (emailVerifiedAt === null) {
      throw new Problem('conflict', 'Please confirm your email address first, then open this link again.');
    }
    await tx.update(users).set({ role: 'staff', rights: invitation.rights }).where(eq(users.id, id));
    await endSessions(tx, id);
    await tellJoined(tx, { id, username, account: 'known' }, { ...invitation, email }, request);
  });
}

/**
 * Makes the account of somebody new, whose mailbox the link proves, and begins a session. An account that never confirmed the mailbox
 * may be a stranger's, so it is made anew.
 * @throws Problem 'not_found', 'invalid' as on sign-up, 'conflict' for a taken username, and where a confirmed account has the mailbox
 */
export async function join(
  { token, username, password }: { token: string; username: string; password: string },
  request: ApiRequest,
): Promise<{ userId: string; token: string }> {
  const { db, now } = request;
  const { invitation: seen } = await findOpen(db, token, now());
  await checkNewAccount({ username, password, email: seen.email }, request);
  const passwordHash = await hashPassword(password);
  const make = async (tx: Database) => {
    await lockAdministrators(tx);
    const [known] = await tx.select().from(users).where(hasMailbox(seen.email)).for('update');
    const invitation = await takeOpen(tx, token, now());
    const { email, rights } = invitation;
    if (known && known.emailVerifiedAt !== null) {
      throw new Problem('conflict', 'There is an account with this address already. Log in with it to say yes.');
    }
    const credentials = { email, username, rights, passwordHash, now: now() };
    const { id } = known ? await takeOver(tx, known, credentials) : await insertStaffAccount(tx, credentials);
    await tellJoined(tx, { id, username, account: known ? 'taken-over' : 'new' }, invitation, request);
    await enqueue(tx, emailConfirmed, { userId: id });
    return { userId: id, token: await startSession(tx, id, request) };
  };
  const attempt = () => db.transaction(make).catch(refuseTaken);
  return attempt().catch((error: unknown) => {
    // Somebody has registered the address at this moment: now it is a known account.
    if (error instanceof Problem && error.fields?.email !== undefined) return attempt();
    throw error;
  });
}
