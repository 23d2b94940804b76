/** The mails about a listing's managers and its hand-over. */
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { type LaidOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import * as mails from './manager-texts.ts';

type Town = Pick<Services, 'city' | 'env'>;

interface Invitation {
  kind: 'manager' | 'owner';
  email: string;
  /** The owner's username. */
  by: string;
  business: string;
  token: string;
}

/** To a mailbox that anybody may have typed. */
export async function mailInvitation(tx: Database, invitation: Invitation, town: Town): Promise<void> {
  const { kind, email, token } = invitation;
  const letter = composeLetter(town, kind === 'owner' ? mails.handOverMail : mails.invitationMail, {
    by: withoutLinks(invitation.by),
    business: withoutLinks(oneLine(invitation.business)),
    email,
    link: `${town.env.siteUrl}/listing-invitation?token=${token}`,
  });
  await enqueue(tx, sendMail, { to: email, ...letter });
}

interface Receiver {
  email: string;
  username: string;
}

interface Told {
  business: { name: string };
  /** The mail waits until staff can no longer undo what it tells. */
  startAfter?: Date;
}

const values = (to: Receiver, { business }: Told, { env }: Town) => ({
  username: withoutLinks(to.username),
  business: oneLine(business.name),
  dashboard: `${env.siteUrl}/dashboard`,
});

export const mailNewManager = (tx: Database, to: Receiver, told: Told & { manager: string }, town: Town) =>
  send(
    tx,
    to,
    told,
    town,
    composeLetter(town, mails.newManagerMail, { ...values(to, told, town), manager: told.manager }),
  );

export const mailManagerLeft = (
  tx: Database,
  to: Receiver,
  told: Told & { manager: string; isManager: boolean; isClosed?: boolean },
  town: Town,
) =>
  send(
    tx,
    to,
    told,
    town,
    composeLetter(town, mails.managerLeftMail, {
      ...values(to, told, town),
      manager: told.manager,
      self: told.isManager,
      closed: told.isClosed ?? false,
    }),
  );

export const mailHandingOver = (tx: Database, to: Receiver, told: Told & { email: string }, town: Town) =>
  send(
    tx,
    to,
    told,
    town,
    composeLetter(town, mails.handingOverMail, { ...values(to, told, town), email: told.email }),
  );

export const mailDeclined = (
  tx: Database,
  to: Receiver,
  told: Told & { email: string; isHandOver: boolean },
  town: Town,
) =>
  send(
    tx,
    to,
    told,
    town,
    composeLetter(town, mails.declinedMail, {
      ...values(to, told, town),
      email: told.email,
      handover: told.isHandOver,
    }),
  );

/** To the former owner and to the new one. @param told.reason of staff, when they did it */
export const mailNewOwner = (
  tx: Database,
  to: Receiver,
  told: Told & { owner: string; isOwner: boolean; reason: string | null },
  town: Town,
) =>
  send(
    tx,
    to,
    told,
    town,
    told.reason === null
      ? composeLetter(town, mails.handedOverMail, {
          ...values(to, told, town),
          owner: told.owner,
          new: told.isOwner,
        })
      : composeLetter(town, mails.ownerChangedMail, {
          ...values(to, told, town),
          reason: [{ quote: told.reason }],
          new: told.isOwner,
        }),
  );

/** Returns the id of the queued mail. */
function send(
  tx: Database,
  to: Receiver,
  { startAfter }: Told,
  { city }: Town,
  letter: LaidOutLetter,
): Promise<string | null> {
  const replyTo = { name: city.facts.name, address: city.facts.contact.email };
  return enqueue(tx, sendMail, { to: to.email, ...letter, replyTo }, startAfter ? { startAfter } : {});
}
