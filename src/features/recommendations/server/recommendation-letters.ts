/** The mails about a recommendation: to its sender, to those who may answer for the listing, and to staff. */
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import type { Reader } from '#features/businesses/server/readers-of.ts';
import type { Database } from '#server/db/client.ts';
import type { businesses, recommendations } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import {
  blockVariable,
  businessVariable,
  defineMail,
  linkVariable,
  neededBlock,
  neededLink,
  textVariable,
  usernameVariable,
} from '#server/mail/mail-text.ts';
import { optionalMail } from '#server/mail/optional-mail.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';

type Recommendation = Pick<typeof recommendations.$inferSelect, 'name' | 'email' | 'text'>;
type Listing = Pick<typeof businesses.$inferSelect, 'id' | 'slug' | 'name'>;
type Town = Pick<Services, 'city' | 'env'>;

const words = ({ text }: Recommendation) => (text === '' ? [] : [{ quote: withoutLinks(text) }]);

const name = textVariable('the name of the person who recommends', 'Maria');
const quoted = blockVariable('the words of the recommendation; nothing when there are none', [
  { quote: 'The bread is worth the walk.' },
]);

const confirmMail = defineMail({
  name: 'recommendation-confirmation',
  group: 'Recommendations and events',
  when: 'Somebody recommends a business.',
  to: 'the person who recommends it',
  variables: {
    name,
    business: businessVariable,
    words: quoted,
    link: neededLink('confirms the recommendation', '/recommendations/confirm?token=example'),
  },
  subject: 'Please confirm: you recommend {{business}}',
  text: [
    'Somebody named {{name}}, most likely you, recommends {{business}} on {{site}}.',
    '{{words}}',
    'Please confirm that it was you. Nobody sees the name and the words before that, and never your email address.',
    '{{link: Confirm}}',
    'Keep this email: the same link takes your recommendation back whenever you like.',
    'Was it not you? Then ignore this email, and nothing happens.',
  ],
});

const ownerMail = defineMail({
  name: 'recommendation-received',
  group: 'Recommendations and events',
  when: 'A recommendation is confirmed. The link that stops it stands below the mail by itself.',
  to: 'the owner and the managers of the listing',
  variables: {
    username: usernameVariable,
    name,
    business: businessVariable,
    words: quoted,
    dashboard: linkVariable('opens the page of recommendations', '/dashboard/recommendations'),
  },
  subject: '{{name}} recommends {{business}}',
  text: [
    'Hello {{username}},',
    '{{name}} recommends {{business}} on {{site}}:',
    '{{words}}',
    'It is on your page. You can answer it, and share it.',
    '{{dashboard: Answer or share}}',
  ],
});

const answeredMail = defineMail({
  name: 'recommendation-answered',
  group: 'Recommendations and events',
  when: 'The owner answers a recommendation for the first time while the listing has a page.',
  to: 'the person who recommends the business',
  variables: {
    name,
    business: businessVariable,
    answer: neededBlock('the words of the owner', [{ quote: 'Thank you, Maria!' }]),
    page: linkVariable('opens the page of the business', '/business/fig-and-ladder'),
  },
  subject: '{{business}} has answered your recommendation',
  text: [
    'Hello {{name}},',
    'You recommend {{business}} on {{site}}. This is the answer, which stands below your words on the page:',
    '{{answer}}',
    '{{page: See it on the page}}',
    'This is the only email about it. The link in the one with which you confirmed still takes your recommendation back.',
  ],
});

export const recommendationMails = [confirmMail, ownerMail, answeredMail] as const;

/** To a mailbox that anybody may have typed. */
export async function mailConfirmationLink(
  tx: Database,
  recommendation: Recommendation,
  listing: Listing,
  token: string,
  { city, env }: Town,
): Promise<void> {
  const letter = composeLetter({ city, env }, confirmMail, {
    name: withoutLinks(recommendation.name),
    business: withoutLinks(listing.name),
    words: words(recommendation),
    link: `${env.siteUrl}/recommendations/confirm?token=${token}`,
  });
  await enqueue(tx, sendMail, { to: recommendation.email, ...letter });
}

/** To one of those who may answer it. */
export async function mailReader(
  tx: Database,
  reader: Reader,
  recommendation: Recommendation,
  listing: Listing,
  { city, env }: Town,
): Promise<void> {
  const optional = await optionalMail(tx, env, { userId: reader.id, kind: 'recommendations' });
  const values = {
    username: reader.username,
    name: withoutLinks(recommendation.name),
    business: withoutLinks(listing.name),
    words: words(recommendation),
    dashboard: `${env.siteUrl}/dashboard/recommendations`,
  };
  const letter = composeLetter({ city, env }, ownerMail, values, optional);
  await enqueue(tx, sendMail, { to: reader.email, ...letter, ...optional });
}

/** Writes to its sender, whose mailbox is confirmed. */
export async function mailSender(
  tx: Database,
  { recommendation, listing, answer }: { recommendation: Recommendation; listing: Listing; answer: string },
  { city, env }: Town,
): Promise<void> {
  const letter = composeLetter({ city, env }, answeredMail, {
    name: withoutLinks(oneLine(recommendation.name)),
    business: withoutLinks(oneLine(listing.name)),
    answer: [{ quote: withoutLinks(answer) }],
    page: `${env.siteUrl}/business/${listing.slug}`,
  });
  await enqueue(tx, sendMail, { to: recommendation.email, ...letter });
}

export async function askStaff(
  tx: Database,
  { recommendation, listing, why }: { recommendation: Recommendation; listing: Listing; why: string },
  { city, env }: Town,
): Promise<void> {
  const letter = layOutLetter(city, env, {
    subject: oneLine(`Please look at a recommendation of ${listing.name}`),
    parts: [
      `${recommendation.name} recommends ${listing.name}.`,
      ...words(recommendation),
      'Why we ask you:',
      { quote: withoutLinks(why) },
      { label: 'Show or hide it', url: `${env.siteUrl}/staff/businesses/${listing.id}` },
    ],
  });
  await mailStaff(tx, 'recommendations', letter, { city });
}
