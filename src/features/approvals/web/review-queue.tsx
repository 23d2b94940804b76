import { useQueryClient } from '@tanstack/react-query';
import { ChargeDialog } from '#features/claims/web/charge-dialog.tsx';
import { ClaimReview } from '#features/claims/web/claim-review.tsx';
import { staffClaimQuery } from '#features/claims/web/staff-claim-queries.ts';
import { maxTogether } from '#features/conversations/contract.ts';
import { CloseBar } from '#features/conversations/web/close-bar.tsx';
import { ConversationCard } from '#features/conversations/web/conversation-card.tsx';
import { CorrectionCard } from '#features/corrections/web/correction-card.tsx';
import { SuggestionReview, staffSuggestionQuery } from '#features/events/web/suggestion-review.tsx';
import { OrderCard } from '#features/listing-orders/web/order-card.tsx';
import { AnnouncementCard } from '#features/owner-posts/web/announcement-card.tsx';
import { Tick } from '#features/staff-frame/web/tick-all.tsx';
import { useTicks } from '#features/staff-frame/web/use-ticks.ts';
import { showToast } from '#web/toast/toast-store.ts';
import type { QueueItem } from '../contract.ts';
import { staffBusinessQuery } from './approvals-queries.ts';
import { ChangeCard } from './change-card.tsx';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { ListingReview } from './listing-review.tsx';
import { QueueLine } from './queue-line.tsx';
import { RejectForm } from './reject-form.tsx';
import { ReportDeeds } from './report-deeds.tsx';
import { TogetherBar } from './together-bar.tsx';
import { UnsentReason } from './unsent-reason.tsx';
import { type OpenItem, useOpenItem } from './use-open-item.ts';
import { useClaimDecisions, useListingDecisions, useSuggestionDecisions } from './use-queue-decisions.ts';
import { useQueueKeys } from './use-queue-keys.ts';
import { useTogether } from './use-together.ts';

const rejectable: ReadonlySet<QueueItem['kind']> = new Set(['listing', 'claim', 'suggestion']);

/** A key that does nothing on this line says so, and what does. */
function sayWhyNot(key: 'a' | 'r', open: QueueItem | undefined): void {
  showToast(
    open === undefined
      ? { title: 'No line is open', text: `Open one first: j opens the next. Then ${key} decides.` }
      : { title: `Key ${key} does nothing here`, text: 'Please use the buttons of this line.' },
  );
}

