/**
 * Endpoints for residents who suggest an event. Apart from contract.ts, so that the events page does not load
 * it.
 */
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { Clock, EventCategory, longText, Price, requiredLine, Title, WebAddress } from './event-fields.ts';

/** A form without script sends 'on' or nothing. */
const Checkbox = z._default(
  z.pipe(
    z.union([z.boolean(), z.enum(['on', ''])]),
    z.transform((value) => value === true || value === 'on'),
  ),
  false,
);

export const SuggestionForm = z.object({
  title: Title,
  category: EventCategory,
  ...Clock.shape,
  allDay: Checkbox,
  isFree: Checkbox,
  price: z._default(Price, ''),
  location: requiredLine('Please enter where it takes place', 200),
  description: z
    .string('Please describe it in a sentence or two')
    .check(
      z.trim(),
      z.minLength(10, 'Please describe it in a sentence or two'),
      z.maxLength(4000, 'Please keep it under 4,000 characters'),
    ),
  url: z._default(WebAddress, ''),
  senderName: requiredLine('Please tell us your name', 100),
  senderEmail: z
    .string('Please enter a valid email address')
    .check(
      z.trim(),
      z.email('Please enter a valid email address'),
      z.maxLength(254, 'Please enter a valid email address'),
    ),
  message: z._default(longText(1000), ''),
  /** The sender is who is signed in: a confirmed mailbox needs no link. */
  isSelf: z._default(z.boolean(), false),
});
export type SuggestionForm = z.infer<typeof SuggestionForm>;

/** A page without script shows this sentence too. */
export const suggestionSentMessage =
  'Almost done: we sent you an email with a link. Open it and confirm, and your event reaches the people who run this site.';
/** For a sender whose mailbox is confirmed; also what the link's page says. */
export const suggestionConfirmedMessage =
  'Thank you. Your event is with the people who run this site; they answer by email, usually within a day.';

export const suggestEvent = endpoint({
  method: 'POST',
  path: '/api/events/suggestions',
  who: 'anyone',
  limit: 'suggestions',
  creates: true,
  summary:
    'Puts an event forward; it reaches staff once its sender has confirmed by the link that is mailed, or at once from the confirmed mailbox of who is signed in',
  body: SuggestionForm,
  answer: z.object({
    message: z.string(),
    /** Opens the page of what was sent; null: the mailbox is not confirmed yet. */
    token: z.nullable(z.string()),
  }),
  status: 201,
  problems: ['invalid'],
});

export const listOwnSuggestions = endpoint({
  method: 'GET',
  path: '/api/user/event-suggestions',
  who: 'signed-in',
  summary:
    "Events that were suggested through the town's form with the own confirmed mailbox: waiting, and decided lately",
  answer: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      status: z.enum(['waiting', 'approved', 'rejected']),
      startDate: z.string(),
      /** It is in the calendar, and canceled. */
      isCanceled: z.boolean(),
      /** The page of the event that was made from it. */
      slug: z.nullable(z.string()),
      /** The reason why it was not taken. */
      reason: z.nullable(z.string()),
      /** Opens the page that changes it, sends it again and takes it back. */
      token: z.string(),
    }),
  ),
  problems: [],
});

const LinkToken = z.string().check(z.maxLength(100));

/** Its sender stays: the mailed link proves that mailbox. */
export const ChangeForm = z.extend(z.omit(SuggestionForm, { senderEmail: true, isSelf: true }), { token: LinkToken });
export type ChangeForm = z.infer<typeof ChangeForm>;

/** An event that is in the calendar. */
const PublishedState = z.object({
  slug: z.string(),
  /** The reason why its sender does not change it any more; null: it can be changed and canceled. */
  whyNot: z.nullable(z.string()),
  /** Other words for it, which staff look at or did not take over. */
  change: z.nullable(z.enum(['waiting', 'rejected'])),
  reason: z.nullable(z.string()),
  /** Hardly anybody knows it yet, and nobody else has worked on it. */
  canTakeOut: z.boolean(),
  /** Its sender has canceled it, and nobody else has touched it since. */
  canPutBack: z.boolean(),
});
export type PublishedState = z.infer<typeof PublishedState>;

export const getSentSuggestion = endpoint({
  method: 'GET',
  path: '/api/events/suggestions/sent',
  who: 'anyone',
  summary: 'A confirmed suggestion, for its sender, by the link of our mails',
  query: z.object({ token: LinkToken }),
  answer: z.object({
    title: z.string(),
    /** 'withdrawn': its sender took it out of the calendar. */
    status: z.enum(['waiting', 'approved', 'rejected', 'withdrawn']),
    reason: z.nullable(z.string()),
    published: z.nullable(PublishedState),
    /** The typed fields, as a form without script sends them. */
    values: z.record(z.string(), z.string()),
  }),
  problems: ['not_found'],
});

export const changeSuggestion = endpoint({
  method: 'POST',
  path: '/api/events/suggestions/sent',
  who: 'anyone',
  limit: 'suggestions',
  summary:
    'Changes a suggestion that waits, sends one again that was not taken, or asks staff for other words of one that is in the calendar; by the link of our mails',
  body: ChangeForm,
  answer: z.object({ message: z.string() }),
  problems: ['invalid', 'not_found', 'conflict'],
});

export const removeSuggestion = endpoint({
  method: 'POST',
  path: '/api/events/suggestions/removal',
  who: 'anyone',
  limit: 'link-address',
  summary:
    'Takes a suggestion back that waits, or takes a decided one off its sender’s dashboard; by the link of our mails',
  body: z.object({ token: LinkToken }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});

const endings = ['canceled', 'taken-out', 'on-again'] as const;
export type Ending = (typeof endings)[number];

export const endSuggestion = endpoint({
  method: 'POST',
  path: '/api/events/suggestions/end',
  who: 'anyone',
  limit: 'link-address',
  summary:
    'Cancels an event that is in the calendar, takes that back, or takes it out on its first day; for its sender, by the link of our mails',
  body: z.object({ token: LinkToken, as: z.enum(endings) }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found', 'conflict'],
});

export const getSuggestion = endpoint({
  method: 'GET',
  path: '/api/events/suggestions/confirmation',
  who: 'anyone',
  summary: 'What the page behind the mailed link shows; changes nothing',
  query: z.object({ token: LinkToken }),
  answer: z.object({ title: z.string(), isConfirmed: z.boolean() }),
  problems: ['not_found'],
});

export const confirmSuggestion = endpoint({
  method: 'POST',
  path: '/api/events/suggestions/confirmation',
  who: 'anyone',
  limit: 'link-address',
  summary: 'Confirms that the suggestion is from this mailbox; doing it twice is no mistake',
  body: z.object({ token: LinkToken }),
  answer: z.object({ message: z.string() }),
  problems: ['not_found'],
});
