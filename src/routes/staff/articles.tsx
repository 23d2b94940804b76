import { type ArticleState, listAllArticles, type StaffArticleRow } from '#features/articles/staff-contract.ts';
import { articleCategoryLabels } from '#features/articles/web/article-labels.ts';
import { ArticleStateBadge } from '#features/articles/web/article-state-badge.tsx';
import { SavedFilters } from '#features/saved-filters/web/saved-filters.tsx';
import { Moment } from '#features/staff-frame/web/age.tsx';
import { SearchBox } from '#features/staff-frame/web/search-box.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Filter, RowLink, StaffHeading, StaffRow } from '#features/staff-frame/web/staff-parts.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

const states: readonly (readonly [ArticleState | '', string])[] = [
  ['', 'All'],
  ['draft', 'Drafts'],
  ['scheduled', 'Scheduled'],
  ['published', 'Published'],
];

export function Page() {
  const { filter, setFilter } = useFilter(['search', 'state']);
  const { search } = filter;
  const state = states.find(([value]) => value === filter.state)?.[0] ?? '';
  const list = useStaffList<StaffArticleRow>([listAllArticles.path, search, state], (client, cursor) =>
    callApi(client, listAllArticles, { query: { search, cursor, ...(state === '' ? {} : { state }) } }),
  );
  return (
    <>
      <StaffHeading title="News">
        <ButtonLink to="/staff/articles/new">New article</ButtonLink>
      </StaffHeading>
      <div className="mb-3">
        <Filter label="State" value={state} options={states} onChange={(value) => setFilter({ state: value })} />
      </div>
      <SearchBox
        label="Title, author, excerpt or address"
        value={search}
        onSearch={(text) => setFilter({ search: text })}
      />
      <SavedFilters />
      <StaffList
        list={list}
        what="articles"
        empty={search || state ? 'No article fits.' : 'Nothing written yet. The first article is a press away.'}
      >
        {(article) => <ArticleRow article={article} />}
      </StaffList>
    </>
  );
}

function ArticleRow({ article }: { article: StaffArticleRow }) {
  const { id, title, category, author, state, publishAt, savedAt, savedBy, version, shownVersion } = article;
  return (
    <StaffRow>
      <RowLink to={`/staff/articles/${id}`} className="lg:flex-[4]">
        {title || 'Untitled'}
      </RowLink>
      <span className="min-w-0 break-words text-ink-soft lg:flex-[2]">
        {articleCategoryLabels[category].label}
        {author ? ` · ${author}` : ''}
      </span>
      <span className="text-14 text-ink-soft lg:flex-[2.5]">
        Saved <Moment at={savedAt} />
        {savedBy ? ` by ${savedBy}` : ''}
      </span>
      <span className="flex flex-wrap items-center gap-1.5 lg:flex-[2.5] lg:justify-end">
        {state !== 'draft' && publishAt ? (
          <span className="text-14 text-ink-soft">
            <Moment at={publishAt} />
          </span>
        ) : null}
        {version === shownVersion ? null : <Badge tint="orange">Changes</Badge>}
        <ArticleStateBadge state={state} />
      </span>
    </StaffRow>
  );
}
