/** The mail to the sender of a suggested event who has canceled it, taken it out, or let it take place after all. */
import type { Database } from '#server/db/client.ts';
import type { eventSuggestions } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { defineMail, linkVariable, textVariable } from '#server/mail/mail-text.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import type { Ending } from '../suggestion-contract.ts';

export const endingMail = defineMail({
  name: 'event-ended-by-sender',
  group: 'Recommendations and events',
  when: 'The sender of an event in the calendar cancels it, takes it out, or lets it take place after all.',
  to: 'the person who suggested the event',
  variables: {
    name: textVariable('the name of the person', 'Maria'),
    event: textVariable('the name of the event', 'Porch Concert'),
    change: linkVariable('opens the event, for its sender', '/events/suggested?token=example'),
  },
  conditions: {
    canceled: { means: 'it is canceled', example: true },
    out: { means: 'it is out of the calendar', example: false },
    on: { means: 'it takes place after all', example: false },
    dropped: { means: 'a change of it waited, and is dropped', example: true },
  },
  subject: 'Your event: {{event}}',
  text: [
    'Hello {{name}},',
    '{{when canceled}} As you asked, {{event}} is canceled. Visitors of the {{town}} calendar see that.',
    '{{when out}} As you asked, {{event}} is out of the {{town}} calendar.',
    '{{when on}} As you asked, {{event}} is on after all. Visitors of the {{town}} calendar see that.',
    '{{when dropped}} Your change that waited for us is dropped with it.',
    '{{when not on}} Is it on after all? Here you can say so:',
    '{{when on}} If something changes, you can say so here:',
    '{{change: Your event}}',
    'Was it not you? Then please answer this email.',
  ],
});

/** Confirms to the sender what the mailed link, which others may have read, has done. */
export async function mailEnding(
  tx: Database,
  suggestion: typeof eventSuggestions.$inferSelect,
  { as, token, dropsChange }: { as: Ending; token: string; dropsChange: boolean },
  town: Pick<Services, 'city' | 'env'>,
): Promise<void> {
  const letter = composeLetter(town, endingMail, {
    name: suggestion.senderName,
    event: suggestion.title,
    canceled: as === 'canceled',
    out: as === 'taken-out',
    on: as === 'on-again',
    dropped: dropsChange,
    change: `${town.env.siteUrl}/events/suggested?token=${token}`,
  });
  const replyTo = replyToTown(town.city);
  await enqueue(tx, sendMail, { to: suggestion.senderEmail, ...letter, replyTo });
}
