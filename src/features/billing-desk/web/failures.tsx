import { useQueryClient } from '@tanstack/react-query';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { SmallButton, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { type BillingFailure, listFailures, replayFailure } from '../staff-contract.ts';

export function Failures() {
  const list = useStaffList<BillingFailure>([listFailures.path], (client) => callApi(client, listFailures, {}));
  return (
    <StaffList list={list} what="failures" empty="Nothing has failed.">
      {(failure) => <Failure failure={failure} />}
    </StaffList>
  );
}

function Failure({ failure }: { failure: BillingFailure }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { id, kind, name, about, at, attempts, reason } = failure;
  return (
    <StaffRow>
      <div className="min-w-0 flex-1">
        <p className="font-semibold [overflow-wrap:anywhere]">{name}</p>
        <p className="text-14 text-ink-soft [overflow-wrap:anywhere]">
          <Moment at={at} />, {attempts === 1 ? 'tried once' : `tried ${attempts} times`}: {about}
        </p>
        <p className="[overflow-wrap:anywhere]">{reason}</p>
      </div>
      <SmallButton
        disabled={isPending}
        onClick={() =>
          void run(() => callApi(client, replayFailure, { params: { id }, body: { kind } }), 'It is being tried again')
        }
      >
        Try again<span className="sr-only">: {name}</span>
      </SmallButton>
    </StaffRow>
  );
}
