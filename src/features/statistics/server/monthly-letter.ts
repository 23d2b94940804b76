/** The monthly mail with a listing's numbers: who gets it, and when it is sent. */

import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import type { LetterPart } from '#server/mail/lay-out-letter.ts';
import { defineMail, neededBlock, textVariable, usernameVariable } from '#server/mail/mail-text.ts';
import { optionalMail } from '#server/mail/optional-mail.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { addDays, addMonths, formatMonth, monthOf } from '#shared/dates.ts';
import { formatNumber } from '#shared/numbers.ts';
import type { Numbers } from '../contract.ts';
import { addUp, readNumbers } from './read-statistics.ts';

interface Due {
  userId: string;
  email: string;
  username: string;
  listings: { id: string; name: string }[];
}

async function findDue(db: Database, month: string): Promise<Due[]> {
  const { rows } = await db.execute<{
    user_id: string;
    email: string;
    username: string;
    listings: Due['listings'];
  }>(sql`
    select u.id as user_id, u.email, u.username,
      json_agg(json_build_object('id', b.id, 'name', b.name) order by b.name) as listings
    from statistics_letters l
    join businesses b on b.id = l.business_id and b.owner_id = l.user_id and b.status = 'approved'
    join users u on u.id = l.user_id and u.banned_at is null and u.email_verified_at is not null
      and not u.mails_off @> array['statistics']
    where coalesce(l.last_month, '') < ${month}
    group by u.id`);
  return rows.map(({ user_id: userId, ...row }) => ({ userId, ...row }));
}

const words: Record<keyof Numbers, string> = {
  views: 'Views',
  phone: 'Taps on the phone number',
  website: 'Visits to the website',
  map: 'Looks at the map',
  share: 'Shares',
};

export const monthlyMail = defineMail({
  name: 'monthly-numbers',
  group: 'Listings',
  when: 'At the beginning of a month, to owners who want it. The link that stops it stands below the mail by itself.',
  to: 'the owner of the listing',
  variables: {
    username: usernameVariable,
    month: textVariable('the month', 'May 2027'),
    listings: textVariable('the name of the listing, or “your listings”', 'Fig & Ladder'),
    numbers: neededBlock('the numbers of each listing', [
      {
        facts: [
          ['Listing', 'Fig & Ladder'],
          ['Views', '214'],
          ['Taps on the phone number', '12'],
        ],
      },
    ]),
  },
  subject: '{{month}}: the numbers of {{listings}}',
  text: ['Dear {{username}}, this is what visitors did in {{month}}.', '{{numbers}}'],
});

/**
 * Sends last month's numbers to all who want them and have not had them; each gets them once, whenever this
 * runs.
 */
export async function sendStatisticsLetters({ db, city, env, now }: Services): Promise<void> {
  const month = addMonths(monthOf(now(), city.facts.timeZone), -1);
  const from = `${month}-01`;
  const to = addDays(`${addMonths(month, 1)}-01`, -1);
  for (const due of await findDue(db, month)) {
    const numbers: LetterPart[] = [];
    for (const { id, name } of due.listings) {
      const total = addUp(await readNumbers(db, { businessId: id, from, to, by: 'month' }));
      const facts = (Object.keys(words) as (keyof Numbers)[]).map(
        (what) => [words[what], formatNumber(total[what])] as const,
      );
      numbers.push({ facts: [['Listing', name], ...facts] });
      numbers.push({ label: 'See every day', url: `${env.siteUrl}/business-statistics/${id}` });
    }
    const optional = await optionalMail(db, env, { userId: due.userId, kind: 'statistics' });
    const [first] = due.listings;
    const values = {
      username: due.username,
      month: formatMonth(month),
      listings: due.listings.length === 1 && first ? first.name : 'your listings',
      numbers,
    };
    const letter = composeLetter({ city, env }, monthlyMail, values, optional);
    await db.transaction(async (tx) => {
      // The process that marks the month first sends the mail.
      const { rowCount } = await tx.execute(sql`
        update statistics_letters set last_month = ${month}
        where user_id = ${due.userId} and coalesce(last_month, '') < ${month}`);
      if (rowCount) await enqueue(tx, sendMail, { to: due.email, ...letter, ...optional });
    });
  }
}
