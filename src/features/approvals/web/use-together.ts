import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { approveTogether, type DecidedTogether, maxTogether, rejectTogether } from '../bulk-contract.ts';
import type { QueueItem } from '../contract.ts';

type Listing = Extract<QueueItem, { kind: 'listing' }>;

const isListing = (item: QueueItem): item is Listing => item.kind === 'listing';
const listingsInWords = (count: number) => (count === 1 ? '1 listing' : `${count} listings`);

/** New listings that are decided on together. */
export function useTogether(items: readonly QueueItem[]) {
  const client = useQueryClient();
  const { isPending, attempt } = useStaffAction();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  /** Refusals by id: these lines stay. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const choosable = items.filter(isListing).slice(0, maxTogether);
  // A line that somebody else has decided on is no longer there.
  const chosen = choosable.filter(({ id }) => ticked.has(id));

  function tick(id: string, isTicked: boolean) {
    setTicked((before) => {
      const next = new Set(before);
      if (isTicked) next.add(id);
      else next.delete(id);
      return next;
    });
  }

  /** True when it was done. */
  async function decide(verb: string, act: () => Promise<DecidedTogether>): Promise<boolean> {
    const done = (answer: DecidedTogether) => {
      const { length } = answer.done;
      const said = `${listingsInWords(length)} ${length === 1 ? 'is' : 'are'} ${verb}`;
      return answer.refused.length === 0 ? said : `${said}, ${answer.refused.length} left for a look`;
    };
    const undoable = ({ done: { length }, groupId }: DecidedTogether) =>
      length === 0 ? undefined : { subjectId: groupId };
    try {
      const answer = await attempt(act, done, undoable);
      setTicked(new Set());
      setRefused(Object.fromEntries(answer.refused.map(({ id, why }) => [id, why])));
      return true;
    } catch {
      // It was told, and the ticks stay for another try.
      return false;
    }
  }

  const listings = chosen.map(({ id, version }) => ({ id, version }));
  return {
    choosable,
    chosen,
    refused,
    isPending,
    tick,
    tickAll: (isTicked: boolean) => setTicked(new Set(isTicked ? choosable.map(({ id }) => id) : [])),
    approve: () =>
      decide('approved', async () => (await callApi(client, approveTogether, { body: { listings } })).answer),
    reject: (reason: string, sent: () => void, tell: boolean) =>
      decide(tell ? 'rejected' : 'rejected, and nobody is told', async () => {
        const { answer } = await callApi(client, rejectTogether, { body: { listings, reason, tell } });
        sent();
        return answer;
      }),
  };
}

export type Together = ReturnType<typeof useTogether>;
