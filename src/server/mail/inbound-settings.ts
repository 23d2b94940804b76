/** The settings by which replies come back by mail: the address, and the ways in (docs/mail.md). */
import type * as z from 'zod/mini';
import { isThisMachine } from '#server/demand-tls.ts';
import { EnvError, readUrl, secret, variable } from '#server/env-variable.ts';

/** A mailbox that is read by IMAP. */
export interface MailboxEnv {
  host: string;
  port: number;
  /** Encrypted from the start; otherwise by STARTTLS. */
  isSecure: boolean;
  /** A server on this machine: nobody can listen in between, and it seldom has a valid certificate. */
  isLocal: boolean;
  user: string;
  password: string;
  folder: string;
}

export interface InboundEnv {
  /** Where replies go, with * in place of the token. */
  address: string;
  /** Signs the mails of the webhook; undefined: it takes none. */
  secret: string | undefined;
  mailbox: MailboxEnv | undefined;
}

const ports: Readonly<Record<string, number>> = { 'imaps:': 993, 'imap:': 143 };

/** Undefined for an address that names no mailbox with its password. */
function readMailbox(text: string): MailboxEnv | undefined {
  const url = readUrl(text, Object.keys(ports));
  if (url === undefined || url.username === '' || url.password === '' || url.search !== '' || url.hash !== '')
    return undefined;
  try {
    return {
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port) || (ports[url.protocol] ?? 0),
      isSecure: url.protocol === 'imaps:',
      isLocal: isThisMachine(url.hostname),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
    };
  } catch {
    // A '%' that begins no sign.
    return undefined;
  }
}

export const inboundVariables = {
  INBOUND_ADDRESS: variable({
    allowed:
      'a mailbox with * where a token goes (at most 13 characters beside it before the @), such as reply+*@example.org',
    read: (text) =>
      /^(?=[^@]{1,14}@)[\w.+-]*\*[\w.+-]*@[\w-]+(\.[\w-]+)*$/.test(text) ? text.toLowerCase() : undefined,
  }),
  INBOUND_MAIL_SECRET: secret('at least 20 characters without spaces', /^\S{20,}$/),
  IMAP_URL: variable({
    secret: true,
    allowed: 'a mailbox with its user and password, such as imaps://user:password@host/INBOX (@ in them is %40)',
    read: readMailbox,
  }),
};

type Held = { [K in keyof typeof inboundVariables]?: z.output<(typeof inboundVariables)[K]> };

export function readInbound(held: Held): InboundEnv | undefined {
  const { INBOUND_ADDRESS: address, INBOUND_MAIL_SECRET: own, IMAP_URL: mailbox } = held;
  if (address !== undefined) return { address, secret: own, mailbox };
  const ways = (['INBOUND_MAIL_SECRET', 'IMAP_URL'] as const).filter((name) => held[name] !== undefined);
  if (ways.length === 0) return undefined;
  throw new EnvError(
    `${ways.join(' and ')} ${ways.length > 1 ? 'are' : 'is'} set but INBOUND_ADDRESS is not, allowed is both or the address alone`,
  );
}
