import { listMessages, type StaffMessage } from '#features/contact/staff-contract.ts';
import { MessageCard } from '#features/contact/web/message-card.tsx';
import { listReports, type StaffReport } from '#features/reports/staff-contract.ts';
import { ReportCard } from '#features/reports/web/report-card.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Filter, StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';

type State = 'open' | 'done';

const states = [
  ['open', 'Open'],
  ['done', 'Done'],
] as const;

export function Page() {
  const { filter, setFilter } = useFilter(['state']);
  const state = states.find(([value]) => value === filter.state)?.[0] ?? 'open';
  return (
    <>
      <StaffHeading title="Messages">
        <Filter label="State" value={state} options={states} onChange={(value) => setFilter({ state: value })} />
      </StaffHeading>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <section aria-labelledby="contact-messages">
          <h2 id="contact-messages" className="mb-2 text-21">
            Contact form
          </h2>
          <ContactMessages state={state} />
        </section>
        <section aria-labelledby="reports">
          <h2 id="reports" className="mb-2 text-21">
            Reports
          </h2>
          <Reports state={state} />
        </section>
      </div>
    </>
  );
}

function ContactMessages({ state }: { state: State }) {
  const list = useStaffList<StaffMessage>([listMessages.path, state], (client, cursor) =>
    callApi(client, listMessages, { query: { state, cursor } }),
  );
  return (
    <StaffList list={list} what="messages" empty={state === 'open' ? 'Every message is answered.' : 'None yet.'}>
      {(message) => <MessageCard message={message} />}
    </StaffList>
  );
}

function Reports({ state }: { state: State }) {
  const list = useStaffList<StaffReport>([listReports.path, state], (client, cursor) =>
    callApi(client, listReports, { query: { state, cursor } }),
  );
  return (
    <StaffList list={list} what="reports" empty={state === 'open' ? 'No report is open.' : 'None yet.'}>
      {(report) => <ReportCard report={report} />}
    </StaffList>
  );
}
