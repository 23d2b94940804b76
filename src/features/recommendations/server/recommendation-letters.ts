/** The mails about a recommendation: to its sender, to the listing's owner and to staff. */
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import type { Database } from '#server/db/client.ts';
import type { businesses, recommendations } from '#server/db/schema/index.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { withoutLinks } from '#server/mail/without-links.ts';

type Recommendation = Pick<typeof recommendations.$inferSelect, 'name' | 'email' | 'text'>;
type Listing = Pick<typeof businesses.$inferSelect, 'id' | 'slug' | 'name'>;
type Town = Pick<Services, 'city' | 'env'>;

const words = ({ text }: Recommendation) => (text === '' ? [] : [{ quote: withoutLinks(text) }]);

/** To a mailbox that anybody may have typed. */
export async function mailConfirmationLink(
  tx: Database,
  recommendation: Recommendation,
  listing: Listing,
  token: string,
  { city, env }: Town,
): Promise<void> {
  const business = withoutLinks(listing.name);
  const letter = layOutLetter(city, env, {
    subject: oneLine(`Please confirm: you recommend ${business}`),
    parts: [
      `Somebody, most likely you, recommends ${business} on ${city.facts.name}, as ${withoutLinks(recommendation.name)}.`,
      ...words(recommendation),
      'Please confirm that it was you. Everybody then sees the name and the words, never your email address.',
      { label: 'Confirm', url: `${env.siteUrl}/recommendations/confirm?token=${token}` },
      'Keep this email: the same link takes your recommendation back whenever you like.',
      'Was it not you? Then ignore this email, and nothing happens.',
    ],
  });
  await enqueue(tx, sendMail, { to: recommendation.email, ...letter });
}

export async function mailOwner(
  tx: Database,
  owner: { username: string; email: string },
  recommendation: Recommendation,
  listing: Listing,
  { city, env }: Town,
): Promise<void> {
  const name = withoutLinks(recommendation.name);
  const letter = layOutLetter(city, env, {
    subject: oneLine(`${name} recommends ${withoutLinks(listing.name)}`),
    parts: [
      `Hello ${withoutLinks(owner.username)},`,
      `${name} recommends ${withoutLinks(listing.name)} on ${city.facts.name}:`,
      ...words(recommendation),
      'It is on your page. You can answer it once, and share it.',
      { label: 'Answer or share', url: `${env.siteUrl}/dashboard/recommendations` },
    ],
  });
  await enqueue(tx, sendMail, { to: owner.email, ...letter });
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
