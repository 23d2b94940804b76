import { useQueryClient } from '@tanstack/react-query';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SmallButton, StatusBadge } from '#features/staff-frame/web/staff-parts.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Link } from '#web/router/link.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { allReportReasons } from '../report-reasons.ts';
import { markReport, type StaffReport } from '../staff-contract.ts';

export function ReportCard({ report }: { report: StaffReport }) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  const resolved = report.resolvedAt === null;
  const { business, email } = report;
  const mark = () =>
    void run(
      () => callApi(client, markReport, { params: { id: report.id }, body: { resolved } }),
      resolved ? 'Marked resolved' : 'Opened again',
      { subjectId: report.id },
    );
  return (
    <article className="grid gap-3 rounded-control border border-line bg-card p-4 text-16">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link to={`/staff/businesses/${business.id}`} className="font-semibold">
          {business.name}
        </Link>
        <StatusBadge status={business.status} />
        <strong>{allReportReasons[report.reason]}</strong>
        <span className="text-14 text-ink-soft">
          <Moment at={report.createdAt} />
        </span>
      </header>
      {report.text === '' ? null : <p className="break-words whitespace-pre-line">{report.text}</p>}
      {report.recommendation ? (
        <blockquote className="border-line border-l-4 pl-3 [overflow-wrap:anywhere]">
          {report.recommendation.name}: {report.recommendation.text || 'no words, only a name'}
        </blockquote>
      ) : null}
      <footer className="flex flex-wrap items-center gap-2">
        {email ? (
          <a
            href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${business.name}`)}`}
            className={buttonClass('secondary')}
          >
            Reply to {email}
          </a>
        ) : null}
        {report.recommendation ? (
          <Link to={`/staff/businesses/${business.id}#recommendations`} className={buttonClass('secondary')}>
            Show or hide it
          </Link>
        ) : null}
        <SmallButton disabled={isPending} onClick={mark}>
          {resolved ? 'Mark resolved' : 'Open again'}
        </SmallButton>
        {business.status === 'approved' ? (
          <Link to={`/business/${business.slug}`} className="inline-flex min-h-11 items-center px-2">
            View page
          </Link>
        ) : null}
      </footer>
    </article>
  );
}
