import { and, arrayContains, arrayOverlaps, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import { users } from '#server/db/schema/index.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import type { layOutLetter } from '#server/mail/lay-out-letter.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { type AlertSubject, alertSubjects } from '../alert-subjects.ts';

type Letter = ReturnType<typeof layOutLetter> & { replyTo?: { name: string; address: string } };

/**
 * Queues a letter to the town's address, and to those of the staff who asked for mail about this. Their address must be
 * confirmed, and their rights must still open what the letter is about.
 */
export async function mailStaff(
  tx: Database,
  subject: AlertSubject,
  letter: Letter,
  { city }: { city: CityPack },
): Promise<void> {
  const town = city.facts.contact.email;
  const people = await tx
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        eq(users.role, 'staff'),
        arrayContains(users.alerts, [subject]),
        arrayOverlaps(users.rights, [...alertSubjects[subject].rights, 'administrator']),
        isNull(users.bannedAt),
        isNotNull(users.emailVerifiedAt),
        sql`lower(${users.email}) <> lower(${town})`,
      ),
    )
    .orderBy(users.email);
  for (const to of [town, ...people.map(({ email }) => email)]) await enqueue(tx, sendMail, { to, ...letter });
}
