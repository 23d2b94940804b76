/** The mails about a suggestion, to its sender and to staff. */
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { queueLinePath } from '#features/staff-frame/queue-line.ts';
import type { Database } from '#server/db/client.ts';
import type { eventSuggestions } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import {
  defineMail,
  linkVariable,
  neededBlock,
  neededLink,
  reasonBlock,
  textVariable,
} from '#server/mail/mail-text.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { whenText } from '../when-text.ts';
import { endingMail } from './ending-letter.ts';

type Suggestion = typeof eventSuggestions.$inferSelect;
type Town = Pick<Services, 'city' | 'env'>;

const group = 'Recommendations and events';
const to = 'the person who suggested the event';
const event = textVariable('the name of the event', 'Porch Concert');
const name = textVariable('the name of the person', 'Maria');

const confirmMail = defineMail({
  name: 'event-confirmation',
  group,
  when: 'Somebody suggests an event.',
  to,
  variables: {
    event,
    details: neededBlock('the event with time and place', [
      {
        facts: [
          ['Event', 'Porch Concert'],
          ['When', 'Saturday, June 12, 2027, 7:00 PM'],
          ['Where', '12 Oak Street'],
        ],
      },
    ]),
    link: neededLink('confirms the suggestion', '/events/confirm?token=example'),
  },
  subject: 'Please confirm: {{event}}',
  text: [
    'Somebody, most likely you, suggested an event for the {{town}} calendar:',
    '{{details}}',
    'Please confirm that it was you. Then the people who run the site look at it, usually within a day.',
    '{{link: Confirm}}',
    'Was it not you? Then ignore this email, and nothing happens.',
  ],
});

const receiptMail = defineMail({
  name: 'event-received',
  group,
  when: 'Somebody who is signed in suggests an event.',
  to,
  variables: {
    name,
    event,
    change: linkVariable('changes the event or takes it back', '/events/suggested?token=example'),
  },
  subject: 'We have your event: {{event}}',
  text: [
    'Hello {{name}},',
    'Thank you: {{event}} is with the people who run this site. They answer by email, usually within a day.',
    'Until then you can change it or take it back:',
    '{{change: See what you sent}}',
  ],
});

const approvedMail = defineMail({
  name: 'event-approved',
  group,
  when: 'Staff put a suggested event into the calendar.',
  to,
  variables: {
    name,
    event,
    view: linkVariable('opens the event', '/events/porch-concert'),
    manage: linkVariable('opens the events of the listing', '/business-news/example'),
    change: linkVariable('changes the event or cancels it', '/events/suggested?token=example'),
  },
  conditions: {
    owned: { means: 'it is an event of a listing, whose people change and cancel it themselves', example: true },
    corrected: { means: 'staff corrected details', example: true },
    trusted: { means: 'what the listing posts next is published at once', example: false },
    changed: { means: 'it was a change of an event that is in the calendar', example: false },
  },
  subject: '{{event}} is in the calendar',
  text: [
    'Hello {{name}},',
    'Thank you: {{event}} is now in the {{town}} calendar.',
    '{{when changed}} It shows what you have changed.',
    '{{when corrected}} We corrected a few details; please check that they are right.',
    '{{view: See it in the calendar}}',
    '{{when trusted}} Your next announcements and events are published at once.',
    '{{when owned}} If something changes, or it is canceled, you can say so yourself.',
    '{{when owned}} {{manage: Change or cancel it}}',
    '{{when not owned}} If something changes, or it is canceled, you can say so yourself.',
    '{{when not owned}} {{change: Change or cancel it}}',
  ],
});

const rejectedMail = defineMail({
  name: 'event-rejected',
  group,
  when: 'Staff do not put a suggested event into the calendar.',
  to,
  variables: {
    name,
    event,
    reason: reasonBlock,
    suggest: linkVariable('opens the form with all that was typed', '/events/suggested?token=example'),
  },
  subject: 'About your event: {{event}}',
  text: [
    'Hello {{name}},',
    'We looked at {{event}} and could not put it into the {{town}} calendar. This is why:',
    '{{reason}}',
    'You can answer this email, or send it again with what was missing. What you typed is still there.',
    '{{suggest: Send it again}}',
  ],
});

const changeRejectedMail = defineMail({
  name: 'event-change-rejected',
  group,
  when: 'Staff do not take over what its owner or sender changed in an event that is in the calendar.',
  to: 'the person who changed the event',
  variables: {
    name,
    event,
    reason: reasonBlock,
    change: linkVariable('opens the event, or the events of the listing', '/business-news/example'),
  },
  subject: 'About your change of {{event}}',
  text: [
    'Hello {{name}},',
    'We looked at your change of {{event}} and could not take it over. The {{town}} calendar shows the event as before. This is why:',
    '{{reason}}',
    'You can change it again, and we look at it again.',
    '{{change: Change it}}',
  ],
});

