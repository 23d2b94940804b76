import type { CityPack } from '#server/city-pack.ts';
import type { Env } from '#server/env.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import type { LaidOutLetter } from '#server/mail/lay-out-letter.ts';
import { defineMail, neededLink, textVariable } from '#server/mail/mail-text.ts';

const variables = { link: neededLink('subscribes the reader', '/newsletter/confirm?token=example') };

export const confirmMail = defineMail({
  name: 'newsletter-confirmation',
  group: 'Newsletter',
  when: 'Addresses were imported without a recorded consent.',
  to: 'the person whose address it is',
  variables,
  subject: 'Would you like the {{site}} newsletter?',
  text: [
    'Your address is on a list of people who may like to hear from {{town}}: business news and community events, now and then.',
    'We only write to people who want it. If you do, say yes:',
    '{{link: Yes, subscribe me}}',
    'If not, you need do nothing. This is the only email about it.',
  ],
});

/** The mail to imported addresses without a recorded consent: one mail, and no newsletter unless they confirm. */
export const confirmLetter = (city: CityPack, env: Env, confirmUrl: string): LaidOutLetter =>
  composeLetter({ city, env }, confirmMail, { link: confirmUrl });

export const returnMail = defineMail({
  name: 'newsletter-return',
  group: 'Newsletter',
  when: 'The address of somebody who had left is entered again, maybe by somebody else.',
  to: 'the former reader',
  variables: { ...variables, address: textVariable('the web address of the site', 'https://town.example') },
  subject: 'Would you like the {{site}} newsletter again?',
  text: [
    'You had left our newsletter, and now your address was entered on {{address}} again. We only write to people who want it. If that was you, say yes:',
    '{{link: Yes, subscribe me again}}',
    'If it was not you, you need do nothing: you will get no newsletter.',
  ],
});

export const returnLetter = (
  city: CityPack,
  env: Env,
  { confirmUrl, unsubscribeUrl }: { confirmUrl: string; unsubscribeUrl: string },
): LaidOutLetter =>
  composeLetter({ city, env }, returnMail, { link: confirmUrl, address: env.siteUrl }, { unsubscribeUrl });
