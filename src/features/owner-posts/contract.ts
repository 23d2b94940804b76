/** Endpoints for owners and managers who publish announcements and events of their own listings. */
import * as z from 'zod/mini';
import { BusinessStatus } from '#features/businesses/owner-contract.ts';
import { eventCategories } from '#shared/city.ts';
import { endpoint } from '#shared/endpoint.ts';
import { AnnouncementForm, OwnEventForm } from './post-forms.ts';

const params = z.object({ id: z.guid() });
const one = z.object({ id: z.guid(), postId: z.guid() });

const State = z.enum(['waiting', 'shown', 'hidden']);

/** A change of something that visitors see: it waits for staff, or they said no, and visitors see the former words. */
const Change = z.object({ id: z.string(), state: z.enum(['waiting', 'hidden']), reason: z.nullable(z.string()) });

export const OwnAnnouncement = z.object({
  id: z.string(),
  text: z.string(),
  url: z.nullable(z.string()),
  until: z.string(),
  state: State,
  /** Why staff hid it. */
  reason: z.nullable(z.string()),
  change: z.nullable(z.extend(Change, { text: z.string(), url: z.nullable(z.string()), until: z.string() })),
});
export type OwnAnnouncement = z.infer<typeof OwnAnnouncement>;

/** The form's first values. Stored ones may exceed its limits: staff may have written them. */
const EventFormStart = z.object({
  title: z.string(),
  category: z.enum(eventCategories),
  allDay: z.boolean(),
  startsOn: z.string(),
  startTime: z.string(),
  endsOn: z.string(),
  endTime: z.string(),
  isFree: z.boolean(),
  price: z.string(),
  location: z.string(),
  description: z.string(),
  url: z.string(),
});

const OwnEvent = z.object({
  id: z.string(),
  /** As visitors see it while it is in the calendar, else as it was sent. */
  title: z.string(),
  startDate: z.string(),
  allDay: z.boolean(),
  /** 'off': it was called off, or staff took it out of the calendar. */
  state: z.enum(['waiting', 'shown', 'hidden', 'off']),
  reason: z.nullable(z.string()),
  /** The address of its page, while it is shown. */
  slug: z.nullable(z.string()),
  change: z.nullable(Change),
  /** With the words of the change, where there is one. Null: nobody but staff changes this event. */
  form: z.nullable(EventFormStart),
  /** Its owner canceled it and may say that it is on after all. */
  canResume: z.boolean(),
});
export type OwnEvent = z.infer<typeof OwnEvent>;

export const OwnPosts = z.object({
  business: z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    address: z.nullable(z.string()),
    status: BusinessStatus,
  }),
  /** The town's switches. */
  may: z.object({ announcements: z.boolean(), events: z.boolean() }),
  /** False: what this person writes waits until staff have looked at it. */
  isDirect: z.boolean(),
  /** True: it waits after staff's first yes, too. */
  isAlwaysSeenFirst: z.boolean(),
  /** The day by the town's calendar, and the last day that an announcement may name. */
  today: z.string(),
  lastDay: z.string(),
  /** All that are stored; the first to end comes first. */
  announcements: z.array(OwnAnnouncement),
  /** Newest first, at most 50. */
  events: z.array(OwnEvent),
});
export type OwnPosts = z.infer<typeof OwnPosts>;

export const listOwnPosts = endpoint({
  method: 'GET',
  path: '/api/businesses/{id}/posts',
  who: 'signed-in',
  summary: 'The announcements and own events of one listing, for its owner, its managers and staff',
  params,
  answer: OwnPosts,
  problems: ['not_found'],
});

export const addAnnouncement = endpoint({
  method: 'POST',
  path: '/api/businesses/{id}/announcements',
  who: 'signed-in',
  creates: true,
  summary:
    "Adds an announcement to an approved listing's page, at most 3 at a time and 90 days long; an owner's first one waits for staff",
  params,
  body: AnnouncementForm,
  answer: OwnPosts,
  status: 201,
  problems: ['forbidden', 'not_found', 'conflict', 'invalid'],
});

export const changeAnnouncement = endpoint({
  method: 'PUT',
  path: '/api/businesses/{id}/announcements/{postId}',
  who: 'signed-in',
  summary:
    'Changes an announcement; where its author does not publish at once the change waits for staff, and the page says what it said',
  params: one,
  body: AnnouncementForm,
  answer: OwnPosts,
  problems: ['forbidden', 'not_found', 'conflict', 'invalid'],
});

export const removeAnnouncement = endpoint({
  method: 'DELETE',
  path: '/api/businesses/{id}/announcements/{postId}',
  who: 'signed-in',
  summary: 'Removes an announcement, or takes back a change of one, also where the town has switched them off',
  params: one,
  answer: OwnPosts,
  problems: ['forbidden', 'not_found'],
});

export const addOwnEvent = endpoint({
  method: 'POST',
  path: '/api/businesses/{id}/events',
  who: 'signed-in',
  creates: true,
  summary: "Puts an event of an approved listing into the calendar; an owner's first one waits for staff",
  params,
  body: OwnEventForm,
  answer: OwnPosts,
  status: 201,
  problems: ['forbidden', 'not_found', 'conflict', 'invalid'],
});

export const changeOwnEvent = endpoint({
  method: 'PUT',
  path: '/api/businesses/{id}/events/{postId}',
  who: 'signed-in',
  summary:
    'Changes an own event; where its owner does not publish at once the change waits for staff, and the calendar shows the event as before',
  params: one,
  body: OwnEventForm,
  answer: OwnPosts,
  problems: ['forbidden', 'not_found', 'conflict', 'invalid'],
});

export const endOwnEvent = endpoint({
  method: 'DELETE',
  path: '/api/businesses/{id}/events/{postId}',
  who: 'signed-in',
  summary: 'Takes back an event or a change that waits for staff, or calls off an event that is in the calendar',
  params: one,
  answer: OwnPosts,
  problems: ['forbidden', 'not_found', 'conflict'],
});

export const resumeOwnEvent = endpoint({
  method: 'POST',
  path: '/api/businesses/{id}/events/{postId}/resume',
  who: 'signed-in',
  summary:
    'An event that its owner has called off is on after all, while it is to come and nobody else has changed it since',
  params: one,
  answer: OwnPosts,
  problems: ['forbidden', 'not_found', 'conflict'],
});
