import { useState } from 'react';
import { SmallButton } from '#features/staff-frame/web/staff-parts.tsx';
import { RejectForm } from './reject-form.tsx';
import type { Together } from './use-together.ts';

/** Above the queue where several new listings wait: ticks all of them, and decides on those that are ticked. */
export function TogetherBar({ together }: { together: Together }) {
  const { choosable, chosen, isPending, tickAll, approve, reject } = together;
  const [isRejecting, setRejecting] = useState(false);
  if (choosable.length < 2) return null;
  const count = chosen.length;
  return (
    <div className="mb-3 grid gap-3">
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
        {count > 0 && !isRejecting ? (
          <span className="flex flex-wrap gap-2">
            <SmallButton disabled={isPending} onClick={() => void approve()}>
              {isPending ? 'Deciding...' : `Approve ${count}`}
            </SmallButton>
            <SmallButton disabled={isPending} onClick={() => setRejecting(true)}>
              Reject {count}
            </SmallButton>
          </span>
        ) : null}
      </div>
      {count > 0 && isRejecting ? (
        <RejectForm
          about="listing"
          id="together"
          onReject={async (reason, sent) => setRejecting(!(await reject(reason, sent)))}
          onCancel={() => setRejecting(false)}
        />
      ) : null}
    </div>
  );
}
