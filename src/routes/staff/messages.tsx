import { ReportDeeds } from '#features/approvals/web/report-deeds.tsx';
import { type Conversation, listConversations, maxTogether } from '#features/conversations/contract.ts';
import { CloseBar } from '#features/conversations/web/close-bar.tsx';
import { ConversationCard } from '#features/conversations/web/conversation-card.tsx';
import { SearchBox } from '#features/staff-frame/web/search-box.tsx';
import { StaffList } from '#features/staff-frame/web/staff-list.tsx';
import { Filter, StaffHeading } from '#features/staff-frame/web/staff-parts.tsx';
import { Tick } from '#features/staff-frame/web/tick-all.tsx';
import { useFilter } from '#features/staff-frame/web/use-filter.ts';
import { useStaffList } from '#features/staff-frame/web/use-staff-list.ts';
import { useTicks } from '#features/staff-frame/web/use-ticks.ts';
import { callApi } from '#web/api-client/call-api.ts';

const states = [
  ['going-on', 'Going on'],
  ['open', 'Open'],
  ['waiting', 'Waits for them'],
  ['answered', 'Answered'],
  ['closed', 'Closed'],
  ['all', 'All'],
] as const;
const kinds = [
  ['', 'Everything'],
  ['message', 'Contact form'],
  ['report', 'Reports'],
  ['correction', 'Suggested changes'],
  ['claim', 'Claims'],
  ['listing', 'New listings'],
] as const;
const owners = [
  ['all', 'Everybody’s'],
  ['mine', 'Mine'],
  ['nobody', 'Nobody’s'],
] as const;

const chosen = <V extends string>(options: readonly (readonly [V, string])[], given: string) =>
  options.find(([value]) => value === given)?.[0] ?? (options[0]?.[0] as V);

const isOpen = ({ canClose, state }: Conversation) => canClose && state !== 'closed';

/** The talk with everybody who wrote, newest word first. */
export function Page() {
  const { filter, setFilter } = useFilter(['state', 'kind', 'whose', 'search']);
  const search = filter.search.slice(0, 100);
  const query = {
    // Words are looked for everywhere, unless somebody chooses where; each card says how it stands.
    state: search !== '' && filter.state === '' ? 'all' : chosen(states, filter.state),
    kind: chosen(kinds, filter.kind) || undefined,
    whose: chosen(owners, filter.whose),
    search,
  };
  const list = useStaffList<Conversation>([listConversations.path, query], (client, cursor) =>
    callApi(client, listConversations, { query: { ...query, cursor } }),
  );
  const ticks = useTicks((list.rows ?? []).filter(isOpen), maxTogether);
  const isNarrowed = query.kind !== undefined || query.whose !== 'all' || query.search !== '';
  return (
    <>
      <StaffHeading title="Messages">
        <Filter label="State" value={query.state} options={states} onChange={(state) => setFilter({ state })} />
      </StaffHeading>
      <div className="mb-3 flex flex-wrap gap-x-6 gap-y-2">
        <Filter label="Kind" value={query.kind ?? ''} options={kinds} onChange={(kind) => setFilter({ kind })} />
        <Filter label="Whose" value={query.whose} options={owners} onChange={(whose) => setFilter({ whose })} />
      </div>
      <SearchBox label="Name, address or words" value={query.search} onSearch={(search) => setFilter({ search })} />
      <CloseBar ticks={ticks} label={(count) => `All ${count} here that can be closed`} />
      <StaffList
        list={list}
        what="messages"
        empty={
          isNarrowed
            ? 'Nothing like this.'
            : query.state === 'going-on' || query.state === 'open'
              ? 'Every message is answered.'
              : 'None yet.'
        }
      >
        {(conversation) => (
          <div className="relative">
            {ticks.rows.length > 1 && isOpen(conversation) ? (
              <Tick
                label={`Choose the message of ${conversation.name || (conversation.business?.name ?? 'somebody')}`}
                isTicked={ticks.isTicked(conversation.id)}
                onTick={(isTicked) => ticks.tick(conversation.id, isTicked)}
              />
            ) : null}
            <ConversationCard conversation={conversation} isBesideBox={ticks.rows.length > 1 && isOpen(conversation)}>
              <ReportDeeds conversation={conversation} />
            </ConversationCard>
          </div>
        )}
      </StaffList>
    </>
  );
}
