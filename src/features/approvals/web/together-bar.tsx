import { clsx } from 'clsx';
import { useState } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { takeFocus } from '#web/forms/take-focus.ts';
import { RejectForm } from './reject-form.tsx';
import type { Together } from './use-together.ts';

type Asking = 'reject' | 'duplicates' | null;

/** Above the queue where several new listings wait: ticks all of them, and decides on those that are ticked. It stays in sight as long as some are. */
export function TogetherBar({ together }: { together: Together }) {
  const { choosable, chosen, isPending, tick, tickAll, approve, reject } = together;
  const [asking, setAsking] = useState<Asking>(null);
  if (choosable.length < 2) return null;
  const count = chosen.length;
  const alike = chosen.filter(({ isDuplicate }) => isDuplicate);
  return (
    <div
      className={clsx(
        'mb-3 grid gap-3',
        count > 0 && asking === null && 'sticky top-16 z-10 border-line border-b bg-ground py-2',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex min-h-11 cursor-pointer items-center gap-3 text-16">
          <input
            type="checkbox"
            className="size-5 accent-action"
            checked={count === choosable.length}
            ref={(box) => {
              if (box) box.indeterminate = count > 0 && count < choosable.length;
            }}
            onChange={(event) => tickAll(event.target.checked)}
          />
          All {choosable.length} new listings here
        </label>
        <span role="status" className="text-14 text-ink-soft">
          {count > 0 ? `${count} chosen` : ''}
        </span>
        {count > 0 && asking === null ? (
          <span className="flex flex-wrap gap-2">
            <SmallButton
              disabled={isPending}
              onClick={() => (alike.length > 0 ? setAsking('duplicates') : void approve())}
            >
              {isPending ? 'Deciding...' : `Approve ${count}`}
            </SmallButton>
            <SmallButton disabled={isPending} onClick={() => setAsking('reject')}>
              Reject {count}
            </SmallButton>
          </span>
        ) : null}
      </div>
      {asking === 'duplicates' && alike.length > 0 ? (
        <div className="grid gap-2 rounded-control border border-gold-line bg-gold-ground p-3 text-16">
          <p tabIndex={-1} ref={takeFocus}>
            {alike.length === 1 ? 'This one looks' : 'These look'} like a listing that is here already: {namesOf(alike)}
            .
          </p>
          <div className="flex flex-wrap gap-2">
            <SmallButton
              onClick={() => {
                for (const { id } of alike) tick(id, false);
                setAsking(null);
              }}
            >
              Leave {alike.length === 1 ? 'it' : 'them'} out
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
          <RejectForm
            about="listing"
            id="together"
            onReject={async (...given) => setAsking((await reject(...given)) ? null : 'reject')}
            onCancel={() => setAsking(null)}
          />
        </>
      ) : null}
    </div>
  );
}

const shownNames = 8;

/** 'Fig Bar, Plum Bar and 3 more' */
function namesOf(listings: readonly { name: string }[]): string {
  const names = listings.slice(0, shownNames).map(({ name }) => name);
  const others = listings.length - names.length;
  return names.join(', ') + (others > 0 ? ` and ${others} more` : '');
}
