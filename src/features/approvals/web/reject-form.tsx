import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';

interface RejectFormProps {
  /** The person who will read the reason. */
  who?: 'owner' | 'claimant' | 'sender';
  onReject: (reason: string) => void;
  onCancel: () => void;
}

/** The reason is required: the owner reads it. */
export function RejectForm({ who = 'owner', onReject, onCancel }: RejectFormProps) {
  return (
    <ReasonForm
      label="Why not?"
      help={`The ${who} gets this by mail${who === 'sender' ? '' : ' and sees it on the dashboard'}.`}
      maxLength={1000}
      action="Send rejection"
      onSubmit={onReject}
      onCancel={onCancel}
    />
  );
}
