import type { SavedTextKind } from '#features/saved-texts/contract.ts';
import { useSavedTexts } from '#features/saved-texts/web/use-saved-texts.ts';
import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';
import type { StaffBusiness } from '../contract.ts';
import { PaidFor } from './business-facts.tsx';

type QueueKind = Exclude<SavedTextKind, 'message' | 'correction'>;

interface RejectFormProps {
  /** The kind of line, which decides who reads the reason. */
  about: QueueKind;
  /** The line, or 'together' for several. */
  id: string;
  /** The one listing that it is about. */
  listing?: Pick<StaffBusiness, 'order' | 'owner' | 'submitter'>;
  /** Calls `sent` when the server has it, before pages are read again. */
  onReject: (reason: string, sent: () => void, tell: boolean) => unknown;
  onCancel: () => void;
}

const help: Record<QueueKind, string> = {
  listing: 'The owner gets this by mail and sees it on the dashboard.',
  claim: 'The claimant gets this by mail and sees it on the dashboard.',
  suggestion: 'The sender gets this by mail.',
};

const forHistory = 'For the history: there is nobody to tell.';
const silent = {
  label: 'Tell nobody: this is spam. No reason is needed then.',
  help: 'No mail goes out. On the owner’s dashboard it stands as rejected, with what you write here.',
  action: 'Reject without mail',
};

/** The reason is required: somebody reads it. Reasons that staff give again and again can be chosen. */
export function RejectForm({ about, id, listing, onReject, onCancel }: RejectFormProps) {
  const isToldNobody = listing !== undefined && listing.owner === null && listing.submitter === null;
  const order = listing?.order;
  const saved = useSavedTexts(about, 'reason');
  const form = (
    <ReasonForm
      thing={`reject:${about}:${id}`}
      label="Why not?"
      help={isToldNobody ? forHistory : help[about]}
      maxLength={1000}
      silent={about === 'listing' ? { ...silent, ...(isToldNobody ? { help: forHistory } : {}) } : undefined}
      action="Send rejection"
      saved={saved}
      onSubmit={onReject}
      onCancel={onCancel}
    />
  );
  if (!order || order.ended) return form;
  return (
    <div className="grid gap-3">
      <div role="alert" className="grid gap-1 rounded-control border border-gold-line bg-gold-ground p-3">
        <p className="text-16 font-semibold">This listing is paid for.</p>
        <PaidFor order={order} />
        <p className="text-16">A rejection gives nothing back and tells nobody. Refund the order there first.</p>
      </div>
      {form}
    </div>
  );
}