export const suggestionMails = [
  confirmMail,
  receiptMail,
  approvedMail,
  rejectedMail,
  changeRejectedMail,
  endingMail,
] as const;

function whenOf({ startsAt, endsAt, allDay }: Suggestion, timeZone: string): string {
  return whenText({ startDate: startsAt.toISOString(), endDate: endsAt?.toISOString() ?? null, allDay }, timeZone, '');
}

export async function mailConfirmationLink(
  tx: Database,
  suggestion: Suggestion,
  token: string,
  town: Town,
): Promise<void> {
  const { city, env } = town;
  const title = withoutLinks(suggestion.title);
  const letter = composeLetter(town, confirmMail, {
    event: title,
    details: [
      {
        facts: [
          ['Event', title],
          ['When', whenOf(suggestion, city.facts.timeZone)],
          ['Where', withoutLinks(suggestion.location)],
        ],
      },
    ],
    link: `${env.siteUrl}/events/confirm?token=${token}`,
  });
  await enqueue(tx, sendMail, { to: suggestion.senderEmail, ...letter });
}

export async function mailReceipt(tx: Database, suggestion: Suggestion, token: string, town: Town): Promise<void> {
  const letter = composeLetter(town, receiptMail, {
    name: suggestion.senderName,
    event: suggestion.title,
    change: `${town.env.siteUrl}/events/suggested?token=${token}`,
  });
  await enqueue(tx, sendMail, { to: suggestion.senderEmail, ...letter, replyTo: replyToTown(town.city) });
}

export async function askStaff(tx: Database, suggestion: Suggestion, { city, env }: Town): Promise<void> {
  const isChange = suggestion.changesEventId !== null;
  const letter = layOutLetter(city, env, {
    subject: `${isChange ? 'Event changed' : 'Event suggested'}: ${suggestion.title}`,
    parts: [
      isChange
        ? `${suggestion.senderName} wants to change an own event that is in the calendar.`
        : suggestion.businessId === null
          ? `${suggestion.senderName} suggests an event for the calendar.`
          : `${suggestion.senderName} suggests an event of an own listing for the calendar.`,
      {
        facts: [
          ['Event', suggestion.title],
          ['When', whenOf(suggestion, city.facts.timeZone)],
          ['Where', suggestion.location],
        ],
      },
      { label: 'Look at it', url: env.siteUrl + queueLinePath(suggestion.id) },
    ],
  });
  await mailStaff(tx, 'events', letter, { city });
}

export async function mailApproved(
  tx: Database,
  suggestion: Suggestion,
  {
    slug,
    token,
    wasEdited,
    isTrusted,
    startAfter,
  }: { slug: string; token: string; wasEdited: boolean; isTrusted: boolean; startAfter: Date },
  town: Town,
): Promise<string | null> {
  const letter = composeLetter(town, approvedMail, {
    name: suggestion.senderName,
    event: suggestion.title,
    corrected: wasEdited,
    trusted: isTrusted,
    changed: suggestion.changesEventId !== null,
    view: `${town.env.siteUrl}/events/${slug}`,
    owned: suggestion.businessId !== null,
    manage: suggestion.businessId === null ? null : `${town.env.siteUrl}/business-news/${suggestion.businessId}`,
    change: suggestion.businessId === null ? `${town.env.siteUrl}/events/suggested?token=${token}` : null,
  });
  return enqueue(
    tx,
    sendMail,
    { to: suggestion.senderEmail, ...letter, replyTo: replyToTown(town.city) },
    { startAfter },
  );
}

/** An event of a listing is sent again from the page of the listing's events. */
function formOf({ businessId }: Suggestion, token: string, siteUrl: string): string {
  return businessId === null ? `${siteUrl}/events/suggested?token=${token}` : `${siteUrl}/business-news/${businessId}`;
}

export async function mailRejected(
  tx: Database,
  suggestion: Suggestion,
  { reason, token, startAfter }: { reason: string; token: string; startAfter: Date },
  town: Town,
): Promise<string | null> {
  const { siteUrl } = town.env;
  const values = { name: suggestion.senderName, event: suggestion.title, reason: [{ quote: reason }] };
  const letter =
    suggestion.changesEventId === null
      ? composeLetter(town, rejectedMail, { ...values, suggest: formOf(suggestion, token, siteUrl) })
      : composeLetter(town, changeRejectedMail, {
          ...values,
          change: formOf(suggestion, token, siteUrl),
        });
  return enqueue(
    tx,
    sendMail,
    { to: suggestion.senderEmail, ...letter, replyTo: replyToTown(town.city) },
    { startAfter },
  );
}
