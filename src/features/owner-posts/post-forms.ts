/** The forms with which owners tell something on their listings' pages. */
import * as z from 'zod/mini';
import { Clock, EventCategory, Price, requiredLine, Title, WebAddress } from '#features/events/event-fields.ts';

export const maxAnnouncements = 3;
/** With those that have ended, which are kept until they are removed. */
export const maxStoredAnnouncements = 20;
export const maxAnnouncementText = 400;
/** An announcement ends within this many days. */
export const maxAnnouncementDays = 90;
/** Events of one listing that wait for staff. */
export const maxWaitingEvents = 10;

/** The days that are allowed depend on the town's calendar: server/write-announcements.ts checks them. */
export const AnnouncementForm = z.object({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please write what is new'),
      z.maxLength(maxAnnouncementText, `Please keep it under ${maxAnnouncementText + 1} characters`),
    ),
  /** '' is none. */
  url: z._default(WebAddress, ''),
  /** The last day on which it is shown: '2026-12-05'. */
  until: z.iso.date('Please choose the last day'),
});
export type AnnouncementForm = z.infer<typeof AnnouncementForm>;

export const OwnEventForm = z.object({
  title: Title,
  category: EventCategory,
  ...Clock.shape,
  isFree: z._default(z.boolean(), false),
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
});
export type OwnEventForm = z.infer<typeof OwnEventForm>;
