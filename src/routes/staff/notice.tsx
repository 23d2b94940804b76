import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCity } from '#features/city-guide/web/city-queries.ts';
import { PageMissing } from '#features/city-guide/web/page-missing.tsx';
import {
  createNotice,
  getStaffNotice,
  type NoticeForm,
  type StaffNotice,
  updateNotice,
} from '#features/notices/staff-contract.ts';
import { refreshNotices } from '#features/notices/web/follow-notices.ts';
import { NoticeEditor } from '#features/notices/web/notice-form.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { isNotFound } from '#web/api-client/api-error.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { endpointQuery } from '#web/api-client/endpoint-query.ts';
import type { FieldErrors } from '#web/forms/check-form.ts';
import { usePageParams } from '#web/page-params.tsx';
import { Link } from '#web/router/link.tsx';
import { useNavigate } from '#web/router/router.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { NoticeBadge, period, ShownButton } from './notices.tsx';

const newNotice: NoticeForm = { severity: 'warning', text: '', url: null, label: null, startsAt: null, endsAt: null };

export function Page() {
  const { id = '' } = usePageParams();
  return id === 'new' ? <NewNotice /> : <OldNotice key={id} id={id} />;
}

function NewNotice() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isPending, refusal, run } = useStaffAction();

  async function save(body: NoticeForm, _: number, sent: () => void) {
    const isPlanned = body.startsAt !== null && Date.parse(body.startsAt) > Date.now();
    const refused = await run(
      async () => {
        await callApi(client, createNotice, { body });
        sent();
        await refreshNotices(client);
      },
      isPlanned ? 'The notice is planned' : 'The notice stands above every page',
    );
    if (refused === null) await navigate('/staff/notices', { replace: true });
    return refused;
  }
  return (
    <>
      <StaffHeading title="Put up a notice" />
      <NoticeEditor
        id="new"
        notice={newNotice}
        version={null}
        save="Put it up"
        isPending={isPending}
        refusal={refusal}
        onSave={save}
      />
    </>
  );
}

function OldNotice({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(endpointQuery(getStaffNotice, { params: { id } }));
  if (data) return <NoticeDesk notice={data} />;
  if (isNotFound(error)) return <PageMissing />;
  return error ? <LoadFailed message="We could not load this notice." onRetry={() => void refetch()} /> : <Spinner />;
}

/** The call's body wraps the form, so field names in its errors have a prefix. */
const withoutPrefix = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name.replace(/^notice\./, ''), text]));

function NoticeDesk({ notice }: { notice: StaffNotice }) {
  const { timeZone } = useCity();
  const client = useQueryClient();
  const { isPending, refusal, run } = useStaffAction();
  const { id, version, severity, text, url, label, startsAt, endsAt } = notice;

  async function save(form: NoticeForm, over: number, sent: () => void) {
    const refused = await run(async () => {
      await callApi(client, updateNotice, { params: { id }, body: { notice: form, version: over } });
      sent();
      await refreshNotices(client);
    }, 'Saved');
    return refused && withoutPrefix(refused);
  }
  return (
    <>
      <StaffHeading title="Notice">
        <span className="flex flex-wrap items-center gap-2">
          <NoticeBadge state={notice.state} />
          <ShownButton notice={notice} />
        </span>
      </StaffHeading>
      <p className="numbers mb-4 text-16 text-ink-soft">
        <Link to="/staff/notices">All notices</Link> · {period(notice, timeZone)}
        {notice.createdBy ? ` · by ${notice.createdBy}` : ''}
      </p>
      <NoticeEditor
        id={id}
        version={version}
        notice={{ severity, text, url, label, startsAt, endsAt }}
        save="Save"
        isPending={isPending}
        refusal={refusal}
        onSave={save}
      />
    </>
  );
}
