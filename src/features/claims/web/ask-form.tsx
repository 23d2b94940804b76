import { useQueryClient } from '@tanstack/react-query';
import { ReasonForm } from '#features/staff-frame/web/reason-form.tsx';
import { useStaffAction } from '#features/staff-frame/web/use-staff-action.ts';
import { callApi } from '#web/api-client/call-api.ts';
import { askClaimant, type StaffClaim } from '../staff-contract.ts';

/** Staff's question to a claimant; a refusal leaves what was typed. */
export function AskForm({
  claim: { id, claimant },
  onClose,
}: {
  claim: Pick<StaffClaim, 'id' | 'claimant'>;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { isPending, run } = useStaffAction();
  async function ask(question: string, sent: () => void) {
    const errors = await run(
      () => callApi(client, askClaimant, { params: { id }, body: { question } }).then(sent),
      'Question sent',
    );
    if (errors === null) onClose();
  }
  return (
    <ReasonForm
      thing={`ask-claimant:${id}`}
      label={`Your question to ${claimant.username}`}
      help="Goes out by mail and stands on the dashboard. The claim waits for the answer."
      maxLength={1000}
      missing="Please write a question"
      action="Ask"
      isPending={isPending}
      onSubmit={ask}
      onCancel={onClose}
    />
  );
}
