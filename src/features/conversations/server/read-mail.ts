/** Reads a mail as it came from a mail server. */
import { createHash } from 'node:crypto';
import PostalMime, { type Address, type Email } from 'postal-mime';
import { cleanHtml } from '#server/clean-html.ts';
import { type DeliveryReport, readDeliveryReport } from '#server/mail/delivery-report.ts';
import { oneLine } from '#server/mail/lay-out-letter.ts';
import { withoutMailedTokens } from '#server/mail/without-mailed-tokens.ts';
import { htmlToText } from '#shared/html-to-text.ts';
import { firstLetters, storableText } from '#shared/whole-letters.ts';
import { cutQuoted } from './cut-quoted.ts';

/** Bytes. Larger mails are refused before they are read. */
export const maxMailBytes = 10 * 1024 * 1024;
const [maxLetters, maxQuotedLetters, maxFiles] = [20_000, 20_000, 20];

export interface IncomingMail {
  /** In lower case; '' when the mail names no sender. */
  from: string;
  /** Every address that the mail may have been sent to. */
  to: string[];
  /** The Message-ID without brackets; of a mail without one, a hash. */
  mailId: string;
  text: string;
  quoted: string | null;
  /** Names of its files. None is kept: nothing that a stranger sends is served from this site. */
  leftOut: string[];
  /** About a mail that came back. */
  report: DeliveryReport | null;
  /** A program wrote it: an answer to it, or an alert about it, could begin a loop. */
  isAutomatic: boolean;
}

const marks = { item: '- ', heading: '', rule: '---', picture: () => '' };

const addressesOf = (addresses: readonly Address[] = []): string[] =>
  addresses.flatMap(({ address, group }) => group?.map((one) => one.address) ?? address ?? []);

/** Headers in which mail servers note for whom they took a mail. */
const deliveryHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to'];

function isAutomatic(mail: Email, headersOf: (name: string) => string[]): boolean {
  const says = (name: string, what: RegExp) => headersOf(name).some((value) => what.test(value.trim()));
  return (
    headersOf('auto-submitted').some((value) => !/^no\b/i.test(value.trim())) ||
    says('precedence', /^(bulk|junk|list|auto_reply)/i) ||
    ['x-loop', 'x-autoreply', 'x-autorespond', 'list-id', 'x-failed-recipients'].some(
      (name) => headersOf(name).length > 0,
    ) ||
    says('content-type', /^multipart\/report/i) ||
    says('return-path', /^<>$/) ||
    /^(mailer-daemon|postmaster|no-?reply)@/i.test(mail.from?.address ?? '')
  );
}

/** @throws Error for bytes that are no mail */
export async function readMail(raw: Buffer): Promise<IncomingMail> {
  const mail = await PostalMime.parse(raw, {
    ...{ maxNestingDepth: 20, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true },
  });
  if (mail.headers.length === 0) throw new Error('no headers');
  const headersOf = (name: string) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const written = mail.text?.trim() ? mail.text : htmlToText(cleanHtml(mail.html ?? ''), marks);
  const { text, quoted } = cutQuoted(withoutMailedTokens(storableText(written)));
  const id = mail.messageId?.replace(/[<>\s]/g, '').slice(0, 500);
  return {
    from: oneLine(storableText(mail.from?.address ?? ''))
      .toLowerCase()
      .slice(0, 254),
    to: [...addressesOf(mail.to), ...addressesOf(mail.cc), ...deliveryHeaders.flatMap(headersOf)].map((address) =>
      address.replace(/[<>\s]/g, ''),
    ),
    mailId: id ? storableText(id) : createHash('sha256').update(raw).digest('hex'),
    text: firstLetters(text, maxLetters),
    quoted: quoted === null ? null : firstLetters(quoted, maxQuotedLetters),
    leftOut: mail.attachments
      .slice(0, maxFiles)
      .map(({ filename, mimeType }) => firstLetters(oneLine(storableText(filename ?? mimeType)), 100)),
    report: readDeliveryReport(mail),
    isAutomatic: isAutomatic(mail, headersOf),
  };
}
