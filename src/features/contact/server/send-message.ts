import { sql } from 'drizzle-orm';
import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { mailboxHasPremium } from '#server/db/premium-person.ts';
import { contactMessages } from '#server/db/schema/index.ts';
import type { Env } from '#server/env.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';
import { subjectOf } from '#shared/letter-subject.ts';
import { findAnyListing } from './find-listing.ts';

interface Message {
  name: string;
  email: string;
  /** The text that composeContactMessage makes; its first line is the subject. */
  message: string;
  /** The address of a listing. */
  about?: string | undefined;
}

/** Stores a message for the site's team and mails it to them; a reply goes to the sender. */
export async function sendMessage(
  db: Database,
  { name, email, message, about }: Message,
  { city, env, now }: { city: CityPack; env: Env; now: () => Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const listing = about ? await findAnyListing(tx, about) : null;
    const [stored] = await tx
      .insert(contactMessages)
      .values({ name, email, message, businessId: listing?.id ?? null })
      .returning({ id: contactMessages.id, isPremium: mailboxHasPremium(sql`${email}`, now()) });
    const subject = subjectOf(message) ?? 'a message';
    const letter = layOutLetter(city, env, {
      subject: `${oneLine(name)}: ${subject}`,
      parts: [
        'Somebody wrote to you with the contact form. Answer this email to write back.',
        {
          facts: [
            ['Name', name],
            ['Email', email],
            ...(listing ? [['Listing', listing.name] as const] : []),
            ...(stored?.isPremium ? [['Premium', 'This address has Premium: answer it first'] as const] : []),
          ],
        },
        { quote: message },
        ...(listing ? [{ label: 'The listing', url: `${env.siteUrl}/staff/businesses/${listing.id}` }] : []),
        {
          label: 'Answer in the staff area, where colleagues see it',
          url: `${env.siteUrl}/staff/messages/${stored?.id ?? ''}`,
        },
      ],
    });
    await mailStaff(tx, 'messages', { ...letter, replyTo: { name, address: email } }, { city });
  });
}
