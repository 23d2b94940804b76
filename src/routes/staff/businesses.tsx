import type { BusinessStatus } from '#features/businesses/owner-contract.ts';
import { type StaffBusinessRow, searchAllBusinesses } from '#features/businesses/staff-contract.ts';
import { SavedFilters } from '#features/saved-filters/web/saved-filters.tsx';
import { ExportLink } from '#features/staff-frame/web/export-link.tsx';
import { SearchBox } from '#features/staff-frame/web/search-box.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Filter, RowLink, StaffHeading, StaffRow, StatusBadge } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

const states = [
  ['', 'All'],
  ['pending', 'Pending'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['hidden', 'Hidden'],
] as const;
const statuses: ReadonlySet<string> = new Set(states.map(([value]) => value));

export function Page() {
  const { filter, setFilter } = useFilter(['search', 'status']);
  const { search } = filter;
  const status = statuses.has(filter.status) ? filter.status : '';
  const list = useStaffList<StaffBusinessRow>([searchAllBusinesses.path, search, status], (client, cursor) =>
    callApi(client, searchAllBusinesses, {
      query: { search, cursor, ...(status === '' ? {} : { status: status as typeof BusinessStatus._zod.output }) },
    }),
  );
  return (
    <>
      <StaffHeading title="Businesses">
        <div className="flex flex-wrap items-center gap-3">
          <Filter
            label="State"
            value={status}
            options={states as readonly (readonly [string, string])[]}
            onChange={(value) => setFilter({ status: value })}
          />
          <ButtonLink to="/staff/businesses/new" className="px-4">
            New business
          </ButtonLink>
          <ExportLink list="businesses" rights={['administrator']} filter={{ search, status }} />
        </div>
      </StaffHeading>
      <SearchBox
        label="Name, address, phone, email or website"
        value={search}
        onSearch={(text) => setFilter({ search: text })}
      />
      <SavedFilters />
      <StaffList list={list} what="businesses" empty="No business fits.">
        {(business) => <BusinessRow business={business} />}
      </StaffList>
    </>
  );
}

function BusinessRow({ business }: { business: StaffBusinessRow }) {
  return (
    <StaffRow>
      <RowLink to={`/staff/businesses/${business.id}`} className="lg:flex-[3]">
        {business.name}
      </RowLink>
      <span className="min-w-0 break-words text-ink-soft lg:flex-[3]">{business.address || 'No address'}</span>
      <span className="text-ink-soft lg:flex-[2]">{business.categoryName}</span>
      <span className="min-w-0 break-words text-ink-soft lg:flex-[1.5]">{business.owner ?? 'No owner'}</span>
      <span className="flex flex-wrap gap-1.5 lg:flex-[2] lg:justify-end">
        {business.isPremium ? <Badge tint="orange">Premium</Badge> : null}
        {business.featuredByStaff ? <Badge tint="indigo">Featured</Badge> : null}
        <StatusBadge status={business.status} />
      </span>
    </StaffRow>
  );
}
