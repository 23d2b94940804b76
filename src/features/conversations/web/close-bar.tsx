import { useQueryClient } from '@tanstack/react-query';
import { saidTogether } from '#features/staff-frame/said-together.ts';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { TickAll, TickBar } from '#features/staff-frame/web/tick-all.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import type { Ticks } from '#features/staff-frame/web/use-ticks.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { type ClosedTogether, type Conversation, closeTogether } from '../contract.ts';

interface CloseBarProps {
  ticks: Ticks<Conversation>;
  label: (count: number) => string;
}

/** Above several conversations that wait: closes those that are ticked. Nobody is told, and one undo opens them again. */
export function CloseBar({ ticks, label }: CloseBarProps) {
  const { isPending, close } = useCloseTogether();
  const { rows, chosen, untick, tickAll } = ticks;
  if (rows.length < 2) return null;
  const count = chosen.length;
  const ids = chosen.map(({ id }) => id);
  const act = (spam: boolean) => close(ids, spam, () => untick(ids));
  return (
    <TickBar isSticky={count > 0}>
      <TickAll label={label(rows.length)} chosen={count} all={rows.length} onTick={tickAll}>
        <SmallButton disabled={isPending} onClick={() => void act(false)}>
          Close {count}
        </SmallButton>
        <SmallButton disabled={isPending} onClick={() => void act(true)}>
          Spam: close {count}, tell nobody
        </SmallButton>
      </TickAll>
    </TickBar>
  );
}

/** `close` answers true when it was done, and calls `closed` before anybody is told. */
export function useCloseTogether() {
  const client = useQueryClient();
  const { isPending, attempt } = useStaffAction();
  const said = (spam: boolean) => (answer: ClosedTogether) => {
    const { length } = answer.done;
    const what = `${length} ${length === 1 ? 'message is' : 'messages are'} closed${spam ? ' as spam' : ''}`;
    return answer.refused.length === 0
      ? what
      : `${what}, ${answer.refused.length} left. ${saidTogether(answer.refused)}`;
  };
  return {
    isPending,
    close: (ids: readonly string[], spam: boolean, closed?: () => void): Promise<boolean> =>
      attempt(
        async () => {
          const { answer } = await callApi(client, closeTogether, { body: { ids: [...ids], spam } });
          closed?.();
          return answer;
        },
        said(spam),
        ({ done, groupId }) => (done.length === 0 ? undefined : { subjectId: groupId, shown: done }),
      ).then(
        () => true,
        // It was told, and the ticks stay for another try.
        () => false,
      ),
  };
}
