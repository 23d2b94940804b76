import { expect, test } from 'vitest';
import { aCity } from '#tests/factories/a-city.ts';
import { anArticle } from '#tests/factories/an-article.ts';
import { anEvent } from '#tests/factories/an-event.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { findTownTexts } from './find-town-texts.ts';
import { readTownIndex } from './read-town-texts.ts';

const database = testDatabase();
const now = new Date('2026-11-20T12:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);
const from = () => ({ db: database.db, city: aCity(), now: () => now });

test('finds the next time of an event that takes place, with its own title and place', async () => {
  const market = await anEvent(database.db, { title: 'Farmers Market', location: 'Basin Park', startsAt: inDays(-7) }, [
    { startsAt: inDays(-7) },
    { startsAt: inDays(1), status: 'cancelled' },
    { startsAt: inDays(4), title: 'Winter Farmers Market', location: 'The mill' },
    { startsAt: inDays(7) },
  ]);
  await anEvent(database.db, { title: 'Farmers Market in Exile', startsAt: inDays(1), status: 'cancelled' }, [
    { startsAt: inDays(1) },
  ]);
  expect(await findTownTexts(from(), 'farmers market', { limit: 6 })).toEqual([
    {
      kind: 'event',
      title: 'Winter Farmers Market',
      href: `/events/${market.slug}`,
      note: 'Tue, Nov 24, 6:00 AM · The mill',
      isNamed: false,
      isUrgent: false,
    },
  ]);
});

test('finds articles that readers may see', async () => {
  await anArticle(database.db, { slug: 'bridge', title: 'The new bridge', publishAt: inDays(-1) });
  await anArticle(database.db, { slug: 'bridge-draft', title: 'Bridge draft', published: false });
  await anArticle(database.db, { slug: 'bridge-later', title: 'Bridge later', publishAt: inDays(1) });
  expect(await findTownTexts(from(), 'bridge', { limit: 6 })).toEqual([
    {
      kind: 'article',
      title: 'The new bridge',
      href: '/news/bridge',
      note: 'November 19, 2026',
      isNamed: false,
      isUrgent: false,
    },
  ]);
});

test('finds what the city pack says, and no more than was asked for', async () => {
  const hits = await findTownTexts(from(), 'city hall phone', { limit: 1 });
  expect(hits).toEqual([
    {
      kind: 'page',
      title: 'City hall',
      href: '/helpful-links#help',
      note: '210-555-0101 · Mon-Fri 8:00 AM - 5:00 PM',
      isNamed: true,
      isUrgent: false,
    },
  ]);
});

test('finds an event far ahead behind the later times of many series', async () => {
  const weeks = Array.from({ length: 12 }, (_, week) => ({ startsAt: inDays(1 + 7 * week) }));
  for (let at = 0; at < 45; at++) await anEvent(database.db, { title: `Class ${at}`, startsAt: inDays(1) }, weeks);
  await anEvent(database.db, { title: 'Dragon Boat Race', startsAt: inDays(150) }, [{ startsAt: inDays(150) }]);
  expect(await findTownTexts(from(), 'dragon boat race', { limit: 6 })).toMatchObject([{ title: 'Dragon Boat Race' }]);
});

test('belongs to an evening: what begins in it, and what lasts into it', async () => {
  const at = (time: string) => new Date(`2026-11-21T${time}:00-06:00`);
  const on = (title: string, from: string, to: string) => {
    const times = { startsAt: at(from), endsAt: at(to) };
    return anEvent(database.db, { title, ...times }, [times]);
  };
  await on('Market', '07:30', '13:00');
  await on('Street fair', '10:00', '21:00');
  await on('Concert', '18:30', '20:00');
  const { texts } = await readTownIndex(from());
  const late = texts.filter(({ kind, isLate }) => kind === 'event' && isLate).map(({ title }) => title);
  expect(late).toEqual(['Street fair', 'Concert']);
});
