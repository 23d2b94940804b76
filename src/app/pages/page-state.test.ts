import { expect, test } from 'vitest';
import { dayOf } from '#shared/dates.ts';
import { createQueryClient } from '#web/api-client/query-client.ts';
import { type PageState, readPageState } from './page-state.ts';
import { readPageQuery } from './read-page-query.ts';
import { writePageState } from './write-page-state.ts';

const timeZone = 'America/Chicago';
const listQuery = (names: string[]) => ({ queryKey: ['/api/list'], queryFn: async () => names });
const brokenQuery = {
  queryKey: ['/api/broken'],
  queryFn: async () => {
    throw new Error('broken');
  },
};

async function stateAt(moment: string, names = ['Acorn']): Promise<string> {
  const readAt = Date.parse(moment);
  const client = createQueryClient();
  await readPageQuery(client, listQuery(names), readAt);
  await readPageQuery(client, brokenQuery, readAt);
  const text = writePageState(client, null, { readAt, timeZone });
  client.clear();
  return text;
}

function readBack(text: string) {
  const client = createQueryClient();
  readPageState(client, text);
  const [list, broken] = client.getQueryCache().getAll();
  client.clear();
  return { list: list?.state, broken: broken?.state };
}

test('the same data makes the same state all day, and other data another', async () => {
  const morning = await stateAt('2026-11-22T06:00:00Z');
  expect(await stateAt('2026-11-23T05:59:59.999Z')).toBe(morning);
  expect(await stateAt('2026-11-22T14:00:00Z', ['Acorn', 'Birch'])).not.toBe(morning);
  expect(await stateAt('2026-11-23T06:00:00Z')).not.toBe(morning);
});

test('what was not read leaves no trace', async () => {
  const client = createQueryClient();
  client.getQueryCache().build(client, { queryKey: ['/api/auth/me'] });
  const { queries } = JSON.parse(writePageState(client, null, { readAt: 0, timeZone })) as PageState;
  expect(queries.queries).toEqual([]);
});

test.each([
  ['2026-11-22T05:59:59Z', '2026-11-21'],
  ['2026-11-22T06:00:00Z', '2026-11-22'],
  // The clock skips an hour, and later shows one twice.
  ['2026-03-08T23:00:00Z', '2026-03-08'],
  ['2026-11-01T05:00:00Z', '2026-11-01'],
  ['2026-11-02T05:59:59Z', '2026-11-01'],
])('a browser knows what was read at %s to be of %s, and stale', async (moment, day) => {
  const { list, broken } = readBack(await stateAt(moment));
  expect(dayOf(new Date(list?.dataUpdatedAt ?? 0), timeZone)).toBe(day);
  // A time in the future would count as fresh.
  expect(list?.dataUpdatedAt).toBeLessThanOrEqual(Date.parse(moment));
  expect(list).toMatchObject({ data: ['Acorn'], status: 'success', errorUpdatedAt: 0 });
  expect(broken).toMatchObject({ status: 'error', dataUpdatedAt: 0, errorUpdatedAt: list?.dataUpdatedAt });
});
