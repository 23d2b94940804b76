import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirmBusiness, updateBusiness } from '#features/businesses/owner-contract.ts';
import { featureBusiness, hideBusiness } from '#features/businesses/staff-contract.ts';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { missingParts, possibleDuplicates, waitsForAnswer } from '../before-live.ts';
import { approveBusiness, rejectBusiness, rejectDuplicate, type StaffBusiness } from '../contract.ts';
import { type DuplicateQuestion, duplicatesIn } from './duplicate-dialog.tsx';
import type { TypedEdits } from './edits-form.tsx';
import { talkIdOf, useNoted } from './noted.ts';
import { useGift } from './use-gift.tsx';

/** Visitors see nothing of it while the listing is not in the directory. */
function featuredWords(status: StaffBusiness['status']): string {
  if (status === 'approved') return 'Featured';
  const why = { hidden: 'is hidden', pending: 'waits for review', rejected: 'is rejected' }[status];
  return `Featured, but the listing ${why}: visitors see it once it is in the directory`;
}

/** The decisions on a business's own page for staff. `back` closes the open form. */
export function useBusinessDecisions(business: StaffBusiness, back: () => void) {
  const client = useQueryClient();
  const { isPending, refusal, run } = useStaffAction();
  const isNoted = useNoted();
  const [duplicate, setDuplicate] = useState<DuplicateQuestion | null>(null);
  const { id, name, status, version, featuredByStaff } = business;
  const params = { id };
  const undoable = { subjectId: id };
  const { askGift, giftDialog } = useGift((_, act, done) => void run(act, done, undoable));

  const ask = (ids: string[], action: string, onConfirm: () => void, isFirst = false) =>
    setDuplicate({
      business,
      ids,
      question: isFirst && status === 'pending' && waitsForAnswer(business) ? business.question : null,
      talkId: isFirst ? talkIdOf(business) : undefined,
      missing: isFirst ? missingParts(business) : '',
      action,
      onConfirm,
      onReject: status === 'pending' ? (of) => void rejectAsDuplicate(of) : undefined,
      isPaidFor: business.order?.isOpen === true,
      onGive: business.submitter ? (of) => askGift(business, of) : undefined,
    });
  const approve = async (confirm?: string[]) => {
    const again = (ids: string[]) => ask(ids, 'Approve all the same', () => void approve(ids), confirm === undefined);
    const known = possibleDuplicates(business).map((other) => other.id);
    const isOpen =
      missingParts(business) !== '' || isNoted(business) || (status === 'pending' && waitsForAnswer(business));
    if (confirm === undefined && (known.length > 0 || isOpen)) return again(known);
    const askedAt = business.question?.askedAt ?? null;
    const act = () => callApi(client, approveBusiness, { params, body: { version, confirm, askedAt } });
    const duplicates = duplicatesIn(await run(act, `${name} is approved`, undoable));
    if (duplicates) again(duplicates);
  };
  const rejectAsDuplicate = (of: string) =>
    run(
      () => callApi(client, rejectDuplicate, { params, body: { version, of } }),
      `${name} is rejected as a duplicate`,
      undoable,
    );
  const reject = async (reason: string, sent: () => void, tell: boolean) => {
    const refused = await run(
      () => callApi(client, rejectBusiness, { params, body: { version, reason, tell } }).then(sent),
      tell ? `${name} is rejected` : `${name} is rejected, and nobody is told`,
      undoable,
    );
    if (refused === null) back();
  };
  const feature = () =>
    void run(
      () => callApi(client, featureBusiness, { params, body: { featured: !featuredByStaff } }),
      featuredByStaff ? 'Not featured any more' : featuredWords(status),
      undoable,
    );
  const confirm = () => void run(() => callApi(client, confirmBusiness, { params }), 'Confirmed');
  const hide = async (reason: string, sent: () => void) => {
    const act = () => callApi(client, hideBusiness, { params, body: { hidden: true, reason } }).then(sent);
    if ((await run(act, business.owner ? 'Hidden, and its owner is told' : 'Hidden', undoable)) === null) back();
  };
  const unhide = async (confirm?: string[]) => {
    const act = () => callApi(client, hideBusiness, { params, body: { hidden: false, confirm } });
    const duplicates = duplicatesIn(await run(act, 'Shown again', undoable));
    if (duplicates) ask(duplicates, 'Show all the same', () => void unhide(duplicates));
  };
  const save = async ({ edits, version: over, settle }: TypedEdits) => {
    const body = { ...edits, version: over };
    const refused = await run(() => callApi(client, updateBusiness, { params, body }).then(settle), 'Saved');
    if (refused === null) back();
    return refused;
  };

  return {
    isPending,
    refusal,
    duplicate,
    closeDuplicate: () => setDuplicate(null),
    approve,
    reject,
    rejectAsDuplicate,
    askGift,
    giftDialog,
    feature,
    confirm,
    hide,
    unhide,
    save,
  };
}
