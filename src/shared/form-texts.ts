/** Schemas of texts in forms, with their error messages. */
import * as z from 'zod/mini';
import { formatNumber } from './numbers.ts';

export const atMost = (length: number) =>
  z.maxLength(length, `Please keep it under ${formatNumber(length)} characters`);

// Makes one line: a mail's subject, a page's title and a calendar's must not contain line ends.
const line = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .normalize('NFC')
    .trim();

/** @param message for what is no text */
export const lineOf = (message?: string) => z.pipe(z.string(message), z.transform(line));

export const oneLineText = (length: number) => z.pipe(lineOf(), z.string().check(atMost(length)));

/** 'https://' is put before an address that comes without; '' stays ''. Null for anything but a web address. */
export function webAddress(text: string): string | null {
  if (text === '') return '';
  const whole = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(whole)) return null;
  const { protocol, hostname, username, password, href } = new URL(whole);
  const isWeb = (protocol === 'http:' || protocol === 'https:') && /^[^.]+(\.[^.]+)+$/.test(hostname);
  return isWeb && username === '' && password === '' ? href : null;
}