/** The lines of the queue; one at a time opens in place. */
export function ReviewQueue({ items, wanted = null }: { items: readonly QueueItem[]; wanted?: string | null }) {
  const client = useQueryClient();
  const openItem = useOpenItem(items, wanted);
  const { open, mode, setMode, busy, show } = openItem;
  const listings = useListingDecisions(openItem);
  const claims = useClaimDecisions(openItem);
  const suggestions = useSuggestionDecisions(openItem);
  const together = useTogether(items);
  const isChoosable = together.choosable.length > 1;
  const messages = useTicks(
    items.flatMap((item) => (item.kind === 'message' ? [item.conversation] : [])),
    maxTogether,
  );
  const { duplicate } = listings;
  const { charge } = claims;

  useQueueKeys({
    onMove: openItem.move,
    onApprove: () => {
      if (open === undefined || !rejectable.has(open.kind)) return sayWhyNot('a', open);
      const claim = open?.kind === 'claim' && client.getQueryData(staffClaimQuery(open.id).queryKey);
      if (claim && mode === 'look') claims.ask(claim);
      const suggestion = open?.kind === 'suggestion' && client.getQueryData(staffSuggestionQuery(open.id).queryKey);
      if (suggestion && mode === 'look') void suggestions.approve(suggestion);
      const business = open?.kind === 'listing' && client.getQueryData(staffBusinessQuery(open.id).queryKey);
      if (business && mode === 'look') void listings.approve(business);
    },
    onReject: () => {
      if (open === undefined || !rejectable.has(open.kind)) return sayWhyNot('r', open);
      if (!busy[open.id]) setMode('reject');
    },
  });

  return (
    <>
      {listings.giftDialog}
      {duplicate ? <DuplicateDialog question={duplicate} onClose={listings.closeDuplicate} /> : null}
      {charge ? (
        <ChargeDialog
          claim={charge}
          onConfirm={(seen) => void claims.approve(charge, seen)}
          onClose={claims.closeCharge}
        />
      ) : null}
      {openItem.unsent ? <UnsentReason {...openItem.unsent} onDismiss={openItem.dismissUnsent} /> : null}
      {together.unsent ? <UnsentReason {...together.unsent} onDismiss={together.dismissUnsent} /> : null}
      <TogetherBar together={together} />
      <CloseBar ticks={messages} label={(count) => `All ${count} messages here`} />
      <ol className="grid gap-2">
        {items.map((item) => (
          <li key={item.id} className="relative rounded-control border border-line bg-card">
            {isChoosable && item.kind === 'listing' ? (
              <Tick
                label={`Choose ${item.name}`}
                isTicked={together.chosen.some(({ id }) => id === item.id)}
                onTick={(isTicked) => together.tick(item.id, isTicked)}
              />
            ) : null}
            {item.kind === 'message' && messages.rows.length > 1 ? (
              <Tick
                label={`Choose the message of ${item.conversation.name}`}
                isTicked={messages.isTicked(item.id)}
                onTick={(isTicked) => messages.tick(item.id, isTicked)}
              />
            ) : null}
            <h2 className="font-sans font-normal tracking-normal">
              <QueueLine
                item={item}
                isOpen={item.id === open?.id}
                isBesideBox={isChoosable || messages.rows.length > 1}
                busy={busy[item.id]}
                onToggle={() => show(item.id === open?.id ? null : item.id)}
                buttonRef={openItem.keepButton(item.id)}
              />
            </h2>
            {together.refused[item.id] ? (
              <p className="px-4 pb-3 pl-12 text-14 text-danger">Left for a look: {together.refused[item.id]}</p>
            ) : null}
            <div id={`queue-${item.id}`} hidden={item.id !== open?.id} className="border-line border-t p-4">
              {item.id === open?.id ? (
                <QueueItemBody
                  item={item}
                  openItem={openItem}
                  listings={listings}
                  claims={claims}
                  suggestions={suggestions}
                />
              ) : null}
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

interface QueueItemBodyProps {
  item: QueueItem;
  openItem: OpenItem;
  listings: ReturnType<typeof useListingDecisions>;
  claims: ReturnType<typeof useClaimDecisions>;
  suggestions: ReturnType<typeof useSuggestionDecisions>;
}

function QueueItemBody({ item, openItem, listings, claims, suggestions }: QueueItemBodyProps) {
  if (item.kind === 'change') return <ChangeCard change={item.change} />;
  if (item.kind === 'correction') return <CorrectionCard correction={item.correction} />;
  if (item.kind === 'announcement') return <AnnouncementCard announcement={item.announcement} />;
  if (item.kind === 'order') return <OrderCard order={item.order} />;
  if (item.kind === 'message' || item.kind === 'report') {
    return (
      <ConversationCard conversation={item.conversation}>
        <ReportDeeds conversation={item.conversation} />
      </ConversationCard>
    );
  }
  const { id } = item;
  const { mode, setMode } = openItem;
  const isPending = openItem.isPending(id);
  const back = () => setMode('look');
  const onReject = () => setMode('reject');
  if (item.kind === 'suggestion') {
    const reject = (reason: string, sent: () => void) => suggestions.reject(id, reason, sent);
    return (
      <SuggestionReview
        id={id}
        isPending={isPending}
        onApprove={(suggestion) => void suggestions.approve(suggestion)}
        onReject={onReject}
        rejectForm={
          mode === 'reject' ? <RejectForm about="suggestion" id={id} onReject={reject} onCancel={back} /> : null
        }
      />
    );
  }
  if (item.kind === 'claim') {
    const reject = (reason: string, sent: () => void) => claims.reject(id, reason, sent);
    return (
      <ClaimReview
        id={id}
        isPending={isPending}
        onApprove={claims.ask}
        onReject={onReject}
        rejectForm={mode === 'reject' ? <RejectForm about="claim" id={id} onReject={reject} onCancel={back} /> : null}
      />
    );
  }
  return (
    <ListingReview
      id={id}
      mode={mode}
      onMode={setMode}
      isPending={isPending}
      refusal={openItem.refusal}
      approve={listings.approve}
      reject={listings.reject}
      rejectAsDuplicate={listings.rejectAsDuplicate}
      askGift={listings.askGift}
    />
  );
}
