import { useState } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { namesOf, TickAll, TickBar } from '#features/staff-frame/web/tick-all.tsx';
import { takeFocus } from '#web/forms/take-focus.ts';
import { RejectForm } from './reject-form.tsx';
import type { Together } from './use-together.ts';

type Asking = 'reject' | 'doubts' | null;

/** Above the queue where several new listings wait: ticks all of them, and decides on those that are ticked. It stays in sight as long as some are. */
export function TogetherBar({ together }: { together: Together }) {
  const { choosable, chosen, isPending, tick, tickAll, approve, reject } = together;
  const [asking, setAsking] = useState<Asking>(null);
  if (choosable.length < 2) return null;
  const count = chosen.length;
  const alike = chosen.filter((one) => one.isDuplicate || one.alike.length > 0);
  const asked = chosen.filter(({ isAsked }) => isAsked);
  const paid = chosen.filter(({ order }) => order !== null);
  /** The listings that need a look of their own. */
  const doubtful = chosen.filter((one) => [alike, asked, paid].some((list) => list.includes(one)));
  return (
    <TickBar isSticky={count > 0 && asking === null}>
      <TickAll
        label={`All ${choosable.length} new listings here`}
        chosen={count}
        all={choosable.length}
        onTick={tickAll}
      >
        {asking === null ? (
          <>
            <SmallButton
              disabled={isPending}
              onClick={() => (doubtful.length > 0 ? setAsking('doubts') : void approve())}
            >
              {isPending ? 'Deciding...' : `Approve ${count}`}
            </SmallButton>
            <SmallButton disabled={isPending} onClick={() => setAsking('reject')}>
              Reject {count}
            </SmallButton>
          </>
        ) : null}
      </TickAll>
      {asking === 'doubts' && doubtful.length > 0 ? (
        <div className="grid gap-2 rounded-control border border-gold-line bg-gold-ground p-3 text-16">
          <div tabIndex={-1} ref={takeFocus} className="grid gap-1">
            {alike.length > 0 ? (
              <p>
                {alike.length === 1 ? 'This one has' : 'Each of these has'} the name, address or phone number of another
                listing, which is here or waits, too: {namesOf(alike)}.
              </p>
            ) : null}
            {asked.length > 0 ? <p>Asked back, and no answer yet: {namesOf(asked)}.</p> : null}
            {paid.length > 0 ? <p>Begun from a paid order, and maybe not complete: {namesOf(paid)}.</p> : null}
          </div>
          <div className="flex flex-wrap gap-2">
            <SmallButton
              onClick={() => {
                for (const { id } of doubtful) tick(id, false);
                setAsking(null);
              }}
            >
              Leave {doubtful.length === 1 ? 'it' : 'them'} out
            </SmallButton>
            <SmallButton
              disabled={isPending}
              onClick={() => {
                setAsking(null);
                void approve();
              }}
            >
              Approve {count} all the same
            </SmallButton>
          </div>
        </div>
      ) : null}
      {asking === 'reject' && count > 0 ? (
        <>
          <p className="text-16 [overflow-wrap:anywhere]">
            <strong className="font-semibold">To be rejected:</strong> {namesOf(chosen)}
          </p>
          {paid.length > 0 ? (
            <p role="alert" className="rounded-control border border-gold-line bg-gold-ground p-3 text-16">
              Paid for: {namesOf(paid)}. A rejection gives nothing back and tells nobody who paid.{' '}
              <SmallButton
                onClick={() => {
                  for (const { id } of paid) tick(id, false);
                }}
              >
                Leave {paid.length === 1 ? 'it' : 'them'} out
              </SmallButton>
            </p>
          ) : null}
          <RejectForm
            about="listing"
            id="together"
            onReject={async (...given) => setAsking((await reject(...given)) ? null : 'reject')}
            onCancel={() => setAsking(null)}
          />
        </>
      ) : null}
    </TickBar>
  );
}
