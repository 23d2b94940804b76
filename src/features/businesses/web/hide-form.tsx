import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';

interface HideFormProps {
  /** The owner reads the reason, so it is required then. */
  hasOwner: boolean;
  isPending: boolean;
  onHide: (reason: string) => void;
  onCancel: () => void;
}

export function HideForm({ hasOwner, isPending, onHide, onCancel }: HideFormProps) {
  return (
    <ReasonForm
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
