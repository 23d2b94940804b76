/** The decisions on the kinds of lines that the queue approves and rejects. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApprovedClaim, approveClaim, rejectClaim, type StaffClaim } from '#features/claims/staff-contract.ts';
import {
  approveSuggestion,
  rejectSuggestion,
  type StaffSuggestion,
} from '#features/events/staff-suggestion-contract.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { missingParts, possibleDuplicates, waitsForAnswer } from '../before-live.ts';
import { approveBusiness, rejectBusiness, rejectDuplicate, type StaffBusiness } from '../contract.ts';
import { type DuplicateQuestion, duplicatesIn } from './duplicate-dialog.tsx';
import type { TypedEdits } from './edits-form.tsx';
import { talkIdOf, useNoted } from './noted.ts';
import { useGift } from './use-gift.tsx';
import type { OpenItem } from './use-open-item.ts';

/** Edits of what is compared leave it to the server to notice a duplicate. */
const staysAlike = (business: StaffBusiness, edits: TypedEdits['edits'] | undefined) =>
  edits === undefined ||
  (['name', 'address', 'phone'] as const).every(
    (field) => (edits[field] ?? business[field] ?? '') === (business[field] ?? ''),
  );

export function useListingDecisions({ isPending, decide, decideInPlace }: OpenItem) {
  const client = useQueryClient();
  const isNoted = useNoted();
  const [duplicate, setDuplicate] = useState<DuplicateQuestion | null>(null);
  const { askGift, giftDialog } = useGift(({ id }, act, done) => {
    if (!isPending(id)) void decide(id, 'Rejecting...', done, act, { canUndo: true });
  });

  /**
   * One click, except for a possible duplicate, which needs a confirmation, even when only the server has noticed it,
   * while a question to the sender is open, after a colleague's note, and for a listing without address or description.
   */
  async function approve(business: StaffBusiness, typed?: TypedEdits, confirm?: string[]) {
    const { id, name } = business;
    const edits = typed?.edits;
    if (isPending(id)) return null;
    const missing = confirm === undefined ? missingParts({ ...business, ...edits }) : '';
    const ask = (ids: string[]) => {
      setDuplicate({
        missing,
        business: { ...business, ...edits, lookAlikes: staysAlike(business, edits) ? business.lookAlikes : undefined },
        ids,
        talkId: talkIdOf(business),
        question: confirm === undefined && waitsForAnswer(business) ? business.question : null,
        action: 'Approve all the same',
        onConfirm: () => void approve(business, typed, ids),
        onReject: business.status === 'pending' ? (of) => rejectAsDuplicate(business, of) : undefined,
        isPaidFor: business.order?.isOpen === true,
        onGive: business.submitter ? (of) => askGift(business, of) : undefined,
      });
      return null;
    };
    const known = staysAlike(business, edits) ? possibleDuplicates(business).map((other) => other.id) : [];
    const isOpen = missing !== '' || waitsForAnswer(business) || isNoted(business);
    if (confirm === undefined && (known.length > 0 || isOpen)) return ask(known);
    const version = typed?.version ?? business.version;
    const act = () =>
      callApi(client, approveBusiness, {
        params: { id },
        body: { version, edits, confirm, askedAt: business.question?.askedAt ?? null },
      }).then(typed?.settle);
    let refused: Record<string, string> | null;
    if (edits === undefined) refused = await decide(id, 'Approving...', `${name} is approved`, act, { canUndo: true });
    else refused = await decideInPlace(id, 'Approving...', `${name} is approved`, act);
    const duplicates = duplicatesIn(refused);
    return duplicates ? ask(duplicates) : refused;
  }

  function rejectAsDuplicate({ id, version, name }: StaffBusiness, of: string) {
    if (isPending(id)) return;
    const act = () => callApi(client, rejectDuplicate, { params: { id }, body: { version, of } });
    void decide(id, 'Rejecting...', `${name} is rejected as a duplicate`, act, { canUndo: true });
  }

  function reject({ id, version, name }: StaffBusiness, reason: string, sent: () => void, tell: boolean) {
    const body = { version, reason, tell };
    const act = () => callApi(client, rejectBusiness, { params: { id }, body }).then(sent);
    const done = tell ? `${name} is rejected` : `${name} is rejected, and nobody is told`;
    void decide(id, 'Rejecting...', done, act, { canUndo: true, reason });
  }

  return {
    duplicate,
    closeDuplicate: () => setDuplicate(null),
    approve,
    reject,
    rejectAsDuplicate,
    askGift,
    giftDialog,
  };
}

/** Never says that something was charged when nobody knows it. */
function ownerWords(name: string, payment: ApprovedClaim['payment']): string {
  switch (payment) {
    case 'none':
      return `${name} has an owner`;
    case 'paid':
      return `${name} has an owner, and the first month is paid`;
    case 'declined':
      return `${name} has an owner, but the payment did not go through: nothing is paid. They have been told, and have seven days to pay.`;
    case 'unknown':
      return `${name} has an owner. The payment service has not said yet whether the first month is paid.`;
  }
}

export function useClaimDecisions({ isPending, decide }: OpenItem) {
  const client = useQueryClient();
  const [charge, setCharge] = useState<StaffClaim | null>(null);

  function ask(claim: StaffClaim) {
    if (isPending(claim.id)) return;
    setCharge(claim);
  }

  async function approve(
    { id, business, amountCents, question }: StaffClaim,
    seen: { creditCents: number | undefined; notes: number | undefined },
  ) {
    const body = { amountCents, ...seen, askedAt: question?.askedAt ?? null };
    const act = () => callApi(client, approveClaim, { params: { id }, body });
    await decide(id, 'Approving...', ({ answer }) => ownerWords(business.name, answer.payment), act);
  }

  function reject(id: string, reason: string, sent: () => void) {
    const act = () => callApi(client, rejectClaim, { params: { id }, body: { reason } }).then(sent);
    void decide(id, 'Rejecting...', 'The claim is rejected', act, { canUndo: true, reason });
  }

  return { charge, closeCharge: () => setCharge(null), ask, approve, reject };
}

export function useSuggestionDecisions({ isPending, decide }: OpenItem) {
  const client = useQueryClient();

  async function approve({ id, title, confirmedAt: seen }: StaffSuggestion) {
    if (isPending(id)) return;
    const act = () => callApi(client, approveSuggestion, { params: { id }, body: { seen } });
    await decide(id, 'Approving...', `${title} is in the calendar`, act, { canUndo: true });
  }

  function reject(id: string, reason: string, sent: () => void) {
    const act = () => callApi(client, rejectSuggestion, { params: { id }, body: { reason } }).then(sent);
    void decide(id, 'Rejecting...', 'The suggestion is rejected', act, { canUndo: true, reason });
  }

  return { approve, reject };
}
