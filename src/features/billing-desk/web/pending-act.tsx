import { useQueryClient } from '@tanstack/react-query';
import { discountTitle } from '#features/billing/held-discount.ts';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { formatDate } from '#shared/dates.ts';
import { formatDollars } from '#shared/money.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type PendingAct, putActAway } from '../staff-contract.ts';

function titleOf({ kind, cents, percentOff, months }: PendingAct): string {
  if (kind === 'credit') return `${formatDollars(cents ?? 0)} to be credited`;
  const discount = discountTitle({ percentOff, months });
  return kind === 'discount' ? discount : `${discount}: to be ended`;
}

/** A credit, a discount or its end that the payment service has not confirmed. */
export function PendingActRow({ act }: { act: PendingAct }) {
  const client = useQueryClient();
  const { timeZone } = useCity();
  const { isPending, run } = useStaffAction();
  const { id, reason, by, at, failure, isRefused } = act;
  const title = titleOf(act);
  return (
    <StaffRow className="flex-wrap">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {title}
          <Badge tint={isRefused ? 'red' : 'orange'}>{isRefused ? 'Refused' : 'Under way'}</Badge>
        </p>
        <p className="text-14 text-ink-soft [overflow-wrap:anywhere]">
          {formatDate(at, timeZone)} by {by ?? 'a deleted account'}
        </p>
        <p className="[overflow-wrap:anywhere]">{reason}</p>
        <p className="[overflow-wrap:anywhere]">
          {isRefused
            ? `The payment service refused this, and nothing was done. It says: ${failure}`
            : failure === null
              ? 'We wait for the payment service to confirm this.'
              : `The payment service has not confirmed this yet; we ask again by ourselves. Last time: ${failure}`}
        </p>
      </div>
      {isRefused ? (
        <SmallButton
          disabled={isPending}
          onClick={() => void run(() => callApi(client, putActAway, { params: { id } }), 'It is put away')}
        >
          Put away<span className="sr-only">: {title}</span>
        </SmallButton>
      ) : null}
    </StaffRow>
  );
}
