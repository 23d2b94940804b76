import type Mailer from 'nodemailer/lib/mailer';
import type { CityPack } from '#server/city-pack.ts';
import type { Env } from '#server/env.ts';
import { HopelessJob } from '#server/jobs/bind-job.ts';
import { oneLine } from './lay-out-letter.ts';
import type { Mail } from './send-mail.ts';

/**
 * Characters that would turn the address into several mailboxes or none, such as quotes, brackets and commas,
 * are refused.
 */
const plainMailbox = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/;

/**
 * Builds the message for nodemailer. The same job always has the same Message-ID and date, so that a mail
 * that was sent twice, because the worker died in between, can be recognized.
 * @param replyAddress leads into the conversation of the mail, where the site takes mail
 * @throws HopelessJob when the recipient is not a mailbox
 */
export function composeMessage(
  mail: Mail,
  { city, env, jobId, queuedAt }: { city: CityPack; env: Env; jobId: string; queuedAt: Date },
  replyAddress?: string,
): Mailer.Options {
  if (!plainMailbox.test(mail.to)) throw new HopelessJob('the recipient is not a mailbox');
  const from = sender(env.mailFrom, `${city.facts.name}, ${city.facts.region}`);
  const replyTo = replyToOf(mail, replyAddress);
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const asMailId = (id: string) => `<${id.includes('@') ? id : `${id}@${domain}`}>`;
  const references = mail.thread?.references.map(asMailId) ?? [];
  return {
    from,
    to: { name: '', address: mail.to },
    ...(replyTo ? { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } } : {}),
    subject: oneLine(mail.subject),
    messageId: asMailId(mail.thread?.mailId ?? jobId),
    ...(references.length > 0 ? { inReplyTo: references.at(-1) ?? '', references } : {}),
    date: queuedAt,
    text: readableText(mail.text),
    html: mail.html,
    headers: {
      // A person wrote the mail of a conversation, and an absent reader's program may say so.
      ...(mail.thread ? {} : { 'Auto-Submitted': 'auto-generated' }),
      ...(mail.unsubscribeUrl
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            // Mail programs sort by this header (RFC 2919).
            'List-Id': {
              prepared: true,
              value: `<${mail.optional?.kind ?? 'newsletter'}.${new URL(env.siteUrl).hostname}>`,
            },
          }
        : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function replyToOf({ replyTo }: Mail, replyAddress: string | undefined): Mail['replyTo'] {
  if (replyTo === undefined) return undefined;
  if (replyAddress !== undefined) return { name: replyTo.name, address: replyAddress };
  return plainMailbox.test(replyTo.address) ? replyTo : undefined;
}

/** 'Town News <news@example.org>', or a bare mailbox, which gets the town's name. */
function sender(mailFrom: string, townName: string): { name: string; address: string } {
  const [, name, address] = /^(.*)<(.+)>$/.exec(mailFrom) ?? [];
  return { name: oneLine(name ?? townName).replace(/^"|"$/g, ''), address: address ?? mailFrom };
}

/**
 * Sends short lines unencoded: nodemailer's encoding would break every link longer than 76 characters in two.
 */
function readableText(text: string): string | { raw: string } {
  const lines = text.split('\n');
  if (!/^[\t\n\x20-\x7e]*$/.test(text) || lines.some((line) => line.length > 900)) return text;
  const header = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 7bit';
  return { raw: `${header}\r\n\r\n${lines.join('\r\n')}` };
}
