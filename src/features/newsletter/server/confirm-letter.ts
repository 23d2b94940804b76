import type { CityPack } from '#server/city-pack.ts';
import type { Env } from '#server/env.ts';
import { type LaidOutLetter, layOutLetter } from '#server/mail/lay-out-letter.ts';

/**
 * The mail to imported addresses without a recorded consent: one mail, and no newsletter unless they confirm.
 */
export function confirmLetter(city: CityPack, env: Env, confirmUrl: string): LaidOutLetter {
  const town = `${city.facts.name}, ${city.facts.region}`;
  return layOutLetter(city, env, {
    subject: `Would you like the ${city.facts.name} newsletter?`,
    parts: [
      `Your address is on a list of people who may like to hear from ${town}: business news and community events, now and then.`,
      'We only write to people who want it. If you do, say yes:',
      { label: 'Yes, subscribe me', url: confirmUrl },
      'If not, you need do nothing. This is the only email about it.',
    ],
  });
}

/** The mail to somebody who had left and whose address was entered again, maybe by somebody else. */
export function returnLetter(
  city: CityPack,
  env: Env,
  { confirmUrl, unsubscribeUrl }: { confirmUrl: string; unsubscribeUrl: string },
): LaidOutLetter {
  return layOutLetter(city, env, {
    subject: `Would you like the ${city.facts.name} newsletter again?`,
    parts: [
      `You had left our newsletter, and now your address was entered on ${env.siteUrl} again. We only write to people who want it. If that was you, say yes:`,
      { label: 'Yes, subscribe me again', url: confirmUrl },
      'If it was not you, you need do nothing: you will get no newsletter.',
    ],
    unsubscribeUrl,
  });
}
