import { eq, sql } from 'drizzle-orm';
import { writeAudit } from '#features/audit/server/write-audit.ts';
import { startStatisticsMails } from '#features/statistics/server/choose-letters.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { type OptionalMail, readStopToken } from '#server/mail/optional-mail.ts';
import { type MailKind, mailKinds } from '#shared/mail-kinds.ts';
import { Problem } from '#shared/problem.ts';
import type { LinkedChoice, MailChoice } from '../contract.ts';

interface Choices {
  username: string;
  isOwner: boolean;
  isOn: (kind: MailKind) => boolean;
}

/** Monthly numbers come only for listings that the person has chosen. Null: there is no such account. */
async function readChoices(db: Database, userId: string): Promise<Choices | null> {
  const [row] = await db
    .select({
      username: users.username,
      off: users.mailsOff,
      isOwner: sql<boolean>`exists (select from businesses where owner_id = ${userId})`,
      hasNumbers: sql<boolean>`exists (
        select from statistics_letters l join businesses b on b.id = l.business_id
        where l.user_id = ${userId} and b.owner_id = ${userId})`,
    })
    .from(users)
    .where(eq(users.id, userId));
  if (row === undefined) return null;
  const { username, off, isOwner, hasNumbers } = row;
  return { username, isOwner, isOn: (kind) => !off.includes(kind) && (kind !== 'statistics' || hasNumbers) };
}

export async function listChoices(db: Database, userId: string): Promise<MailChoice[]> {
  const choices = await readChoices(db, userId);
  return mailKinds
    .filter((kind) => kind !== 'statistics' || choices?.isOwner)
    .map((kind) => ({ kind, isOn: choices?.isOn(kind) === true }));
}

/**
 * Changes nothing for a choice that is made already.
 * @throws Problem 'conflict' for monthly numbers while the e-mail is not confirmed, and without a listing
 */
export async function choose(
  { userId, kind, isOn }: OptionalMail & { isOn: boolean },
  services: Pick<Services, 'db' | 'now' | 'city'>,
  via: 'account' | 'link',
): Promise<void> {
  await services.db.transaction(async (tx) => {
    // Two calls at once take turns, so that the history says what happened.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const choices = await readChoices(tx, userId);
    if (choices === null || choices.isOn(kind) === isOn) return;
    if (isOn && kind === 'statistics') await startStatisticsMails(tx, userId, services);
    else {
      const others = sql`array_remove(${users.mailsOff}, ${kind})`;
      const mailsOff = isOn ? others : sql`array_append(${others}, ${kind})`;
      await tx.update(users).set({ mailsOff }).where(eq(users.id, userId));
    }
    const line = { subjectType: 'user', subjectId: userId, data: { emails: kind } };
    const actor = via === 'link' ? ({ actorId: null, by: 'link' } as const) : { actorId: userId };
    await writeAudit(tx, { ...actor, action: isOn ? 'emails.on' : 'emails.off', ...line });
  });
}

/** @throws Problem 'not_found' for a link that this site did not make, and when the account is gone */
export async function readLink(db: Database, token: string): Promise<OptionalMail & LinkedChoice> {
  const mail = await readStopToken(db, token);
  const choices = mail && (await readChoices(db, mail.userId));
  if (!choices)
    throw new Problem('not_found', 'This link is not valid. Please use the one in your latest email from us.');
  return { ...mail, username: choices.username, isOn: choices.isOn(mail.kind) };
}
