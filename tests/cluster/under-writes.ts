/** People write while a part of a cluster goes: how long nobody is heard, and whether all that was accepted is still there. */
import { Client } from 'pg';
import type { Cluster } from '../../deploy/cluster/a-cluster.ts';
import { until } from '../../deploy/cluster/programs.ts';
import { Sender } from './senders.ts';

/** Rows of the primary, whichever node that is now. */
export async function ask<Row extends object>(cluster: Cluster, query: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: cluster.databaseUrl, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query<Row>(query, values)).rows;
  } finally {
    await client.end();
  }
}

export interface Outage {
  /** Between the act and the first message that was accepted after it, and for the longest time without any. */
  silentMs: number;
  accepted: number;
  /** Counts of the other answers, by status; 0: no answer. */
  refused: Record<number, number>;
  lost: string[];
}

const senderCount = 4;

/**
 * Lets people write, does `act`, waits until messages are accepted again and `after` has been done, and looks for every
 * accepted message in the database. `pauseMs`: between an answer and the same sender's next message.
 */
export async function underWrites(
  cluster: Cluster,
  act: () => Promise<unknown>,
  after: () => Promise<unknown> = async () => undefined,
  pauseMs?: number,
): Promise<Outage> {
  const senders = Array.from({ length: senderCount }, () => new Sender(cluster.origin, pauseMs));
  const times = () => senders.flatMap(({ accepted }) => accepted.map(({ at }) => at)).toSorted((a, b) => a - b);
  await until('each sender is heard', () => senders.every(({ accepted }) => accepted.length >= 5));
  const begun = Date.now();
  await act();
  // A message that was under way when the act began may still be accepted; then everybody waits.
  await until('each sender is heard again', () =>
    senders.every(({ accepted }) => accepted.filter(({ at }) => at > begun).length >= 10),
  );
  await after();
  await Promise.all(senders.map((sender) => sender.stop()));
  const moments = [begun, ...times().filter((at) => at > begun)];
  const silentMs = Math.max(...moments.slice(1).map((at, index) => at - (moments[index] ?? at)));
  const marks = senders.flatMap(({ accepted }) => accepted.map(({ mark }) => mark));
  const stored = await ask<{ mark: string }>(
    cluster,
    'select substring(message from 6) as mark from contact_messages where substring(message from 6) = any($1)',
    [marks],
  );
  const found = new Set(stored.map(({ mark }) => mark));
  const refused: Record<number, number> = {};
  for (const status of senders.flatMap((sender) => sender.refused)) refused[status] = (refused[status] ?? 0) + 1;
  return { silentMs, accepted: marks.length, refused, lost: marks.filter((mark) => !found.has(mark)) };
}
