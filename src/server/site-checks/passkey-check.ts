import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import { type Check, note } from './check.ts';

interface Facts extends Record<string, unknown> {
  hosts: string[];
  people: number;
  needCode: number;
}

/** Finds passkeys that were made for another host name: no browser offers them here (docs/running.md#changing-the-address). */
export async function checkPasskeys(db: Database, { siteUrl }: Pick<Env, 'siteUrl'>): Promise<Check[]> {
  const host = new URL(siteUrl).hostname;
  const { rows } = await db.execute<Facts>(sql`
    with elsewhere as (
      select user_id, array_agg(distinct rp_id) as hosts from passkeys where rp_id <> ${host} group by user_id)
    select count(*)::int as people,
      count(*) filter (where totp_confirmed_at is null and not exists (
        select from passkeys where user_id = users.id and (rp_id is null or rp_id = ${host})))::int as "needCode",
      array(select distinct unnest(hosts) from elsewhere order by 1) as hosts
    from elsewhere join users on users.id = user_id`);
  const { people = 0, needCode = 0, hosts = [] } = rows[0] ?? {};
  if (people === 0) return [];
  const madeFor = `${people === 1 ? '1 person has' : `${people} people have`} a passkey for ${new Intl.ListFormat('en-US').format(hosts)}`;
  const codes =
    needCode === 0
      ? ''
      : ` ${needCode} ${needCode === 1 ? 'has' : 'have'} no other second factor and ${needCode === 1 ? 'needs' : 'need'} a recovery code; npm run staff -- remove-factors EMAIL lets in somebody who has none left.`;
  return [
    note(
      'Passkeys',
      `${madeFor}, which browsers do not offer at ${host}. Have them log in by password and add a new one on their account page.${codes}`,
    ),
  ];
}
