import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { approveClaim, rejectClaim, type StaffClaim } from '#features/claims/staff-contract.ts';
import { ChargeDialog } from '#features/claims/web/charge-dialog.tsx';
import { ClaimReview } from '#features/claims/web/claim-review.tsx';
import { staffClaimQuery } from '#features/claims/web/staff-claim-queries.ts';
import { MessageCard } from '#features/contact/web/message-card.tsx';
import { approveSuggestion, rejectSuggestion, type StaffSuggestion } from '#features/events/staff-contract.ts';
import { SuggestionReview, staffSuggestionQuery } from '#features/events/web/suggestion-review.tsx';
import { OrderCard } from '#features/listing-orders/web/order-card.tsx';
import { ReportCard } from '#features/reports/web/report-card.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { approveBusiness, type QueueItem, rejectBusiness, rejectDuplicate, type StaffBusiness } from '../contract.ts';
import { staffBusinessQuery } from './approvals-queries.ts';
import { ChangeCard } from './change-card.tsx';
import { DuplicateDialog, type DuplicateQuestion, duplicatesIn } from './duplicate-dialog.tsx';
import type { StaffEdits } from './edits-form.tsx';
import { ListingReview, type ReviewMode } from './listing-review.tsx';
import { QueueLine } from './queue-line.tsx';
import { RejectForm } from './reject-form.tsx';
import { useQueueKeys } from './use-queue-keys.ts';

const rejectable: ReadonlySet<QueueItem['kind']> = new Set(['listing', 'claim', 'suggestion']);

