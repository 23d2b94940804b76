import type { FormEvent } from 'react';
import { actionKinds } from '#features/audit/action-kinds.ts';
import { actionWords } from '#features/audit/action-words.ts';
import { actorFilters } from '#features/audit/actor-names.ts';
import { type AuditRow, listAudit } from '#features/audit/contract.ts';
import { subjectOfAddress } from '#features/audit/subject-of-address.ts';
import { AuditLine } from '#features/audit/web/audit-line.tsx';
import { ExportLink } from '#features/staff-frame/web/export-link.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';

const fields = ['person', 'by', 'action', 'subject', 'from', 'to'] as const;

export function Page() {
  const { filter, setFilter } = useFilter(fields);
  const by = actorFilters.find(([value]) => value === filter.by)?.[0];
  const list = useStaffList<AuditRow>([listAudit.path, filter], (client, cursor) =>
    callApi(client, listAudit, { query: { ...filter, by, cursor } }),
  );

  /** An address may name one action. */
  const isOwnAction = Boolean(filter.action) && !actionKinds.some(([value]) => value === filter.action);

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const written = (name: string) => String(typed.get(name) ?? '').trim();
    const wanted = Object.fromEntries(fields.map((name) => [name, written(name)]));
    setFilter({ ...wanted, subject: subjectOfAddress(written('subject')) });
  }

  return (
    <>
      <StaffHeading title="Audit log">
        <ExportLink list="audit" rights={['administrator']} filter={filter} />
      </StaffHeading>
      <search className="mb-4">
        <form
          key={JSON.stringify(filter)}
          onSubmit={search}
          className="grid grid-cols-2 items-end gap-2 md:grid-cols-3 lg:grid-cols-4"
        >
          <TextField label="Person" name="person" defaultValue={filter.person} />
          <SelectField label="Done by" name="by" defaultValue={filter.by ?? ''}>
            <option value="">Anybody</option>
            {actorFilters.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <SelectField label="About" name="action" defaultValue={filter.action ?? ''}>
            <option value="">Everything</option>
            {isOwnAction ? (
              <option value={filter.action}>{actionWords[filter.action ?? ''] ?? filter.action}</option>
            ) : null}
            {actionKinds.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField label="Address of its staff page" name="subject" defaultValue={filter.subject} />
          <TextField label="From" name="from" type="date" defaultValue={filter.from} />
          <TextField label="To" name="to" type="date" defaultValue={filter.to} />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <StaffList list={list} what="the audit log" empty="Nothing fits.">
        {(row) => <AuditLine row={row} />}
      </StaffList>
    </>
  );
}
