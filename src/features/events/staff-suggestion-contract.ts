/** Endpoints for staff who review the events that residents suggested. */
import * as z from 'zod/mini';
import { eventCategories } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';
import { reasonOf } from '#shared/reason.ts';
import { EventFields, EventForm, StaffEvent, StaffEventRow } from './staff-contract.ts';

const params = z.object({ id: z.guid() });

export const StaffSuggestion = z.object({
  id: z.string(),
  status: z.enum(['waiting', 'approved', 'rejected']),
  title: z.string(),
  description: z.string(),
  location: z.string(),
  category: z.enum(eventCategories),
  startDate: z.string(),
  endDate: z.nullable(z.string()),
  allDay: z.boolean(),
  isFree: z.boolean(),
  price: z.nullable(z.string()),
  url: z.nullable(z.string()),
  message: z.string(),
  senderName: z.string(),
  senderEmail: z.string(),
  /** The listing whose owner puts it on. */
  business: z.nullable(z.object({ id: z.string(), name: z.string() })),
  confirmedAt: z.string(),
  reason: z.nullable(z.string()),
  /** Its sender took it out of the calendar; an approval puts it back. */
  isTakenOut: z.boolean(),
  eventId: z.nullable(z.string()),
  /** Events of the same day that may be duplicates. */
  alike: z.array(z.object({ id: z.string(), title: z.string() })),
  /** For an owner's change of an event that is in the calendar: what would differ, while it waits. */
  changes: z.nullable(
    z.object({
      eventId: z.string(),
      fields: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
    }),
  ),
  /** The form to begin an event with. */
  form: EventFields,
});
export type StaffSuggestion = z.infer<typeof StaffSuggestion>;

export const listSuggestions = endpoint({
  method: 'GET',
  path: '/api/staff/event-suggestions',
  who: 'staff',
  rights: ['editor', 'moderator'],
  summary: 'What residents suggested and confirmed, newest first, 50 at a time; the Link header leads on',
  query: z.object({
    /** In the title, the place, the message, or about who sent it. */
    search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    cursor: z.optional(z.guid()),
  }),
  answer: z.array(StaffSuggestion),
  problems: [],
});

export const getStaffSuggestion = endpoint({
  method: 'GET',
  path: '/api/staff/event-suggestions/{id}',
  who: 'staff',
  rights: ['editor', 'moderator'],
  summary: 'One suggestion',
  params,
  answer: StaffSuggestion,
  problems: ['not_found'],
});

export const approveSuggestion = endpoint({
  method: 'POST',
  path: '/api/staff/event-suggestions/{id}/approve',
  who: 'staff',
  rights: ['editor', 'moderator'],
  creates: true,
  summary:
    'Makes an event of a suggestion, with edits where they are given, or changes the event that it is about, and mails its sender',
  params,
  body: z.object({
    event: z.optional(EventForm),
    /** The suggestion's `confirmedAt` as staff have seen it: another one is refused. */
    seen: z.optional(z.string().check(z.maxLength(40))),
  }),
  answer: StaffEvent,
  status: 201,
  problems: ['invalid', 'not_found', 'conflict'],
});

export const rejectSuggestion = endpoint({
  method: 'POST',
  path: '/api/staff/event-suggestions/{id}/reject',
  who: 'staff',
  rights: ['editor', 'moderator'],
  summary: 'Rejects a suggestion; its sender gets the reason by mail',
  params,
  body: z.object({
    reason: reasonOf(1000),
  }),
  answer: StaffSuggestion,
  problems: ['not_found', 'conflict'],
});

export const BusinessEvents = z.object({
  /** Sent by its owner, soonest first. */
  waiting: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      startDate: z.string(),
      endDate: z.nullable(z.string()),
      allDay: z.boolean(),
      /** True for other words of an event that is in the calendar. */
      isChange: z.boolean(),
    }),
  ),
  /** Coming ones soonest first, then the last ones that are canceled or over. */
  events: z.array(StaffEventRow),
});
export type BusinessEvents = z.infer<typeof BusinessEvents>;

export const listBusinessEvents = endpoint({
  method: 'GET',
  path: '/api/staff/businesses/{id}/events',
  who: 'staff',
  rights: ['moderator'],
  summary: 'The events that a listing puts on, and what its owner has sent and waits for staff',
  params,
  answer: BusinessEvents,
  problems: [],
});
