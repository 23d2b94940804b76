/** The monthly mail with a listing's numbers: who gets it, when it is sent, and the link that ends it. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { parse, stringify } from 'uuid';
import { requireUser } from '#features/accounts/server/current-user.ts';
import { mayManage } from '#features/businesses/server/may-manage.ts';
import type { Database } from '#server/db/client.ts';
import { businesses, statisticsLetters } from '#server/db/schema/index.ts';
import type { ApiRequest, Services } from '#server/http/serve.ts';
import { enqueue } from '#server/jobs/enqueue.ts';
import { composeLetter } from '#server/mail/compose-letter.ts';
import type { LetterPart } from '#server/mail/lay-out-letter.ts';
import { defineMail, neededBlock, textVariable, usernameVariable } from '#server/mail/mail-text.ts';
import { sendMail } from '#server/mail/send-mail.ts';
import { siteSecret } from '#server/site-secret.ts';
import { addDays, addMonths, formatMonth, monthOf } from '#shared/dates.ts';
import { formatNumber } from '#shared/numbers.ts';
import { Problem } from '#shared/problem.ts';
import type { Numbers } from '../contract.ts';
import { addUp, readNumbers } from './read-statistics.ts';

const idBytes = 16;
const proofBytes = 12;

async function proofOf(db: Database, id: Buffer): Promise<Buffer> {
  const secret = await siteSecret(db, 'statistics-mail');
  return createHmac('sha256', secret).update(id).digest().subarray(0, proofBytes);
}

async function mailToken(db: Database, userId: string): Promise<string> {
  const id = Buffer.from(parse(userId));
  return Buffer.concat([id, await proofOf(db, id)]).toString('base64url');
}

/**
 * Ends the mails for all listings of the person whom the token names; a second call changes nothing. @throws
 * Problem 'not_found'
 */
export async function endStatisticsMail(db: Database, token: string): Promise<void> {
  const bytes = Buffer.from(token, 'base64url');
  const id = bytes.subarray(0, idBytes);
  const isOurs =
    bytes.length === idBytes + proofBytes && timingSafeEqual(bytes.subarray(idBytes), await proofOf(db, id));
  if (!isOurs)
    throw new Problem('not_found', 'This link is not valid. Please use the one in your latest email from us.');
  await db.delete(statisticsLetters).where(eq(statisticsLetters.userId, stringify(id)));
}

/**
 * @throws Problem 'signed_out', 'not_found' for another owner's listing, 'conflict' while the e-mail is not
 * confirmed
 */
export async function setStatisticsMail(
  { id, wanted }: { id: string; wanted: boolean },
  { db, user, now, city }: Pick<ApiRequest, 'db' | 'user' | 'now' | 'city'>,
): Promise<void> {
  const present = requireUser(user);
  const isOwn = and(eq(businesses.id, id), mayManage(present.id, 'own'));
  if ((await db.$count(businesses, isOwn)) === 0) throw new Problem('not_found', 'Business not found');
  if (!wanted) {
    await db
      .delete(statisticsLetters)
      .where(and(eq(statisticsLetters.businessId, id), eq(statisticsLetters.userId, present.id)));
    return;
  }
  if (!present.emailVerified) {
    throw new Problem('conflict', 'Please confirm your email address first: your account page sends you the link.');
  }
  // The first mail covers this month.
  const lastMonth = addMonths(monthOf(now(), city.facts.timeZone), -1);
  await db.insert(statisticsLetters).values({ businessId: id, userId: present.id, lastMonth }).onConflictDoNothing();
}

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
  when: 'At the beginning of a month, to owners who want it. The link that ends it stands below the mail by itself.',
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
    const unsubscribeUrl = `${env.siteUrl}/statistics-mail/end?token=${await mailToken(db, due.userId)}`;
    const [first] = due.listings;
    const values = {
      username: due.username,
      month: formatMonth(month),
      listings: due.listings.length === 1 && first ? first.name : 'your listings',
      numbers,
    };
    const letter = composeLetter({ city, env }, monthlyMail, values, { unsubscribeUrl });
    await db.transaction(async (tx) => {
      // The process that marks the month first sends the mail.
      const { rowCount } = await tx.execute(sql`
        update statistics_letters set last_month = ${month}
        where user_id = ${due.userId} and coalesce(last_month, '') < ${month}`);
      if (rowCount) await enqueue(tx, sendMail, { to: due.email, ...letter, unsubscribeUrl });
    });
  }
}
