import { useQuery } from '@tanstack/react-query';
import { type StaffBusinessRow, searchAllBusinesses } from '#features/businesses/staff-contract.ts';
import { maxTogether } from '#features/businesses/together-contract.ts';
import { ActTogetherBar } from '#features/businesses/web/act-together-bar.tsx';
import { categoriesQuery } from '#features/categories/web/category-queries.ts';
import { SavedFilters } from '#features/saved-filters/web/saved-filters.tsx';
import { ExportLink } from '#features/staff-frame/web/export-link.tsx';
import { SearchBox } from '#features/staff-frame/web/search-box.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Filter, RowLink, StaffHeading, StaffRow, StatusBadge } from '#features/staff-frame/web/staff-parts.tsx';
import { Tick } from '#features/staff-frame/web/tick-all.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { type Ticks, useTicks } from '#features/staff-frame/web/use-ticks.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/field.tsx';

const states = [
  ['', 'All'],
  ['pending', 'Pending'],
  ['approved', 'Approved'],
  ['rejected', 'Rejected'],
  ['hidden', 'Hidden'],
] as const;
const statuses: ReadonlySet<string> = new Set(states.map(([value]) => value));

const owners = [
  ['', 'With and without owner'],
  ['none', 'Without owner'],
  ['some', 'With owner'],
] as const;

type Query = Pick<NonNullable<(typeof searchAllBusinesses.query)['_zod']['input']>, 'status' | 'owner'>;

export function Page() {
  const { filter, setFilter } = useFilter(['search', 'status', 'category', 'owner']);
  const { search, category } = filter;
  const status = statuses.has(filter.status) ? filter.status : '';
  const owner = owners.find(([value]) => value === filter.owner)?.[0] ?? '';
  const { data: categories = [] } = useQuery(categoriesQuery);
  const query = {
    search,
    ...(status === '' ? {} : { status: status as Query['status'] }),
    ...(category === '' ? {} : { category }),
    ...(owner === '' ? {} : { owner }),
  };
  const list = useStaffList<StaffBusinessRow>([searchAllBusinesses.path, query], (client, cursor) =>
    callApi(client, searchAllBusinesses, { query: { ...query, cursor } }),
  );
  const ticks = useTicks(list.rows ?? [], maxTogether);
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
          <ExportLink list="businesses" rights={['administrator']} filter={{ search, status, category, owner }} />
        </div>
      </StaffHeading>
      <SearchBox
        label="Name, address, phone, email or website"
        value={search}
        onSearch={(text) => setFilter({ search: text })}
      />
      <div className="mb-3 flex flex-wrap gap-3">
        <SelectField
          // The list may arrive after the field.
          key={categories.length}
          label="Category"
          value={category}
          onChange={({ target }) => setFilter({ category: target.value })}
        >
          <option value="">All categories</option>
          {categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="Owner" value={owner} onChange={({ target }) => setFilter({ owner: target.value })}>
          {owners.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <SavedFilters />
      <ActTogetherBar ticks={ticks} />
      <StaffList list={list} what="businesses" empty="No business fits.">
        {(business) => <BusinessRow business={business} ticks={ticks} />}
      </StaffList>
    </>
  );
}

function BusinessRow({ business, ticks }: { business: StaffBusinessRow; ticks: Ticks<StaffBusinessRow> }) {
  return (
    <StaffRow className="pl-12">
      <Tick
        label={`Choose ${business.name}`}
        isTicked={ticks.isTicked(business.id)}
        onTick={(isTicked) => ticks.tick(business.id, isTicked)}
      />
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
