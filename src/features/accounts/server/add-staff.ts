import { eq } from 'drizzle-orm';
import { actorOr, writeAudit } from '#features/audit/server/write-audit.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { type StaffRight, staffRights } from '#shared/staff-rights.ts';
import { checkNewPassword, namesAround } from './check-new-password.ts';
import { endSessions } from './end-sessions.ts';
import { endStaffInvitations } from './end-staff-invitations.ts';
import { hasMailbox } from './has-mailbox.ts';
import { hashPassword } from './hash-password.ts';
import { lockAdministrators } from './keep-one-administrator.ts';
import { makeLinkToken } from './link-tokens.ts';
import { setPassword } from './set-password.ts';
import { insertStaffAccount, takeOver } from './staff-account.ts';
import { sendRoleMails } from './staff-letters.ts';
import { refuseTaken } from './taken.ts';

interface NewStaff {
  email: string;
  /** Required unless the account exists and its mailbox is confirmed; then the person keeps their own. */
  username: string | undefined;
  password: string | undefined;
  /** Undefined: an administrator. */
  rights?: readonly StaffRight[] | undefined;
  /** The member of staff who does it; null for the command line. */
  actorId: string | null;
}

export interface StaffAdded {
  userId: string;
  username: string;
  /** 'taken-over': the account existed, but nobody had confirmed its mailbox. */
  account: 'new' | 'known' | 'taken-over';
  /** The token of a link that sets a password, once, within 60 minutes; null when a password was given. */
  linkToken: string | null;
}

type AddServices = Pick<Services, 'city' | 'env' | 'now'>;

/**
 * Makes a staff account, or turns an existing account into one. The command vouches for the mailbox. An
 * account with an unconfirmed mailbox may belong to a stranger who registered the address first, so
 * everything that could let the stranger in is removed, and only the link or the given password opens the
 * account. A confirmed person keeps name and password but has to log in again.
 * @throws Problem 'invalid' for a missing username or a common password, 'conflict' for a taken username, the last administrator or a
 * banned person
 */
export async function addStaff(db: Database, given: NewStaff, services: AddServices): Promise<StaffAdded> {
  const { password } = given;
  if (password !== undefined) {
    const names = namesAround({ username: given.username ?? '', email: given.email }, services.city);
    await checkNewPassword(password, { names, env: services.env });
  }
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const add = () => db.transaction((tx) => addInTransaction(tx, given, passwordHash, services)).catch(refuseTaken);
  return add().catch((error: unknown) => {
    // Somebody has registered the address at this moment: now it is a known account.
    if (error instanceof Problem && error.fields?.email !== undefined) return add();
    throw error;
  });
}

async function addInTransaction(
  tx: Database,
  { email, username, actorId, rights: wanted = ['administrator'] }: NewStaff,
  passwordHash: string | null,
  services: AddServices,
): Promise<StaffAdded> {
  const now = services.now();
  const administrators = await lockAdministrators(tx);
  const [known] = await tx.select().from(users).where(hasMailbox(email)).for('update');
  const rights = staffRights.filter((right) => wanted.includes(right));
  const isConfirmed = known !== undefined && known.emailVerifiedAt !== null;
  if (!rights.includes('administrator') && administrators.every((id) => id === known?.id)) {
    throw new Problem('conflict', 'There has to be an administrator. Leave out --rights, or add one first.');
  }
  let user: { id: string; username: string };
  if (known === undefined) user = await insertStaffAccount(tx, { email, username, rights, passwordHash, now });
  else if (isConfirmed) user = await raiseConfirmed(tx, known, { rights, passwordHash }, services);
  else user = await takeOver(tx, known, { email, username, rights, passwordHash, now });

  const account = known === undefined ? 'new' : isConfirmed ? 'known' : 'taken-over';
  const subject = { subjectType: 'user', subjectId: user.id };
  await writeAudit(tx, {
    ...{ ...actorOr(actorId, 'operator'), action: 'account.made-staff', ...subject },
    data: { account, rights },
  });
  const isAdministrator = rights.includes('administrator');
  await endStaffInvitations(tx, { id: user.id, email, isAdministrator }, actorOr(actorId, 'operator'));
  // The link goes to the operator and to the mailbox that the operator named, so it confirms the mailbox when
  // it is used.
  const data = { mailedTo: email, by: 'operator' };
  const linkToken =
    passwordHash === null ? await makeLinkToken(tx, { userId: user.id, purpose: 'reset-password', now, data }) : null;
  const had = isConfirmed ? known.rights : [];
  if (String(had) !== String(rights)) {
    const person = { id: user.id, username: user.username, email };
    const change = {
      person,
      rights,
      had,
      actorId,
      linkToken: isConfirmed ? null : linkToken,
      isNewAccount: !isConfirmed,
    };
    await sendRoleMails(tx, change, services);
  }
  return { userId: user.id, username: user.username, account, linkToken };
}

async function raiseConfirmed(
  tx: Database,
  known: typeof users.$inferSelect,
  { rights, passwordHash }: { rights: StaffRight[]; passwordHash: string | null },
  services: AddServices,
) {
  if (known.bannedAt !== null) {
    throw new Problem('conflict', 'This person is banned. Lift the ban in the staff area first.');
  }
  await tx.update(users).set({ role: 'staff', rights }).where(eq(users.id, known.id));
  if (String(known.rights) !== String(rights)) await endSessions(tx, known.id);
  if (passwordHash !== null) {
    await setPassword(tx, { userId: known.id, passwordHash, action: 'account.password-set' }, services);
  }
  return known;
}
