/** The endpoint that imports events from a calendar file. */

import * as z from 'zod/mini';
import { eventCategories } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';
import { oneLineText } from './event-fields.ts';

export const maxCalendarBytes = 1024 * 1024;
export const maxCalendarEvents = 500;

export const ImportRow = z.object({
  /** Its place in the file, from 1. */
  number: z.int(),
  title: z.string(),
  startDate: z.nullable(z.string()),
  allDay: z.boolean(),
  location: z.string(),
  repeats: z.nullable(z.string()),
  /**
   * new: not stored yet. changed: stored with the same UID, and different in the file. same: stored with the
   * same UID and equal. alike: stored from elsewhere with the same title and start. refused: cannot be
   * imported.
   */
  state: z.enum(['new', 'changed', 'same', 'alike', 'refused']),
  /** Unusual points, or the reason why the row is refused. */
  notes: z.array(z.string()),
  /** The stored event. */
  eventId: z.nullable(z.string()),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const importCalendar = endpoint({
  method: 'POST',
  path: '/api/staff/event-imports',
  who: 'staff',
  rights: ['editor'],
  limit: 'uploads',
  summary:
    'Reads an iCalendar file (.ics, at most 1 MB and 500 events), the body itself. Without `take` nothing is written: the answer says what would be',
  query: z.object({
    /** Numbers of the rows to import, separated by commas. */
    take: z._default(z.string().check(z.maxLength(2500), z.regex(/^(\d{1,3}(,\d{1,3})*)?$/)), ''),
    /** The file's name. */
    name: z._default(oneLineText(120), ''),
    category: z._default(z.enum(eventCategories), 'community'),
  }),
  upload: true,
  answer: z.object({ rows: z.array(ImportRow), added: z.int(), updated: z.int() }),
  problems: ['bad_request', 'wrong_type', 'too_large', 'invalid'],
});
