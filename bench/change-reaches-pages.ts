/** (a) How long a change made in the database, as by another machine, takes to reach every stored page. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { changeChannel } from '#server/http/announce-change.ts';
import { median } from './load.ts';
import type { PublicPage } from './public-pages.ts';
import type { Section } from './report.ts';
import type { SiteUnderTest } from './site-under-test.ts';

const patienceMs = 60_000;

/** @returns milliseconds from the change's commit until no page of the site answers without it */
async function untilEverywhere(addresses: readonly string[], isNew: (html: string) => boolean): Promise<number> {
  const from = performance.now();
  while (performance.now() - from < patienceMs) {
    const htmls = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
    if (htmls.every(isNew)) return performance.now() - from;
    await sleep(10);
  }
  throw new Error('a notice did not reach every page');
}

export async function benchChangeReachesPages(site: SiteUnderTest, pages: readonly PublicPage[]): Promise<Section> {
  const addresses = pages.map(({ path }) => site.origin + path);
  const client = new Client({ connectionString: site.databaseUrl });
  await client.connect();
  const change = async (statement: string, values: unknown[]) => {
    await client.query('begin');
    await client.query(statement, values);
    await client.query('select pg_notify($1, $2)', [changeChannel, JSON.stringify(['notices'])]);
    await client.query('commit');
  };
  const times: number[] = [];
  try {
    for (let time = 1; time <= 9; time++) {
      const text = `Notice ${time} of the bench.`;
      const id = crypto.randomUUID();
      await change(`insert into notices (id, severity, text, starts_at) values ($1, 'warning', $2, now())`, [id, text]);
      times.push(await untilEverywhere(addresses, (html) => html.includes(text)));
      await change('delete from notices where id = $1', [id]);
      times.push(await untilEverywhere(addresses, (html) => !html.includes(text)));
    }
  } finally {
    await client.end();
  }
  return {
    title: 'A change reaches every stored page',
    notes: [
      `A notice put up and taken away ${times.length / 2} times in the database; until all ${addresses.length} public pages, asked for at once, show it.`,
    ],
    columns: [{ title: 'median ms' }, { title: 'longest ms', max: 2_000 }],
    rows: [{ name: 'notice', values: [median(times), Math.max(...times)] }],
    raw: { times },
  };
}
