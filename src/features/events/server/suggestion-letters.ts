/** The mails about a suggestion, to its sender and to staff. */
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import type { Database } from '#server/db/client.ts';
import type { eventSuggestions } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';
import { whenText } from '../when-text.ts';

type Suggestion = typeof eventSuggestions.$inferSelect;
type Town = Pick<Services, 'city' | 'env'>;

function whenOf({ startsAt, endsAt, allDay }: Suggestion, timeZone: string): string {
  return whenText({ startDate: startsAt.toISOString(), endDate: endsAt?.toISOString() ?? null, allDay }, timeZone, '');
}

const replyTo = ({ city }: Town) => ({ name: city.facts.name, address: city.facts.contact.email });

export async function mailConfirmationLink(
  tx: Database,
  suggestion: Suggestion,
  token: string,
  town: Town,
): Promise<void> {
  const { city, env } = town;
  const title = withoutLinks(suggestion.title);
  const letter = layOutLetter(city, env, {
    subject: `Please confirm: ${title}`,
    parts: [
      `Somebody, most likely you, suggested an event for the ${city.facts.name}, ${city.facts.region} calendar:`,
      {
        facts: [
          ['Event', title],
          ['When', whenOf(suggestion, city.facts.timeZone)],
          ['Where', withoutLinks(suggestion.location)],
        ],
      },
      'Please confirm that it was you. Then the people who run the site look at it, usually within a day.',
      { label: 'Confirm', url: `${env.siteUrl}/events/confirm?token=${token}` },
      'Was it not you? Then ignore this email, and nothing happens.',
    ],
  });
  await enqueue(tx, sendMail, { to: suggestion.senderEmail, ...letter });
}

export async function askStaff(tx: Database, suggestion: Suggestion, { city, env }: Town): Promise<void> {
  const letter = layOutLetter(city, env, {
    subject: `Event suggested: ${suggestion.title}`,
    parts: [
      `${suggestion.senderName} suggests an event for the calendar.`,
      {
        facts: [
          ['Event', suggestion.title],
          ['When', whenOf(suggestion, city.facts.timeZone)],
          ['Where', suggestion.location],
        ],
      },
      { label: 'Look at it', url: `${env.siteUrl}/staff` },
    ],
  });
  await mailStaff(tx, 'events', letter, { city });
}

export async function mailApproved(
  tx: Database,
  suggestion: Suggestion,
  { slug, wasEdited, startAfter }: { slug: string; wasEdited: boolean; startAfter: Date },
  town: Town,
): Promise<string | null> {
  const { city, env } = town;
  const letter = layOutLetter(city, env, {
    subject: `${suggestion.title} is in the calendar`,
    parts: [
      `Hello ${suggestion.senderName},`,
      `Thank you: ${suggestion.title} is now in the ${city.facts.name}, ${city.facts.region} calendar.`,
      ...(wasEdited ? ['We corrected a few details; please check that they are right.'] : []),
      { label: 'See it in the calendar', url: `${env.siteUrl}/events/${slug}` },
      'If something changes, or it is called off, please answer this email.',
    ],
  });
  return enqueue(tx, sendMail, { to: suggestion.senderEmail, ...letter, replyTo: replyTo(town) }, { startAfter });
}

export async function mailRejected(
  tx: Database,
  suggestion: Suggestion,
  { reason, startAfter }: { reason: string; startAfter: Date },
  town: Town,
): Promise<string | null> {
  const { city, env } = town;
  const letter = layOutLetter(city, env, {
    subject: `About your event: ${suggestion.title}`,
    parts: [
      `Hello ${suggestion.senderName},`,
      `We looked at ${suggestion.title} and could not put it into the ${city.facts.name}, ${city.facts.region} calendar. This is why:`,
      { quote: reason },
      'You can answer this email, or suggest it again with what was missing.',
      { label: 'Suggest an event', url: `${env.siteUrl}/events/suggest` },
    ],
  });
  return enqueue(tx, sendMail, { to: suggestion.senderEmail, ...letter, replyTo: replyTo(town) }, { startAfter });
}
