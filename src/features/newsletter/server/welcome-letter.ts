import type { CityPack } from '#server/city-pack.ts';
import type { Env } from '#server/env.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import type { LaidOutLetter } from '#server/mail/lay-out-letter.ts';
import { defineMail, linkVariable } from '#server/mail/mail-text.ts';

export const welcomeMail = defineMail({
  name: 'newsletter-welcome',
  group: 'Newsletter',
  when: 'Somebody subscribes. The link that ends it stands below the mail by itself.',
  to: 'the reader',
  variables: { events: linkVariable('opens the calendar', '/events') },
  subject: 'Welcome to the {{site}} newsletter',
  text: [
    'Thank you for subscribing to business news and community events from {{town}}.',
    'We write now and then, when there is something worth reading. Until then, the calendar knows what is on:',
    '{{events: See the events}}',
    'Was it not you who subscribed? One click on the link below, and we will not write again.',
  ],
});

export const welcomeLetter = (city: CityPack, env: Env, unsubscribeUrl: string): LaidOutLetter =>
  composeLetter({ city, env }, welcomeMail, { events: `${env.siteUrl}/events` }, { unsubscribeUrl });
