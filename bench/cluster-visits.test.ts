import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { figuresOf, whileVisited } from './cluster-visits.ts';

it('counts what visitors met, over both kinds of connections, until the act is over', async () => {
  let asked = 0;
  const begun = Promise.withResolvers<void>();
  const server = createServer(({ url }, response) => {
    asked += 1;
    if (asked === 20) begun.resolve();
    response.writeHead(url === '/busy' ? 503 : 200).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const pathOf = (index: number) => (index % 2 === 1 ? '/busy' : '/');
    const { result, kept, anew } = await whileVisited({ origin, rate: 100, pathOf }, async () => {
      await begun.promise;
      return 'done';
    });
    expect(result).toBe('done');
    expect(kept.length + anew.length).toBe(asked);
    for (const visits of [kept, anew]) {
      const { outcomes, failed, ...figures } = figuresOf(visits);
      expect(figures.asked).toBeGreaterThan(4);
      expect(outcomes['503']).toBe(failed);
      expect((outcomes['200'] ?? 0) - failed).toBeLessThanOrEqual(1);
      expect(figures.p50Ms).toBeLessThanOrEqual(figures.p99Ms);
      expect(figures.p99Ms).toBeLessThanOrEqual(figures.longestMs);
    }
  } finally {
    server.close();
  }
});

it('stops the visitors when the act fails', async () => {
  const failing = whileVisited({ origin: 'http://127.0.0.1:9', rate: 100, pathOf: () => '/' }, async () => {
    throw new Error('the primary does not die');
  });
  await expect(failing).rejects.toThrow('the primary does not die');
});