/** The lines of the queue; one at a time opens in place. */
export function ReviewQueue({ items }: { items: readonly QueueItem[] }) {
  const client = useQueryClient();
  const { run } = useStaffAction();
  const [openId, setOpenId] = useState<string | null>(null);
  const [mode, setMode] = useState<ReviewMode>('look');
  const [busy, setBusy] = useState<Record<string, string>>({});
  const [duplicate, setDuplicate] = useState<DuplicateQuestion | null>(null);
  const [charge, setCharge] = useState<StaffClaim | null>(null);
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const open = items.find(({ id }) => id === openId);

  function show(id: string | null) {
    setOpenId(id);
    setMode('look');
    if (id !== null) buttons.current.get(id)?.focus();
  }

  function move(step: 1 | -1) {
    const at = items.findIndex(({ id }) => id === openId);
    const next = items[at < 0 ? 0 : at + step];
    if (next) show(next.id);
  }

  /** Goes on to the next line at once; a refused decision comes back with the reason. */
  async function decide(id: string, says: string, done: string, act: () => Promise<unknown>) {
    const at = items.findIndex((item) => item.id === id);
    setBusy((before) => ({ ...before, [id]: says }));
    show((items[at + 1] ?? items[at - 1])?.id ?? null);
    const refused = await run(act, done);
    setBusy(({ [id]: _, ...others }) => others);
    if (refused) show(id);
    return refused;
  }

  /** One click, except for a duplicate: it needs a confirmation, even when only the server has noticed it. */
  async function approve(business: StaffBusiness, edits?: StaffEdits, confirm?: string[]) {
    const { id, version, name } = business;
    if (busy[id]) return null;
    const ask = (ids: string[]) => {
      setDuplicate({
        business: { ...business, ...edits },
        ids,
        action: 'Approve all the same',
        onConfirm: () => void approve(business, edits, ids),
        onReject: business.status === 'pending' ? (of) => rejectAsDuplicate(business, of) : undefined,
      });
      return null;
    };
    const known = business.lookAlikes.filter(({ isDuplicate }) => isDuplicate).map((other) => other.id);
    if (edits === undefined && confirm === undefined && known.length > 0) return ask(known);
    const act = () => callApi(client, approveBusiness, { params: { id }, body: { version, edits, confirm } });
    let refused: Record<string, string> | null;
    if (edits === undefined) refused = await decide(id, 'Approving...', `${name} is approved`, act);
    else {
      // The form stays until the edits are saved, so that nothing typed is lost.
      setBusy((before) => ({ ...before, [id]: 'Approving...' }));
      refused = await run(act, `${name} is approved`);
      setBusy(({ [id]: _, ...others }) => others);
    }
    const duplicates = duplicatesIn(refused);
    return duplicates ? ask(duplicates) : refused;
  }

  function rejectAsDuplicate({ id, version, name }: StaffBusiness, of: string) {
    if (busy[id]) return;
    const act = () => callApi(client, rejectDuplicate, { params: { id }, body: { version, of } });
    void decide(id, 'Rejecting...', `${name} is rejected as a duplicate`, act);
  }

  function reject({ id, version, name }: StaffBusiness, reason: string) {
    const act = () => callApi(client, rejectBusiness, { params: { id }, body: { version, reason } });
    void decide(id, 'Rejecting...', `${name} is rejected`, act);
  }

  function askForClaim(claim: StaffClaim) {
    if (busy[claim.id]) return;
    if (claim.amountCents > 0) setCharge(claim);
    else void approveOneClaim(claim);
  }

  async function approveOneClaim({ id, business, amountCents }: StaffClaim) {
    const act = () => callApi(client, approveClaim, { params: { id }, body: { amountCents } });
    await decide(id, 'Approving...', `${business.name} has an owner`, act);
  }

  function rejectOneClaim(id: string, reason: string) {
    const act = () => callApi(client, rejectClaim, { params: { id }, body: { reason } });
    void decide(id, 'Rejecting...', 'The claim is rejected', act);
  }

  async function approveOneSuggestion({ id, title }: StaffSuggestion) {
    if (busy[id]) return;
    const act = () => callApi(client, approveSuggestion, { params: { id }, body: {} });
    await decide(id, 'Approving...', `${title} is in the calendar`, act);
  }

  function rejectOneSuggestion(id: string, reason: string) {
    const act = () => callApi(client, rejectSuggestion, { params: { id }, body: { reason } });
    void decide(id, 'Rejecting...', 'The suggestion is rejected', act);
  }

  useQueueKeys({
    onMove: move,
    onApprove: () => {
      const claim = open?.kind === 'claim' && client.getQueryData(staffClaimQuery(open.id).queryKey);
      if (claim && mode === 'look') askForClaim(claim);
      const suggestion = open?.kind === 'suggestion' && client.getQueryData(staffSuggestionQuery(open.id).queryKey);
      if (suggestion && mode === 'look') void approveOneSuggestion(suggestion);
      const business = open?.kind === 'listing' && client.getQueryData(staffBusinessQuery(open.id).queryKey);
      if (business && mode === 'look') void approve(business);
    },
    onReject: () => {
      if (open && rejectable.has(open.kind) && !busy[open.id]) setMode('reject');
    },
  });

  return (
    <>
      {duplicate ? <DuplicateDialog question={duplicate} onClose={() => setDuplicate(null)} /> : null}
      {charge ? (
        <ChargeDialog claim={charge} onConfirm={() => void approveOneClaim(charge)} onClose={() => setCharge(null)} />
      ) : null}
      <ol className="grid gap-2">
        {items.map((item) => (
          <li key={item.id} className="rounded-control border border-line bg-card">
            <h2 className="font-sans font-normal tracking-normal">
              <QueueLine
                item={item}
                isOpen={item.id === openId}
                busy={busy[item.id]}
                onToggle={() => show(item.id === openId ? null : item.id)}
                buttonRef={(button) => {
                  if (button) buttons.current.set(item.id, button);
                  else buttons.current.delete(item.id);
                }}
              />
            </h2>
            <div id={`queue-${item.id}`} hidden={item.id !== openId} className="border-line border-t p-4">
              {item.id === openId ? (
                <QueueItemBody
                  item={item}
                  claimReview={
                    <ClaimReview
                      id={item.id}
                      isPending={busy[item.id] !== undefined}
                      onApprove={askForClaim}
                      onReject={() => setMode('reject')}
                      rejectForm={
                        mode === 'reject' ? (
                          <RejectForm
                            who="claimant"
                            onReject={(reason) => rejectOneClaim(item.id, reason)}
                            onCancel={() => setMode('look')}
                          />
                        ) : null
                      }
                    />
                  }
                  suggestionReview={
                    <SuggestionReview
                      id={item.id}
                      isPending={busy[item.id] !== undefined}
                      onApprove={(suggestion) => void approveOneSuggestion(suggestion)}
                      onReject={() => setMode('reject')}
                      rejectForm={
                        mode === 'reject' ? (
                          <RejectForm
                            who="sender"
                            onReject={(reason) => rejectOneSuggestion(item.id, reason)}
                            onCancel={() => setMode('look')}
                          />
                        ) : null
                      }
                    />
                  }
                  review={
                    <ListingReview
                      id={item.id}
                      mode={mode}
                      onMode={setMode}
                      isPending={busy[item.id] !== undefined}
                      approve={approve}
                      reject={reject}
                      rejectAsDuplicate={rejectAsDuplicate}
                    />
                  }
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
  review: React.ReactNode;
  claimReview: React.ReactNode;
  suggestionReview: React.ReactNode;
}

function QueueItemBody({ item, review, claimReview, suggestionReview }: QueueItemBodyProps) {
  if (item.kind === 'suggestion') return suggestionReview;
  if (item.kind === 'claim') return claimReview;
  if (item.kind === 'change') return <ChangeCard change={item.change} />;
  if (item.kind === 'report') return <ReportCard report={item.report} />;
  if (item.kind === 'order') return <OrderCard order={item.order} />;
  if (item.kind === 'message') return <MessageCard message={item.message} />;
  return review;
}
