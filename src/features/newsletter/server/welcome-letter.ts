import type { CityPack } from '#server/city-pack.ts';
import type { Env } from '#server/env.ts';
import { type LaidOutLetter, layOutLetter } from '#server/mail/lay-out-letter.ts';

export function welcomeLetter(city: CityPack, env: Env, unsubscribeUrl: string): LaidOutLetter {
  const town = `${city.facts.name}, ${city.facts.region}`;
  return layOutLetter(city, env, {
    subject: `Welcome to the ${city.facts.name} newsletter`,
    parts: [
      `Thank you for subscribing to business news and community events from ${town}.`,
      'We write now and then, when there is something worth reading. Until then, the calendar knows what is on:',
      { label: 'See the events', url: `${env.siteUrl}/events` },
      'Was it not you who subscribed? One click on the link below, and we will not write again.',
    ],
    unsubscribeUrl,
  });
}
