import type { FormEvent } from 'react';
import { listSecurityLog, type SecurityRow } from '#features/audit/security-contract.ts';
import { SecurityLine } from '#features/audit/web/security-line.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';

const fields = ['event', 'person', 'address', 'request', 'from', 'to'] as const;

/** The beginnings of events, in the words of the page. */
const kinds = [
  ['', 'Everything'],
  ['account.logged-in', 'Log-ins'],
  ['log_in_', 'Refused and slowed log-ins'],
  ['second_factor_', 'Refused codes'],
  ['account.', 'Changes of accounts'],
  ['user.', 'Roles and bans'],
  ['forbidden', 'Calls without the right'],
  ['signed_out', 'Calls without a log-in'],
  ['csrf', 'Calls from other sites, or old pages'],
  ['too_many', 'Calls over a limit'],
  ['subscribers.', 'Exports and imports of subscribers'],
  ['billing.', 'Refunds, credits, given plans'],
] as const;

export function Page() {
  const { filter, setFilter } = useFilter(fields);
  const list = useStaffList<SecurityRow>([listSecurityLog.path, filter], (client, cursor) =>
    callApi(client, listSecurityLog, { query: { ...filter, cursor } }),
  );

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    setFilter(Object.fromEntries(fields.map((name) => [name, String(typed.get(name) ?? '').trim()])));
  }

  return (
    <>
      <StaffHeading title="Security log" />
      <p className="mb-4 text-ink-soft">
        Who logged in, who was refused, and who changed rights. Kept for 180 days; the audit log has all other changes.
      </p>
      <search className="mb-4">
        <form
          key={JSON.stringify(filter)}
          onSubmit={search}
          className="grid grid-cols-2 items-end gap-2 md:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_1fr]"
        >
          <SelectField label="Event" name="event" defaultValue={filter.event}>
            {kinds.map(([begins, label]) => (
              <option key={begins} value={begins}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField label="Person" name="person" defaultValue={filter.person} />
          <TextField label="Network address" name="address" defaultValue={filter.address} />
          <TextField label="Request’s id" name="request" defaultValue={filter.request} />
          <TextField label="From" name="from" type="date" defaultValue={filter.from} />
          <TextField label="To" name="to" type="date" defaultValue={filter.to} />
          <Button type="submit">Search</Button>
        </form>
      </search>
      <StaffList list={list} what="the security log" empty="Nothing fits.">
        {(row) => <SecurityLine row={row} />}
      </StaffList>
    </>
  );
}
