/** The schemas of an event's texts, for staff and for residents who suggest one. */

import * as z from 'zod/mini';
import { eventCategories } from '#shared/city.ts';
import { formatNumber } from '#shared/numbers.ts';

const atMost = (length: number) => z.maxLength(length, `Please keep it under ${formatNumber(length)} characters`);
// Makes one line: a text for a mail's subject or a calendar's title must not contain line ends.
const line = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .normalize('NFC')
    .trim();
export const oneLineText = (length: number) =>
  z.pipe(z.pipe(z.string(), z.transform(line)), z.string().check(atMost(length)));
export const requiredLine = (message: string, length: number) =>
  z.pipe(z.pipe(z.string(message), z.transform(line)), z.string().check(z.minLength(1, message), atMost(length)));
export const longText = (length: number) => z.string().check(z.trim(), atMost(length));

/** Adds 'https://' to an address without a scheme; '' stays ''. */
export const WebAddress = z.pipe(
  oneLineText(500),
  z.transform((text: string, context) => {
    if (text === '') return '';
    const whole = /^[a-z][a-z\d+.-]*:/i.test(text) && !/^[^/]+:\d/.test(text) ? text : `https://${text}`;
    if (!/\s/.test(text) && URL.canParse(whole)) {
      const { protocol, hostname, username, password, href } = new URL(whole);
      if (/^https?:$/.test(protocol) && /^[^.]+(\.[^.]+)+$/.test(hostname) && username + password === '') return href;
    }
    context.issues.push({
      code: 'custom',
      message: 'Please enter a web address such as https://example.org',
      input: text,
    });
    return z.NEVER;
  }),
);

export const EventCategory = z.enum(eventCategories, 'Please choose a category');
export const Title = requiredLine('Please give it a title', 150);

export const isBelowZero = (price: string) => /^[$€£]?\s*[-−–—]\s*[$€£]?\s*[.\d]/.test(price);

/** A price in a few words: '$10 at the door'. */
export const Price = z.pipe(
  oneLineText(60),
  z
    .string()
    .check(
      z.refine(
        (price) => !isBelowZero(price),
        'Enter what it costs, such as $5. If it costs nothing, choose “It is free”',
      ),
    ),
);

/** The form's days and hours; event-clock.ts converts them. */
export const Clock = z.object({
  allDay: z._default(z.boolean(), false),
  startsOn: z.string('Choose the day on which it begins').check(z.maxLength(10, 'Choose the day on which it begins')),
  startTime: z._default(z.string().check(z.maxLength(5, 'Enter a time such as 19:00')), ''),
  endsOn: z._default(z.string().check(z.maxLength(10, 'Choose the last day, or leave it empty')), ''),
  endTime: z._default(z.string().check(z.maxLength(5, 'Enter a time such as 21:00, or leave it empty')), ''),
});
