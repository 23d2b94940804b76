/** One act on several listings: each is done as if alone, and a refusal leaves its listing as it is and the others to be done. */
import { randomUUID } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { businesses } from '#server/db/schema/index.ts';
import type { ApiRequest } from '#server/http/serve.ts';
import { Problem } from '#shared/problem.ts';
import { deleteBusiness } from './delete-business.ts';
import { setHidden } from './set-visibility.ts';

type Request = Pick<ApiRequest, 'db' | 'user' | 'city' | 'env' | 'now'>;

interface Done {
  done: string[];
  refused: { id: string; name: string; why: string }[];
}

interface Chosen {
  ids: readonly string[];
  actorId: string;
}

export async function hideAll(
  { ids, reason, actorId }: Chosen & { reason: string },
  request: Request,
): Promise<Done & { groupId: string }> {
  const groupId = randomUUID();
  const act = (id: string) => setHidden({ id, actorId, hidden: true, reason, groupId }, request);
  return { groupId, ...(await actOnEach(ids, act, request)) };
}

/** @throws Problem 'conflict' when another number was confirmed */
export async function deleteAll({ ids, count, actorId }: Chosen & { count: number }, request: Request): Promise<Done> {
  if (new Set(ids).size !== count) {
    throw new Problem('conflict', 'The number has changed. Please look at what is chosen, and confirm once more.');
  }
  return actOnEach(ids, (id) => deleteBusiness({ id, typedName: null, actorId }, request), request);
}

async function actOnEach(
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
  { db }: Request,
): Promise<Done> {
  const { id, name } = businesses;
  const rows = await db
    .select({ id, name })
    .from(businesses)
    .where(inArray(id, [...ids]));
  const names = new Map(rows.map((row) => [row.id, row.name]));
  const answer: Done = { done: [], refused: [] };
  for (const one of new Set(ids)) {
    try {
      await act(one);
      answer.done.push(one);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      answer.refused.push({ id: one, name: names.get(one) ?? 'One that is gone', why: error.message });
    }
  }
  return answer;
}
