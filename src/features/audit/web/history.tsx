import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { type AuditRow, listAudit } from '../contract.ts';
import { AuditLine } from './audit-line.tsx';

/** Everything that happened to one row, newest first. @param id of the listing, event or other row */
export function History({ id }: { id: string }) {
  const list = useStaffList<AuditRow>([listAudit.path, { subject: id }], (client, cursor) =>
    callApi(client, listAudit, { query: { subject: id, cursor } }),
  );
  return (
    <StaffList list={list} what="the history" empty="Nothing has happened to it yet.">
      {(row) => <AuditLine row={row} />}
    </StaffList>
  );
}
