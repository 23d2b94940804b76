import { TextArea } from '#web/ui/field.tsx';

/** Asks staff why they change somebody's money. @param label default: 'Why?' */
export function ReasonField({ label = 'Why?', error }: { label?: string; error: string | undefined }) {
  return (
    <TextArea
      label={label}
      name="reason"
      help="The person reads it in the email; it is kept in the audit log."
      error={error}
      rows={2}
      maxLength={1000}
    />
  );
}
