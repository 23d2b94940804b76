import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Town } from './property-words.ts';

type Once = typeof import('./read-question-once.ts');
type KeptUntilChange = typeof import('#server/http/kept-until-change.ts');

const { testDatabase } = await import('#tests/support/test-database.ts');
const database = testDatabase();
const town: Town = {
  ...{ name: 'Oak Bend', region: 'TX', regionName: 'Texas', timeZone: 'America/Chicago' },
  ...{ center: { latitude: 29, longitude: -98 }, properties: [], places: [] },
};

// Modules of its own: only a process that follows changes keeps anything, and other tests change rows without a word.
let once: Once;
let kept: KeptUntilChange;
beforeAll(async () => {
  vi.resetModules();
  kept = await import('#server/http/kept-until-change.ts');
  once = await import('./read-question-once.ts');
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

it('reads the search of a page once, anew after a change, and for a second at most', async () => {
  const read = (search: string, doubtsAll = false) =>
    once.readQuestionOnce(database.db, search, { town, today: '2026-11-18', doubtsAll });
  expect(await read('tacos')).not.toBe(await read('tacos'));
  kept.followKept();
  const [list, around, other, doubting] = await Promise.all([
    read('tacos'),
    read('tacos'),
    read('pizza'),
    read('tacos', true),
  ]);
  expect(around).toBe(list);
  expect([other, doubting]).not.toContain(list);
  kept.forgetKept(['articles']);
  expect(await read('tacos')).toBe(list);
  kept.forgetKept(['businesses']);
  const anew = await read('tacos');
  expect(anew).not.toBe(list);
  const later = performance.now() + 1_001;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  expect(await read('tacos')).not.toBe(anew);
});
