/** The words about Premium that goes on for no listing: at a hand-over, at the end of a claim, and in the mails about both. */
import { formatDate } from '#shared/dates.ts';
import type { LonePremium } from './lone-premium.ts';

const notBack = 'What you have paid for until then is not given back.';
const nextPayment = 'the day of its next payment';

/** The sentences that the owner reads before it happens. */
export function lonePremiumOfOwner(
  { price, until, ends }: LonePremium,
  timeZone: string,
  lead = 'This is your only listing.',
): string {
  const day = until === null ? nextPayment : formatDate(until, timeZone);
  if (ends) {
    return `${lead} Your Premium, ${price}, ends on ${day}, and covers nothing from the hand-over on. ${notBack}`;
  }
  return `${lead} Your Premium, ${price}, goes on without one, and you pay for nothing: cancel it on your dashboard. Then it ends on ${day} and is not paid again. ${notBack}`;
}

/** The values of a mail that has `lonePremiumTexts`. */
export const lonePremiumValues = (lone: LonePremium | null, timeZone: string) => ({
  lone: lone !== null && !lone.ends,
  price: lone?.price ?? '',
  end: lone?.until ? formatDate(lone.until, timeZone) : nextPayment,
});

const cancelIt = `Cancel it on your dashboard: then it ends on {{end}} and is not paid again. ${notBack}`;
const goesOn = `your Premium, {{price}}, goes on without one, and you pay for nothing. ${cancelIt}`;

/** The sentences of the mails, in the words of defineMail. */
export const lonePremiumTexts = {
  offered: `It is your only listing. Once they accept, ${goesOn}`,
  handedOver: `You have no listing now that your Premium, {{price}}, covers: it goes on, and you pay for nothing. ${cancelIt}`,
  canceled: `Then you have no listing left, and ${goesOn}`,
};
