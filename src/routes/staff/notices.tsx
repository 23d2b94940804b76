import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import type { Severity } from '#features/notices/contract.ts';
import { severityName } from '#features/notices/notice-bar.ts';
import type { NoticeState } from '#features/notices/notice-state.ts';
import { listStaffNotices, type StaffNotice, showNotice } from '#features/notices/staff-contract.ts';
import { refreshNotices } from '#features/notices/web/follow-notices.ts';
import { momentText } from '#features/notices/web/notice-times.ts';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { RowLink, SmallButton, StaffHeading, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import { Badge, type Tint } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

const tints: Record<NoticeState, Tint> = { up: 'green', planned: 'blue', ended: 'gray', 'taken down': 'gray' };
const severityTints: Record<Severity, Tint> = { info: 'blue', warning: 'orange', emergency: 'red' };

export function NoticeBadge({ state }: { state: NoticeState }) {
  return <Badge tint={tints[state]}>{`${state[0]?.toUpperCase()}${state.slice(1)}`}</Badge>;
}

/** 'From Saturday, July 4, 7:00 PM until …', with the moment at which it was taken down. */
export function period(notice: StaffNotice, timeZone: string): string {
  const { startsAt, endsAt, takenDownAt } = notice;
  const from = `From ${momentText(startsAt, timeZone)}`;
  if (takenDownAt !== null) return `${from}, taken down ${momentText(takenDownAt, timeZone)}`;
  return endsAt === null ? `${from}, no end` : `${from} until ${momentText(endsAt, timeZone)}`;
}

/** Takes a notice down, or puts it back: one press, and the other way round one more. */
export function ShownButton({ notice }: { notice: StaffNotice }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const { id, state, endsAt } = notice;
  const isDown = state === 'taken down';
  if (state === 'ended' || (isDown && endsAt !== null && Date.parse(endsAt) <= Date.now())) return null;
  const change = async () => {
    await callApi(client, showNotice, { params: { id }, body: { shown: isDown } });
    await refreshNotices(client);
  };
  return (
    <SmallButton
      disabled={isPending}
      className="relative"
      onClick={() => void run(change, isDown ? 'Back above every page' : 'Taken down. Put back shows it again')}
    >
      {isDown ? 'Put back' : 'Take down'}
    </SmallButton>
  );
}

export function Page() {
  const { timeZone } = useCity();
  const { data, isError, refetch } = useQuery(endpointQuery(listStaffNotices, {}));
  const list = { rows: data, isError, hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => {}, refetch };
  return (
    <>
      <StaffHeading title="Notices">
        <ButtonLink to="/staff/notices/new">Put up a notice</ButtonLink>
      </StaffHeading>
      <p className="mb-4 max-w-[66ch] text-16 text-ink-soft">
        A notice stands above every page of the site, and in the news feed, within two seconds. Keep it for what
        everybody in town has to know today.
      </p>
      <StaffList list={list} what="notices" empty="No notices yet. The pages show none.">
        {(notice) => (
          <StaffRow>
            <span className="lg:w-28 lg:shrink-0">
              <Badge tint={severityTints[notice.severity]}>{severityName(notice.severity)}</Badge>
            </span>
            <span className="min-w-0 lg:flex-[3]">
              <RowLink to={`/staff/notices/${notice.id}`}>{notice.text}</RowLink>
              <span className="numbers block text-14 text-ink-soft">{period(notice, timeZone)}</span>
            </span>
            <span className="lg:w-28 lg:shrink-0">
              <NoticeBadge state={notice.state} />
            </span>
            <span className="lg:w-32 lg:text-right">
              <ShownButton notice={notice} />
            </span>
          </StaffRow>
        )}
      </StaffList>
    </>
  );
}
