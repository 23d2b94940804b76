import { listPeople, type Person } from '#features/accounts/people-contract.ts';
import { SavedFilters } from '#features/saved-filters/web/saved-filters.tsx';
import { SearchBox } from '#features/staff-frame/web/search-box.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Filter, RowLink, StaffHeading, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { InviteColleagues } from '#features/staff-invitations/web/invite-colleagues.tsx';
import { rightNames } from '#shared/has-right.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge } from '#web/ui/badge.tsx';

type Kind = 'all' | 'owner' | 'staff' | 'banned';

const kinds: readonly (readonly [Kind, string])[] = [
  ['all', 'All'],
  ['owner', 'Owners'],
  ['staff', 'Staff'],
  ['banned', 'Banned'],
];

export function Page() {
  const { filter, setFilter } = useFilter(['search', 'kind']);
  const { search } = filter;
  const kind = kinds.find(([value]) => value === filter.kind)?.[0] ?? 'all';
  const list = useStaffList<Person>([listPeople.path, search, kind], (client, cursor) =>
    callApi(client, listPeople, { query: { search, kind, cursor } }),
  );
  return (
    <>
      <StaffHeading title="People">
        <Filter label="Kind" value={kind} options={kinds} onChange={(value) => setFilter({ kind: value })} />
      </StaffHeading>
      <SearchBox label="User name or email" value={search} onSearch={(text) => setFilter({ search: text })} />
      <SavedFilters />
      <InviteColleagues />
      <StaffList list={list} what="people" empty="Nobody fits.">
        {(person) => (
          <StaffRow>
            <RowLink to={`/staff/people/${person.id}`} className="lg:flex-[2]">
              {person.username}
            </RowLink>
            <span className="min-w-0 break-all text-ink-soft lg:flex-[2]">{person.email}</span>
            <span className="numbers text-ink-soft lg:flex-[2]">
              {person.businessCount} {person.businessCount === 1 ? 'business' : 'businesses'}, {person.sessionCount}{' '}
              {person.sessionCount === 1 ? 'session' : 'sessions'}
            </span>
            <span className="flex flex-wrap gap-1.5 lg:flex-[2] lg:justify-end">
              <PersonBadges person={person} />
            </span>
          </StaffRow>
        )}
      </StaffList>
    </>
  );
}

export function PersonBadges({ person }: { person: Person }) {
  return (
    <>
      {person.rights.map((right) => (
        <Badge key={right} tint="indigo">
          {rightNames[right]}
        </Badge>
      ))}
      {person.role === 'staff' && !person.secondFactor ? <Badge tint="orange">No second factor</Badge> : null}
      {person.bannedAt ? <Badge tint="red">Banned</Badge> : null}
      {person.emailVerified ? null : <Badge tint="gray">Email not confirmed</Badge>}
    </>
  );
}
