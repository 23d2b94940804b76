/** The mails about an account, except the one at sign-up. */
import type { Services } from '#server/http/serve.ts';
import { type LaidOutLetter, layOutLetter } from '#server/mail/lay-out-letter.ts';
import { withoutLinks } from '#server/mail/without-links.ts';

type Sender = Pick<Services, 'city' | 'env'>;

const siteName = ({ city }: Sender) => `the ${city.facts.name}, ${city.facts.region} business directory`;

/**
 * The account's maker chose its name and may have given somebody else's address, so the name must not contain
 * links.
 */
const hello = (username: string) => `Hello ${withoutLinks(username)},`;

export function resetLetter(sender: Sender, username: string, token: string): LaidOutLetter {
  const { city, env } = sender;
  return layOutLetter(city, env, {
    subject: `Choose a new password for ${city.facts.name}`,
    parts: [
      hello(username),
      `Somebody asked for a new password for your account on ${siteName(sender)}. If it was you, choose one here:`,
      { label: 'Choose a new password', url: `${env.siteUrl}/reset-password?token=${token}` },
      'The link works once, for 60 minutes. If it was not you, do nothing: your password stays as it is.',
    ],
  });
}

export function passwordChangedLetter(sender: Sender, username: string): LaidOutLetter {
  const { city, env } = sender;
  return layOutLetter(city, env, {
    subject: `Your password for ${city.facts.name} was changed`,
    parts: [
      hello(username),
      `The password of your account on ${siteName(sender)} was changed just now, and every other device was signed out.`,
      'If it was not you, choose a new password at once and tell us:',
      { label: 'Choose a new password', url: `${env.siteUrl}/reset-password` },
    ],
  });
}

export function changeEmailLetter(
  sender: Sender,
  { username, email, token, isOld }: { username: string; email: string; token: string; isOld: boolean },
): LaidOutLetter {
  const { city, env } = sender;
  return layOutLetter(city, env, {
    subject: `Confirm the change of your email for ${city.facts.name}`,
    parts: [
      hello(username),
      isOld
        ? `You asked to use another address, ${email}, for your account on ${siteName(sender)}. Please confirm it from this one:`
        : `You asked to use this address for your account on ${siteName(sender)}. Please confirm that it is yours:`,
      { label: 'Confirm the change', url: `${env.siteUrl}/verify-email?token=${token}` },
      'We sent a second link to your other address. Once both are confirmed, the new address counts. The links work for a day.',
      'If it was not you, do nothing, and choose a new password: somebody knows yours.',
    ],
  });
}

export function emailChangedLetter(
  sender: Sender,
  { username, email, isOld }: { username: string; email: string; isOld: boolean },
): LaidOutLetter {
  const { city, env } = sender;
  return layOutLetter(city, env, {
    subject: `Your email for ${city.facts.name} was changed`,
    parts: [
      hello(username),
      `Your account on ${siteName(sender)} now uses ${email}.`,
      isOld ? 'This address is not used any more.' : 'Please log in with this address from now on.',
    ],
  });
}

export function emailInUseLetter(sender: Sender, username: string): LaidOutLetter {
  const { city, env } = sender;
  return layOutLetter(city, env, {
    subject: `Your email already has an account on ${city.facts.name}`,
    parts: [
      hello(username),
      `Somebody asked to use this address for another account on ${siteName(sender)}. Yours uses it already, so nothing was changed.`,
      'If it was you, log in with this address, or choose a new password:',
      { label: 'Choose a new password', url: `${env.siteUrl}/reset-password` },
      'If it was not you, do nothing.',
    ],
  });
}

export function wrongCodesLetter(sender: Sender, username: string): LaidOutLetter {
  const { city, env } = sender;
  return layOutLetter(city, env, {
    subject: `Somebody knows your password for ${city.facts.name}`,
    parts: [
      hello(username),
      `Somebody gave the right password of your account on ${siteName(sender)}, and several wrong codes after it.`,
      'If it was not you, choose a new password now. That ends what they are doing:',
      { label: 'Choose a new password', url: `${env.siteUrl}/reset-password` },
    ],
  });
}
