/**
 * Lets a call that makes something be sent again when its answer was lost: with one Idempotency-Key it is carried out once.
 * The key is stored in the transaction of the change, so there is never the one without the other.
 */
import { createHash } from 'node:crypto';
import { eq, lt } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Database } from '#server/db/client.ts';
import { carriedOut } from '#server/db/schema/index.ts';
import { lendSecrets } from '#server/site-secret.ts';
import type { Answer, EndpointShape } from '#shared/endpoint.ts';
import { Problem } from '#shared/problem.ts';
import { dayMs } from '#shared/times.ts';

export const callKeyHeader = 'Idempotency-Key';

export interface CallKey {
  key: string;
  input: string;
}

/** The parts of a request that count here. */
interface Caller {
  db: Database;
  headers: Headers;
  user: { id: string } | null;
  now: () => Date;
}

const hash = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * Returns null when the call makes nothing, or came without a key. A visitor's key is not bound to the network, which may
 * change before the second try: whoever knows both key and input learns nothing new from the answer.
 * @throws Problem 'bad_request'
 */
export function readCallKey(
  { creates, method, upload }: EndpointShape,
  path: string,
  input: unknown,
  { headers, user }: Caller,
): CallKey | null {
  const sent = creates ? headers.get(callKeyHeader) : null;
  if (sent === null) return null;
  if (!/^[\x21-\x7e]{16,100}$/.test(sent)) {
    throw new Problem('bad_request', `${callKeyHeader} takes 16 to 100 letters, digits and signs.`);
  }
  // A file is told apart by its length only: it has yet to be read.
  const said = JSON.stringify(input, (name, value: unknown) => (name === 'upload' ? undefined : value));
  const length = upload ? (headers.get('content-length') ?? '') : '';
  return { key: hash(user?.id ?? '', method, path, sent), input: hash(said, length) };
}

/** Answers what the same call got before; null when it has not been carried out. @throws Problem 'conflict' for another input */
export async function readCarriedOut(db: Database, { key, input }: CallKey): Promise<object | null> {
  const [row] = await db.select().from(carriedOut).where(eq(carriedOut.key, key));
  if (row === undefined) return null;
  if (row.input !== input) {
    throw new Problem(
      'conflict',
      'This was sent before, with other words. Please reload the page and send it once more.',
    );
  }
  return row.answer as object;
}

/** Carries a call out in one transaction with its key. The same call at the same time waits for it and gets its answer. */
export async function carryOutOnce<E extends EndpointShape>(
  caller: Caller,
  call: CallKey,
  endpoint: E,
  handle: (transaction: Database) => Promise<Answer<E>>,
): Promise<Answer<E>> {
  return caller.db.transaction(async (tx) => {
    const row = { ...call, userId: caller.user?.id ?? null, createdAt: caller.now() };
    const { rowCount } = await tx.insert(carriedOut).values(row).onConflictDoNothing();
    // Nobody sees a row before its transaction ends, so that this one is complete.
    if (rowCount === 0) return (await readCarriedOut(tx, call)) as Answer<E>;
    lendSecrets(caller.db, tx);
    const answer = await handle(tx);
    await tx
      .update(carriedOut)
      .set({ answer: z.parse(endpoint.answer, answer) })
      .where(eq(carriedOut.key, call.key));
    return answer;
  });
}

/** The handler's transaction is taken back with it: the same call, sent at the same time, has ended first. */
class CarriedOutMeanwhile extends Error {}

/** Stores the answer in the handler's own transaction. Does nothing for a call without a key. */
export type Remember<E extends EndpointShape> = (tx: Database, answer: Answer<E>) => Promise<void>;

/**
 * As `carryOutOnce` for calls that bring a file: the handler takes the file outside of a transaction, because that may last long,
 * and then stores row and answer in one.
 */
export async function rememberOnce<E extends EndpointShape>(
  { db, user, now }: Caller,
  call: CallKey,
  endpoint: E,
  handle: (remember: Remember<E>) => Promise<Answer<E>>,
): Promise<Answer<E>> {
  const remember: Remember<E> = async (tx, answer) => {
    const row = { ...call, userId: user?.id ?? null, createdAt: now(), answer: z.parse(endpoint.answer, answer) };
    const { rowCount } = await tx.insert(carriedOut).values(row).onConflictDoNothing();
    if (rowCount === 0) throw new CarriedOutMeanwhile();
  };
  try {
    return await handle(remember);
  } catch (error) {
    if (!(error instanceof CarriedOutMeanwhile)) throw error;
    return (await readCarriedOut(db, call)) as Answer<E>;
  }
}

/** Forgets answers after a day: nobody presses "send again" later than that. */
export async function sweepCarriedOut(db: Database, now: Date): Promise<void> {
  await db.delete(carriedOut).where(lt(carriedOut.createdAt, new Date(now.getTime() - dayMs)));
}
