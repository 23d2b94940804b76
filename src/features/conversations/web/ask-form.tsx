import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';

interface AskFormProps {
  /** Names the text in this browser, such as 'ask-claimant:{id}'. */
  thing: string;
  /** The person who is asked. */
  name: string;
  /** The thing that waits meanwhile. */
  noun: 'claim' | 'listing';
  ask: (question: string) => Promise<unknown>;
  onClose: () => void;
}

/** Staff's question to the person who sent something in; a refusal leaves what was typed. */
export function AskForm({ thing, name, noun, ask, onClose }: AskFormProps) {
  const { isPending, run } = useStaffAction();
  async function submit(question: string, sent: () => void) {
    const errors = await run(() => ask(question).then(sent), 'Question sent');
    if (errors === null) onClose();
  }
  return (
    <ReasonForm
      thing={thing}
      label={`Your question to ${name}`}
      help={`Goes out by mail and stands on the dashboard. The ${noun} waits for the answer.`}
      maxLength={1000}
      missing="Please write a question"
      action="Ask"
      isPending={isPending}
      onSubmit={submit}
      onCancel={onClose}
    />
  );
}
