/** Events from before they had pages get their slugs by the migration. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/support/test-database.ts';
import { slugOfTitle } from '../event-slug.ts';

const database = testDatabase();
const folder = join(import.meta.dirname, '../../../server/db/migrations');
const file = readdirSync(folder).find((name) => name.endsWith('_events-have-pages.sql')) ?? '';
const fill = readFileSync(join(folder, file), 'utf8')
  .split('--> statement-breakpoint')
  .find((statement) => statement.includes('DO $$'));

it('gives each event the slug that its title gives, numbered where it is taken', async () => {
  const titles = [
    ...['Parade', 'parade!', 'Parade 2', 'Planning & Zoning', 'Merchants’ Evening', 'Día de los Muertos'],
    ...['Suggest', '🎆', '***', `A very long title that goes on and on ${'word '.repeat(12)}`],
  ];
  await database.pool.query('alter table events alter column slug drop not null');
  for (const title of titles) {
    await database.pool.query('insert into events (title, starts_at, id) values ($1, now(), uuidv7())', [title]);
  }
  await database.pool.query(fill ?? '');
  const { rows } = await database.pool.query<{ slug: string }>('select slug from events order by id');
  const slugs = rows.map(({ slug }) => slug);
  expect(slugs.slice(0, 9)).toEqual([
    ...['parade', 'parade-2', 'parade-2-2', 'planning-and-zoning', 'merchants-evening', 'dia-de-los-muertos'],
    ...['suggest-event', 'event', 'event-2'],
  ]);
  expect(slugs[9]).toMatch(/^a-very-long-title-that-goes-on-and-on-word-[a-z-]*[a-z]$/);
  expect(slugs.slice(3, 8)).toEqual(titles.slice(3, 8).map(slugOfTitle));
});
