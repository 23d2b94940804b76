import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saidTogether } from '#features/staff-frame/said-together.ts';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { useTicks } from '#features/staff-frame/web/use-ticks.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { approveTogether, type DecidedTogether, maxTogether, rejectTogether } from '../bulk-contract.ts';
import type { QueueItem } from '../contract.ts';

type Listing = Extract<QueueItem, { kind: 'listing' }>;

const isListing = (item: QueueItem): item is Listing => item.kind === 'listing';
const listingsInWords = (count: number) => (count === 1 ? '1 listing' : `${count} listings`);

/** The sentences about those that a colleague was first with: 'ben approved Xav Boats just now'. */
const decidedBefore = ({ refused }: DecidedTogether): string[] =>
  refused.filter(({ waits }) => !waits).map(({ why }) => why.replace(/\.$/, ''));

/** New listings that are decided on together. */
export function useTogether(items: readonly QueueItem[]) {
  const client = useQueryClient();
  const { isPending, attempt } = useStaffAction();
  /** Refusals by id: these lines stay. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  /** The reason of a rejection that was refused for all of them. */
  const [unsent, setUnsent] = useState<{ said: string; reason: string } | null>(null);
  const choosable = items.filter(isListing).slice(0, maxTogether);
  const { chosen, tick, untick, tickAll } = useTicks(choosable, maxTogether);

  /** True when it was done. */
  async function decide(verb: string, act: () => Promise<DecidedTogether>, reason = ''): Promise<boolean> {
    const done = (answer: DecidedTogether) => {
      const { length } = answer.done;
      const said = `${listingsInWords(length)} ${length === 1 ? 'is' : 'are'} ${verb}`;
      const left = answer.refused.filter(({ waits }) => waits).length;
      return [left === 0 ? said : `${said}, ${left} left for a look`, ...decidedBefore(answer)].join('. ');
    };
    const undoable = ({ done: shown, groupId }: DecidedTogether) =>
      shown.length === 0 ? undefined : { subjectId: groupId, shown };
    const actAndUntick = async () => {
      const answer = await act();
      untick(chosen.map(({ id }) => id));
      return answer;
    };
    try {
      const answer = await attempt(actAndUntick, done, undoable);
      if (answer.done.length === 0 && reason !== '') setUnsent({ said: saidTogether(answer.refused), reason });
      setRefused(Object.fromEntries(answer.refused.map(({ id, why }) => [id, why])));
      return true;
    } catch {
      // It was told, and the ticks stay for another try.
      return false;
    }
  }

  const listings = chosen.map(({ id, version, askedAt }) => ({ id, version, askedAt }));
  return {
    choosable,
    chosen,
    refused,
    unsent,
    dismissUnsent: () => setUnsent(null),
    isPending,
    tick,
    tickAll,
    approve: () =>
      decide('approved', async () => (await callApi(client, approveTogether, { body: { listings } })).answer),
    reject: (reason: string, sent: () => void, tell: boolean) =>
      decide(
        tell ? 'rejected' : 'rejected, and nobody is told',
        async () => {
          const { answer } = await callApi(client, rejectTogether, { body: { listings, reason, tell } });
          sent();
          return answer;
        },
        reason,
      ),
  };
}

export type Together = ReturnType<typeof useTogether>;
