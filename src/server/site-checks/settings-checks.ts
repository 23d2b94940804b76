/** Checks of the settings alone. */
import { type Env, isOnThisMachine } from '#server/env.ts';
import { misspeltVariables } from '#server/misspelt-variables.ts';
import { type Check, note, right, wrong } from './check.ts';

type Source = Readonly<Record<string, string | undefined>>;

export function checkSettings(env: Env, source: Source): Check[] {
  const isPublic = !isOnThisMachine(env.siteUrl);
  const misspelt = misspeltVariables(source).map(({ name, meant }) =>
    wrong('Settings', `${name} is no setting. Is ${meant} meant? Rename it, and start the site again.`),
  );
  return [
    ...misspelt,
    checkAddress(env, isPublic),
    checkMailSetting(env, isPublic),
    checkReplies(env),
    checkPayments(env, isPublic),
  ];
}

function checkAddress({ siteUrl, trustProxy }: Env, isPublic: boolean): Check {
  const name = 'Address';
  if (!isPublic) return note(name, `${siteUrl} opens on this machine alone. Set SITE_URL before others come.`);
  if (!siteUrl.startsWith('https:'))
    return wrong(
      name,
      `${siteUrl} is not encrypted. Put a proxy with a certificate in front, and set SITE_URL to https.`,
    );
  if (trustProxy === 0)
    return note(
      name,
      `${siteUrl}. TRUST_PROXY is off: if a proxy stands in front, all visitors share one address, and its limits.`,
    );
  return right(name, `${siteUrl}, behind ${trustProxy} ${trustProxy === 1 ? 'proxy' : 'proxies'}.`);
}

function checkMailSetting({ smtpUrl, mailFrom }: Env, isPublic: boolean): Check {
  const name = 'Mail settings';
  if (smtpUrl !== undefined) {
    return /@(?:[^@]*\.)?localhost>?$/.test(mailFrom)
      ? note(
          name,
          `Mail goes out as ${mailFrom}: most mailboxes refuse such a sender. Set MAIL_FROM to an address of your domain.`,
        )
      : right(name, `Mail goes out as ${mailFrom}.`);
  }
  const text = 'SMTP_URL is not set, so no mail is sent: messages are written to the folder outbox in DATA_DIR.';
  return isPublic ? wrong(name, `${text} Nobody can confirm an email or set a new password.`) : note(name, text);
}

function checkReplies({ inbound }: Env): Check {
  const name = 'Replies by mail';
  if (inbound === undefined)
    return note(
      name,
      'They go to the town’s mailbox. INBOUND_ADDRESS brings them into their conversations (docs/mail.md).',
    );
  const ways = [
    ...(inbound.mailbox === undefined ? [] : ['the mailbox of IMAP_URL']),
    ...(inbound.secret === undefined ? [] : ['the webhook']),
    'the command inbound-mail',
  ];
  return right(name, `They come to ${inbound.address}, by ${new Intl.ListFormat('en-US').format(ways)}.`);
}

function checkPayments({ stripe, paymentSandbox }: Env, isPublic: boolean): Check {
  const name = 'Payments';
  // Only the sandbox has an address of its own.
  if (stripe && stripe.apiBase === undefined) {
    const isLive = stripe.secretKey.includes('_live_');
    return isLive ? right(name, 'Stripe, with live keys.') : note(name, 'Stripe, with test keys: no money moves.');
  }
  if (!stripe && !paymentSandbox)
    return note(name, 'Not set up: buttons that pay say so. The three Stripe keys turn them on.');
  const text = 'The payment sandbox answers in place of Stripe, and no money moves.';
  return isPublic ? wrong(name, `${text} Set the three Stripe keys, or PAYMENT_SANDBOX=off.`) : note(name, text);
}
