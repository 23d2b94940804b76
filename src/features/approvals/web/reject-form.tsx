import type { SavedTextKind } from '#features/saved-texts/contract.ts';
import { useSavedTexts } from '#features/saved-texts/web/use-saved-texts.ts';
import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';

type QueueKind = Exclude<SavedTextKind, 'message'>;

interface RejectFormProps {
  /** The kind of line, which decides who reads the reason. */
  about: QueueKind;
  /** The line, or 'together' for several. */
  id: string;
  /** Calls `sent` when the server has it, before pages are read again. */
  onReject: (reason: string, sent: () => void, tell: boolean) => unknown;
  onCancel: () => void;
}

const help: Record<QueueKind, string> = {
  listing: 'The owner gets this by mail and sees it on the dashboard.',
  claim: 'The claimant gets this by mail and sees it on the dashboard.',
  suggestion: 'The sender gets this by mail.',
};

/** The reason is required: somebody reads it. Reasons that staff give again and again can be chosen. */
export function RejectForm({ about, id, onReject, onCancel }: RejectFormProps) {
  const saved = useSavedTexts(about, 'reason');
  return (
    <ReasonForm
      thing={`reject:${about}:${id}`}
      label="Why not?"
      help={help[about]}
      maxLength={1000}
      silent={about === 'listing' ? 'Tell nobody: this is spam. No reason is needed then.' : undefined}
      action="Send rejection"
      saved={saved}
      onSubmit={onReject}
      onCancel={onCancel}
    />
  );
}
