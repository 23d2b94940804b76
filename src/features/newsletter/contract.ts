import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

/**
 * The e-mail rule of the newsletter form: text, an @ sign, text, a dot and text, without whitespace. It also
 * refuses characters of addresses to which no mail can be sent (compose-message.ts).
 */
export const newsletterEmailPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/;

const SubscribeBody = z.object({
  email: z
    .string('Please enter your email address.')
    .check(
      z.trim(),
      z.minLength(1, { error: 'Please enter your email address.', abort: true }),
      z.maxLength(254, 'Please enter a valid email address.'),
      z.regex(newsletterEmailPattern, 'Please enter a valid email address.'),
    ),
});

/** A page without script shows this sentence too. */
export const subscribedMessage = "You've been successfully subscribed to our newsletter.";
export const unsubscribedMessage = 'You will get no more newsletters from us.';

export const subscribeToNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/subscribe',
  who: 'anyone',
  limit: 'newsletter',
  summary: 'Subscribes an address; the answer is the same for known and new ones',
  body: SubscribeBody,
  answer: z.object({ message: z.string() }),
  problems: [],
});

/** The token in a mail's link. It names the subscription and proves that its reader may end it. */
export const LinkToken = z.string().check(z.maxLength(100));

export const getSubscription = endpoint({
  method: 'GET',
  path: '/api/newsletter/subscription',
  who: 'anyone',
  summary:
    'What the unsubscribe page shows: the address, shortened, and whether it gets the newsletter; changes nothing',
  query: z.object({ token: LinkToken }),
  answer: z.object({
    /** 'a***@example.org': a forwarded link must not show the address to strangers. */
    email: z.string(),
    isSubscribed: z.boolean(),
  }),
  problems: ['not_found'],
});

export const unsubscribeFromNewsletter = endpoint({
  method: 'POST',
  path: '/api/newsletter/unsubscribe',
  who: 'anyone',
  summary: 'Ends a subscription; doing it twice is no mistake',
  body: z.object({ token: LinkToken }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});
