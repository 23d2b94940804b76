import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';
import { endpointPartQuery, endpointQuery } from './endpoint-query.ts';
import { setTransport } from './transport.ts';

const listShops = endpoint({
  method: 'GET',
  path: '/api/shops',
  who: 'anyone',
  summary: 'All shops',
  answer: z.array(z.object({ id: z.string(), name: z.string() })),
  problems: [],
});

test('a part of an answer is never taken for the whole, whichever was read first', async () => {
  const answer = [{ id: '1', name: 'Fig & Ladder' }];
  const client = new QueryClient();
  setTransport(client, async () => Response.json(answer));
  const names = endpointPartQuery(listShops, {}, (shops) => shops.map(({ name }) => name));
  expect(await client.fetchQuery(names)).toEqual(['Fig & Ladder']);
  expect(await client.ensureQueryData(endpointQuery(listShops, {}))).toEqual(answer);
  expect(await client.ensureQueryData(names)).toEqual(['Fig & Ladder']);
});
