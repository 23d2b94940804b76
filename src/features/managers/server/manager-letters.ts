/** The mails about a listing's managers and its hand-over. */
import type { LonePremium } from '#features/billing/lone-premium.ts';
import { lonePremiumValues } from '#features/billing/lone-premium-words.ts';
import { costsAfter, type PaidTime } from '#features/claims/hand-over-words.ts';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { type LaidOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { formatDate } from '#shared/dates.ts';
import * as mails from './manager-texts.ts';

type Town = Pick<Services, 'city' | 'env'>;

interface Invitation {
  kind: 'manager' | 'owner';
  email: string;
  /** The owner's username. */
  by: string;
  business: string;
  token: string;
  paid: PaidTime | null;
  /** An earlier mail to the same mailbox had another link. */
  isAgain: boolean;
}

/** The conditions and values of a hand-over in which paid time goes along. */
const paidValues = (paid: HandedTime | null, { city }: Town) => ({
  paid: paid !== null,
  premium: paid?.plan === 'premium',
  date: paid === null ? '' : formatDate(paid.until, city.facts.timeZone),
});

const costsOf = (paid: HandedTime | null, { city }: Town) => costsAfter(city.facts.prices, paid?.plan ?? 'standard');

type HandedTime = Omit<PaidTime, 'until'> & { until: string | Date };

/** To a mailbox that anybody may have typed. */
export async function mailInvitation(tx: Database, invitation: Invitation, town: Town): Promise<void> {
  const { kind, email, token } = invitation;
  const values = {
    by: withoutLinks(invitation.by),
    business: withoutLinks(oneLine(invitation.business)),
    email,
    link: `${town.env.siteUrl}/listing-invitation?token=${token}`,
    again: invitation.isAgain,
  };
  const { paid } = invitation;
  const terms = { ...paidValues(paid, town), costs: costsOf(paid, town) };
  const letter =
    kind === 'owner'
      ? composeLetter(town, mails.handOverMail, { ...values, ...terms })
      : composeLetter(town, mails.invitationMail, values);
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
  username: to.username,
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
  told: Told & { manager: string; isManager: boolean; isClosed?: boolean; isHandedOver?: boolean },
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
      handed: told.isHandedOver ?? false,
    }),
  );

export const mailHandingOver = (
  tx: Database,
  to: Receiver,
  told: Told & { email: string; paid: PaidTime | null; lone: LonePremium | null },
  town: Town,
) =>
  send(
    tx,
    to,
    told,
    town,
    composeLetter(town, mails.handingOverMail, {
      ...values(to, told, town),
      email: told.email,
      paid: told.paid !== null,
      date: told.paid === null ? '' : formatDate(told.paid.until, town.city.facts.timeZone),
      costs: costsOf(told.paid, town),
      ...lonePremiumValues(told.lone, town.city.facts.timeZone),
    }),
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
export function mailNewOwner(
  tx: Database,
  to: Receiver,
  told: Told & {
    owner: string;
    isOwner: boolean;
    reason: string | null;
    paid: HandedTime | null;
    lone: LonePremium | null;
  },
  town: Town,
): Promise<string | null> {
  const { owner, isOwner, reason, paid } = told;
  const common = {
    ...values(to, told, town),
    ...paidValues(paid, town),
    costs: costsOf(paid, town),
    new: isOwner,
    ...lonePremiumValues(isOwner ? null : told.lone, town.city.facts.timeZone),
  };
  const letter =
    reason === null
      ? composeLetter(town, mails.handedOverMail, { ...common, owner })
      : composeLetter(town, mails.ownerChangedMail, { ...common, reason: [{ quote: reason }] });
  return send(tx, to, told, town, letter);
}

/** Returns the id of the queued mail. */
function send(
  tx: Database,
  to: Receiver,
  { startAfter }: Told,
  { city }: Town,
  letter: LaidOutLetter,
): Promise<string | null> {
  const replyTo = replyToTown(city);
  return enqueue(tx, sendMail, { to: to.email, ...letter, replyTo }, startAfter ? { startAfter } : {});
}
