import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';

interface HideFormProps {
  businessId: string;
  /** The owner reads the reason, so it is required then. */
  hasOwner: boolean;
  isPending: boolean;
  /** Calls `sent` when the server has it, before pages are read again. */
  onHide: (reason: string, sent: () => void) => unknown;
  onCancel: () => void;
}

export function HideForm({ businessId, hasOwner, isPending, onHide, onCancel }: HideFormProps) {
  return (
    <ReasonForm
      thing={`hide:${businessId}`}
      label={hasOwner ? 'Why?' : 'Why? (optional)'}
      help={hasOwner ? 'The owner gets this by mail, with a link to edit.' : 'Stays in the history.'}
      maxLength={500}
      isOptional={!hasOwner}
      action={isPending ? 'Hiding...' : 'Hide'}
      isPending={isPending}
      onSubmit={onHide}
      onCancel={onCancel}
    />
  );
}
