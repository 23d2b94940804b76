import { mailStaff } from '#features/alerts/server/mail-staff.ts';
import { queueLinePath } from '#features/staff-frame/queue-line.ts';
import type { CityPack } from '#server/city-pack.ts';
import type { Database } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import { layOutLetter, oneLine } from '#server/mail/lay-out-letter.ts';

interface Submission {
  id: string;
  name: string;
  categoryName: string;
  address: string;
  description: string;
  submittedBy: { username: string; email: string };
  /** True: it was rejected before, and its owner has changed it. */
  isAgain: boolean;
}

/** Asks staff by mail to look at a business that waits for review; goes out with the transaction's commit. */
export async function tellStaff(
  tx: Database,
  business: Submission,
  { city, env }: { city: CityPack; env: Env },
): Promise<void> {
  const { username, email } = business.submittedBy;
  const letter = layOutLetter(city, env, {
    subject: `${business.isAgain ? 'Changed listing' : 'New listing'} to review: ${oneLine(business.name)}`,
    parts: [
      business.isAgain
        ? 'A business that was not approved has been changed by its owner and waits for another look.'
        : 'A new business waits for review. Its owner was told to expect an answer within 24 hours.',
      {
        facts: [
          ['Business', business.name],
          ['Category', business.categoryName],
          ['Address', business.address],
          ['Sent in by', `${username} (${email})`],
        ],
      },
      { quote: business.description },
      { label: 'Open it in the queue', url: env.siteUrl + queueLinePath(business.id) },
    ],
  });
  await mailStaff(tx, 'listings', letter, { city });
}
