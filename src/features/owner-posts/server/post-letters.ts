/** The mails about an announcement: to staff when one waits, and to its author when staff have decided. */
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { queueLinePath } from '#features/staff-frame/queue-line.ts';
import type { Database } from '#server/db/client.ts';
import type { businesses } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import {
  businessVariable,
  defineMail,
  linkVariable,
  neededBlock,
  reasonBlock,
  usernameVariable,
} from '#server/mail/mail-text.ts';
import { replyToTown } from '#server/mail/reply-to-town.ts';
import { sendMail } from '#server/mail/send-mail.ts';

type Town = Pick<Services, 'city' | 'env'>;
type Listing = Pick<typeof businesses.$inferSelect, 'id' | 'slug' | 'name'>;

export async function tellStaffOfAnnouncement(
  tx: Database,
  { name }: Listing,
  { id, text, url, changesId }: { id: string; text: string; url: string | null; changesId: string | null },
  { city, env }: Town,
): Promise<void> {
  const letter = layOutLetter(city, env, {
    subject: oneLine(`Announcement${changesId === null ? '' : ' changed'}: ${name}`),
    parts: [
      changesId === null
        ? `${name} wants to announce something on its page:`
        : `${name} wants to change an announcement on its page to:`,
      { quote: url === null ? text : `${text}\n${url}` },
      { label: 'Look at it', url: env.siteUrl + queueLinePath(id) },
    ],
  });
  await mailStaff(tx, 'listings', letter, { city });
}

const group = 'Listings';
const to = 'the person who wrote the announcement';
const variables = {
  username: usernameVariable,
  business: businessVariable,
  announcement: neededBlock('the text of the announcement', [{ quote: 'Peach pie is back, every day from seven.' }]),
};

const publishedMail = defineMail({
  name: 'announcement-published',
  group,
  when: 'Staff publish an announcement that waited.',
  to,
  variables: { ...variables, view: linkVariable('opens the page of the listing', '/business/fig-and-ladder') },
  conditions: { trusted: { means: 'what this person posts next is published at once', example: true } },
  subject: 'Your announcement is on the page of {{business}}',
  text: [
    'Hello {{username}},',
    'Your announcement is on the page of {{business}} now:',
    '{{announcement}}',
    '{{when trusted}} Your next announcements and events are published at once.',
    '{{view: See it}}',
  ],
});

const refusedMail = defineMail({
  name: 'announcement-refused',
  group,
  when: 'Staff do not publish an announcement, or take it off the page.',
  to,
  variables: {
    ...variables,
    reason: reasonBlock,
    change: linkVariable('opens the announcements of the listing', '/business-news/example'),
  },
  subject: 'About your announcement for {{business}}',
  text: [
    'Hello {{username}},',
    'Your announcement is not on the page of {{business}}:',
    '{{announcement}}',
    'This is why:',
    '{{reason}}',
    'You can change it, and we look at it again.',
    '{{change: Change it}}',
  ],
});

const changeRefusedMail = defineMail({
  name: 'announcement-change-refused',
  group,
  when: 'Staff do not take over what was changed in an announcement that is on its page.',
  to,
  variables: {
    ...variables,
    reason: reasonBlock,
    change: linkVariable('opens the announcements of the listing', '/business-news/example'),
  },
  subject: 'About your announcement for {{business}}',
  text: [
    'Hello {{username}},',
    'We could not take over your change of an announcement for {{business}}, and its page says what it said before. You wanted it to say:',
    '{{announcement}}',
    'This is why:',
    '{{reason}}',
    'You can change it again, and we look at it again.',
    '{{change: Change it}}',
  ],
});

export const announcementMails = [publishedMail, refusedMail, changeRefusedMail] as const;

interface Decided {
  author: { username: string; email: string };
  listing: Listing;
  text: string;
  isShown: boolean;
  /** It changes an announcement that is on the page. */
  isChange: boolean;
  /** The next ones are published at once from now on. */
  isTrusted: boolean;
  reason: string;
  startAfter: Date;
}

export function mailDecision(
  tx: Database,
  { author, listing, text, isShown, isChange, isTrusted, reason, startAfter }: Decided,
  town: Town,
): Promise<string | null> {
  const { city, env } = town;
  const values = { username: author.username, business: listing.name, announcement: [{ quote: text }] };
  const letter = isShown
    ? composeLetter(town, publishedMail, {
        ...values,
        trusted: isTrusted,
        view: `${env.siteUrl}/business/${listing.slug}`,
      })
    : composeLetter(town, isChange ? changeRefusedMail : refusedMail, {
        ...values,
        reason: [{ quote: reason }],
        change: `${env.siteUrl}/business-news/${listing.id}`,
      });
  const replyTo = replyToTown(city);
  return enqueue(tx, sendMail, { to: author.email, ...letter, replyTo }, { startAfter });
}
